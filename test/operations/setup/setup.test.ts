import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Playground, type PlaygroundOptions, startPlayground } from "@herald/playground";
import type { UserFlags } from "discord-api-types/v10";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { neededPermissionBits } from "../../../src/discord/bot-token.ts";
import { previousOf } from "../../../src/operations/setup/env-file.ts";
import { folder, useFolder } from "../../support/folder.ts";
import { listen } from "../../support/listen.ts";
import { runSilentlyWith, runWith } from "./run-here.ts";
import type { ScriptedAnswer } from "./scripted-terminal.ts";

const harbour = { name: "Harbour", presence: "none", members: [{ username: "ada" }] } as const;
const messageContent = 1 << 19;

/** A Discord whose only server doesn't have Herald yet. */
let discord: Playground;
let file: string;
let run: ReturnType<typeof runWith>;
let runSilently: ReturnType<typeof runSilentlyWith>;
useFolder();
beforeEach(async () => {
	file = join(folder, ".env");
	run = runWith(file);
	runSilently = runSilentlyWith(file);
	discord = await startDiscord();
});

const startDiscord = async (options: PlaygroundOptions = {}): Promise<Playground> => {
	const discord = await startPlayground({
		botName: "Herald",
		guilds: [harbour],
		messageContent: "refused",
		...options,
	});
	onTestFinished(() => discord.stop());
	return discord;
};

const addressOf = ({ apiUrl }: Playground) => ({ DISCORD_API_URL: apiUrl });
const withToken = (discord: Playground) => ({ ...addressOf(discord), DISCORD_TOKEN: discord.token });
const oldToken = "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.old";

/** The answers of a first run. */
const answersWith = (token: string): readonly ScriptedAnswer[] => [
	["The bot's token", token],
	["Who may add Herald?", "Servers, and members"],
	["Let servers have channels read aloud?", true],
	["Change that?", true],
	["Who speaks?", "Herald's own"],
	["A natural voice", ""],
	["Write ", true],
];

const applicationOf = async ({ apiUrl, token }: Playground) => {
	const headers = { authorization: `Bot ${token}` };
	return (await fetch(`${apiUrl}/v10/applications/@me`, { headers })).json() as Promise<
		Record<string, unknown>
	>;
};

const changesOf = ({ requests }: Playground) => requests.filter(({ method }) => method === "PATCH");

describe("from nothing", () => {
	test("the setup asks for the token, shows its changes, makes them, and waits for a server", async () => {
		const { result, told, left } = await run(addressOf(discord), answersWith(`  "Bot ${discord.token}" `), {
			onWait: () => discord.world.setPresence(discord.guilds[0] as never, "bot"),
		});
		expect(left).toEqual([]);
		expect(told).toContain("Discord accepts the token of Herald (@Herald), 0 servers.");
		expect(told).toContain("Herald is in Harbour.");
		expect(told).not.toContain(discord.token);
		expect(result).toMatchObject({ ok: true, servers: ["Harbour"], problems: [] });
		expect(await applicationOf(discord)).toMatchObject({
			flags: (1 << 15) | messageContent,
			description: expect.stringContaining("voice"),
			tags: expect.arrayContaining(["text-to-speech"]),
			icon: expect.stringMatching(/./),
			integration_types_config: {
				0: {
					oauth2_install_params: {
						scopes: ["applications.commands", "bot"],
						permissions: String(neededPermissionBits),
					},
				},
				1: { oauth2_install_params: { scopes: ["applications.commands"], permissions: "0" } },
			},
		});
		expect(readFileSync(file, "utf8")).toContain(`\nDISCORD_TOKEN=${discord.token}\n`);
		expect(readFileSync(file, "utf8")).toContain("\nINSTALLS=both\n");
	});

	test("Ctrl-C at any question changes nothing", async () => {
		writeFileSync(file, "# mine\nLOG_LEVEL=warn\n");
		for (const [index, [question]] of answersWith("").entries()) {
			const discord = await startDiscord();
			const answers = answersWith(discord.token).slice(0, index);
			const { result, left } = await run(addressOf(discord), [...answers, [question, "Ctrl-C"]]);
			expect({ question, result, left }).toEqual({ question, result: undefined, left: [] });
			expect(changesOf(discord)).toEqual([]);
		}
		expect(readFileSync(file, "utf8")).toBe("# mine\nLOG_LEVEL=warn\n");
		expect(existsSync(previousOf(file))).toBe(false);
	});
});

describe("a second run", () => {
	test("without questions changes nothing", async () => {
		const environment = addressOf(discord);
		writeFileSync(join(folder, "token"), `${discord.token}\n`);
		const first = await runSilently(environment, "--token-file", join(folder, "token"), "--yes");
		const all = ["flags", "integration_types_config", "description", "tags", "icon"];
		expect(first.application?.changed).toEqual(all);
		const [text, application] = [readFileSync(file, "utf8"), await applicationOf(discord)];
		const second = await runSilently(environment, "--yes");
		expect(second).toMatchObject({ ok: true, application: { changed: [] }, settings: { changed: [] } });
		expect(readFileSync(file, "utf8")).toBe(text);
		expect(await applicationOf(discord)).toEqual(application);
		expect(changesOf(discord).length).toBe(1);
	});

	test("shows the present state, and changes one thing", async () => {
		writeFileSync(file, `# mine\nDISCORD_TOKEN=${discord.token}\nLOG_LEVEL=warn\n`);
		const { told, result } = await run(addressOf(discord), [
			["What do you want to change?", "The application"],
			["Who may add Herald?", "Members alone"],
			["Let servers have channels read aloud?", false],
			["Change that?", true],
			["Write ", true],
		]);
		expect(told).toContain("Token: Herald (@Herald), 0 servers");
		expect(told).toContain("Application: 5 things are missing");
		expect(told).toContain("Servers: none yet");
		expect(result).toMatchObject({ ok: true, settings: { changed: ["INSTALLS"] } });
		expect(readFileSync(file, "utf8")).toBe(
			`# mine\nDISCORD_TOKEN=${discord.token}\nLOG_LEVEL=warn\nINSTALLS=members\n`,
		);
		expect(readFileSync(previousOf(file), "utf8")).not.toContain("INSTALLS");
		expect(await applicationOf(discord)).toMatchObject({ flags: 1 << 15 });
	});

	test("replaces the token alone", async () => {
		writeFileSync(file, `DISCORD_TOKEN=${oldToken}\n`);
		const { result } = await run(
			addressOf(discord),
			[
				["The bot's token", discord.token],
				["Write ", true],
			],
			{ args: ["token"] },
		);
		expect(result).toMatchObject({ ok: true, settings: { changed: ["DISCORD_TOKEN"] } });
		expect(changesOf(discord)).toEqual([]);
	});
});

describe("in a token's place, the setup explains and asks again for", () => {
	const person = `${Buffer.from("123456789012345678").toString("base64")}.abcdef.${"x".repeat(27)}`;
	test("anything else", async () => {
		const wrong = [
			[" ", "That is empty"],
			["0a".repeat(32), "That is the application's public key"],
			["aBcDeFgHiJkLmNoPqRsTuVwXyZ012345", "That looks like the client secret"],
			["123456789012345678", "That is an ID"],
			["mfa.abcdefghijk", "That is a person's token"],
			["hello", "That isn't a bot's token, which has three parts"],
			[person, "Discord refuses this token: it was reset"],
		] as const;
		const given = [...wrong.map(([token]) => token), discord.token];
		const { told } = await run(addressOf(discord), [
			...given.map((token) => ["The bot's token", token] as const),
			["Who may add Herald?", "Ctrl-C"],
		]);
		const complaints = told.split("\n").filter((line) => line.startsWith("! "));
		expect(complaints).toEqual(wrong.map(([, sentence]) => expect.stringContaining(sentence)));
		for (const token of given) if (token.trim()) expect(told).not.toContain(token);
	});

	test("an application without a bot", async () => {
		discord = await startDiscord({ application: { bot: false } });
		const { told } = await run(addressOf(discord), [
			["The bot's token", discord.token],
			["The bot's token", "Ctrl-C"],
		]);
		expect(told).toMatch(/^! The application Herald has no bot: open Bot in the portal/m);
	});
});

describe("on the way to Discord, the setup explains and tries again after", () => {
	const page = { path: /\/applications\/@me$/ };
	type Disturb = (faults: Playground["faults"]) => unknown;
	const show =
		(status: number): Disturb =>
		(faults) =>
			faults.page(page, status);
	test.each<[string, Disturb, RegExp]>([
		[
			"trouble of Discord's own",
			(faults) => faults.fail(page, 503),
			/^! Discord has trouble .*\(status 503\)/m,
		],
		["a proxy that refuses", show(403), /^! Discord, or a proxy before it, refuses/m],
		["a proxy that wants a login", show(407), /^! A proxy on the way .* a user name/m],
		["a hotspot's page", show(200), /^! Something other than Discord answers/m],
		[
			"too many requests",
			(faults) => faults.rateLimit(page, 7),
			/^! Discord takes no more requests for 7 s/m,
		],
		["a connection that is cut", (faults) => faults.cut(page), /^! Discord can't be reached/m],
		["no answer", (faults) => faults.hold(page), /^! Discord doesn't answer at \S+ within 2 s/m],
	])("%s", async (_what, disturb, sentence) => {
		disturb(discord.faults);
		const { told } = await run(addressOf(discord), [
			["The bot's token", discord.token],
			["What now?", "Try again"],
			["Who may add Herald?", "Ctrl-C"],
		]);
		expect(told).toMatch(sentence);
	});

	test("a clock that is wrong", async () => {
		const { told } = await run(
			addressOf(discord),
			[
				["The bot's token", discord.token],
				["What now?", "Go on with this clock"],
				["Who may add Herald?", "Ctrl-C"],
			],
			{ now: () => Date.now() + 3_600_000 },
		);
		expect(told).toMatch(/^! This machine's clock is 60 minutes ahead of Discord's/m);
	});

	test("an address where nothing listens, which ends it", async () => {
		await expect(
			runSilently({ DISCORD_API_URL: "http://127.0.0.1:9/api", DISCORD_TOKEN: oldToken }),
		).rejects.toThrow(/^Discord can't be reached at http:\/\/127\.0\.0\.1:9\/api: nothing listens there/);
	});
});

describe("in the application's settings,", () => {
	test("values set by hand stay", async () => {
		const mine = {
			description: "Mine.",
			tags: ["mine"],
			integration_types_config: { 0: { oauth2_install_params: { scopes: ["bot"], permissions: "8" } } },
		};
		await fetch(`${discord.apiUrl}/v10/applications/@me`, {
			method: "PATCH",
			headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
			body: JSON.stringify(mine),
		});
		await runSilently(withToken(discord), "--yes");
		expect(await applicationOf(discord)).toMatchObject({ ...mine, flags: (1 << 15) | messageContent });
	});

	test("things that only a person can do are listed, with the address", async () => {
		discord = await startDiscord({ application: { verified: true, team: "Harbour Crew" } });
		const result = await runSilently(withToken(discord), "--yes");
		const { applicationId } = discord.world;
		expect(result.ok).toBe(true);
		expect(result.application?.changed).not.toContain("flags");
		expect(result.application?.byHand).toEqual([
			expect.stringContaining(`https://discord.com/developers/applications/${applicationId}/bot`),
			expect.stringContaining("the team Harbour Crew"),
		]);
	});

	test("a field that Discord refuses is left out and reported, and the others are changed", async () => {
		discord = await startDiscord({ application: { verified: true } });
		// The application is verified, but Discord's answer doesn't say so.
		discord.world.application.public_flags = 0 as UserFlags;
		const { ok, problems, application } = await runSilently(withToken(discord), "--yes");
		expect({ ok, changed: application?.changed }).toEqual({
			ok: false,
			changed: ["integration_types_config", "description", "tags", "icon"],
		});
		expect(problems).toEqual([
			expect.stringMatching(/^Discord doesn't let Herald do this, .*Turn on the Message Content intent/),
		]);
		expect(await applicationOf(discord)).toMatchObject({ description: expect.stringMatching(/./) });
	});

	test("nothing changes if Discord's answer can't be read, and the setup says so", async () => {
		discord.faults.page({ method: "PATCH", path: /@me$/ }, 400);
		const failed = await runSilently(withToken(discord), "--yes");
		expect(failed.ok).toBe(false);
		expect(failed.problems).toEqual([expect.stringMatching(/^The application is as it was\./)]);
	});

	test("nothing changes without --yes if there is no terminal for questions", async () => {
		const result = await runSilently(withToken(discord));
		expect(result.problems).toEqual([
			expect.stringContaining("wasn't written: --yes writes it"),
			"Nothing of the application was changed: --yes changes it.",
		]);
		expect(existsSync(file)).toBe(false);
		expect(changesOf(discord)).toEqual([]);
	});

	test("READ_MESSAGES=mentions and --no-read-aloud leave the intent unchanged", async () => {
		const environment = withToken(discord);
		const first = await runSilently({ ...environment, READ_MESSAGES: "mentions" }, "--yes");
		expect(first.application?.changed).not.toContain("flags");
		expect((await runSilently(environment, "--yes", "--no-read-aloud")).application?.changed).toEqual([]);
		expect((await runSilently(environment, "--yes")).application?.changed).toEqual(["flags"]);
	});
});

test("a server that answers like Discord with other data isn't taken for Discord", async () => {
	const port = await listen((_request, response) => response.end('{"hello":"world"}'));
	const apiUrl = `http://127.0.0.1:${port}/api`;
	await expect(runSilently({ DISCORD_API_URL: apiUrl, DISCORD_TOKEN: oldToken })).rejects.toThrow(
		/^Something other than Discord answers at/,
	);
});
