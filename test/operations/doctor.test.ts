import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { runCommandWith } from "@herald/common/testing/run-command.ts";
import { findSherpaOnnx, writeVoicesFile } from "@herald/service/testing/internals.ts";
import { hasEspeakNg } from "@herald/service/testing/speech-tools.ts";
import { pretendVoice } from "@herald/service/testing/voices/make-voice.ts";
import { PermissionFlagsBits } from "discord.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { checkInstalls } from "../../src/operations/doctor/check-discord.ts";
import { checkVoices } from "../../src/operations/doctor/check-speech.ts";
import { folder } from "../support/folder.ts";
import { listen } from "../support/listen.ts";
import { complain, dayMs, herald, settings, useDoctor } from "./doctor-support.ts";

useDoctor();

const countSpeech = () => {
	const database = openDatabase(join(herald.dataDir, "service.db"), "packages/service/migrations");
	try {
		return database.prepare("SELECT sum(requests) FROM accounts").pluck().get() as number;
	} finally {
		database.close();
	}
};

describe("beside a running Herald", () => {
	test("the doctor finds nothing wrong, changes nothing and spends nothing", async () => {
		// Leaves out the cache, which Herald's workers may open at any time.
		const listFiles = () => readdirSync(herald.dataDir).filter((name) => !name.startsWith("clips.db"));
		const before = listFiles();
		const spokenBefore = countSpeech();
		const asked = herald.playground.requests.length;
		const { code, out, err } = await runCommandWith("doctor", settings());
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(out).toContain(`ok     Herald runs on ${herald.dataDir}.\n`);
		expect(out).toContain("ok     bot.db is sound.\n");
		expect(out).toContain("ok     Discord accepts the token of Herald.\n");
		expect(out).toContain("ok     Herald has the permissions that it uses in its server.\n");
		expect(out).toContain("ok     The clock agrees with that of Discord.\n");
		expect(out).toMatch(/\n\nNothing is wrong\. .*docs\/trouble\.md\.\n$/);
		expect(listFiles()).toEqual(before);
		expect(herald.playground.requests.slice(asked).map(({ method }) => method)).not.toContain("POST");
		expect(countSpeech()).toBe(spokenBefore);
	});

	test("--speak pays for one sentence, and --ask reports the balance", async () => {
		const before = countSpeech();
		const { code, out } = await runCommandWith("doctor", settings(), "--speak", "--ask");
		expect(out).toMatch(
			/ok {5}gemini-3\.8-flash-lite-tts spoke a sentence of [12]\.\d s within [\d.]+ s\.\n/,
		);
		expect(code, out).toBe(0);
		expect(out).toContain("ok     There is no limit on what the speech key can spend.\n");
		expect(countSpeech()).toBe(before + 1);
	});
});

describe("a running Herald in trouble:", () => {
	test("a database kept locked by another program is reported, with what to do", async () => {
		const other = openDatabase(join(herald.dataDir, "bot.db"), "migrations/bot");
		onTestFinished(() => void other.close());
		other.exec("BEGIN IMMEDIATE");
		expect(await complain({})).toEqual([
			expect.stringMatching(/^wrong: Another program keeps \S+bot\.db locked, .* find it with fuser/),
		]);
	});

	const hanging = '{"gateway":"unknown","processes":{"silent":1}}';
	test.each([
		[
			"that answers nothing",
			"",
			/^wrong: Herald runs, but doesn't answer at 127\.0\.0\.1:\d+ \(\w+\): it starts, or hangs/,
		],
		["with a process that hangs", hanging, /^wrong: A process of Herald's hangs/],
		["without Discord", '{"gateway":"connecting"}', /^wrong: Herald isn't connected to Discord/],
	])("one %s is reported", async (_how, body, sentence) => {
		const port = await listen((_request, response) => body && response.writeHead(503).end(body));
		// The case that answers nothing waits for the whole time, so the time is short. The token is empty so that
		// Discord, which may need longer, isn't asked. In the other cases, a busy machine may need seconds to answer.
		const patienceMs = body === "" ? 500 : 20_000;
		expect(await complain({ OPERATIONS_PORT: String(port), DISCORD_TOKEN: "" }, { patienceMs })).toEqual([
			expect.stringMatching(sentence),
			expect.stringMatching(/^note: DISCORD_TOKEN is empty/),
		]);
	});
});

test("a missing intent is worth a note, unless the operator does without it", async () => {
	herald.playground.gateway.grantMessageContent("refused");
	onTestFinished(() => herald.playground.gateway.grantMessageContent("limited"));
	expect(await complain({})).toEqual([
		expect.stringMatching(/^note: Discord doesn't grant the Message Content intent, so Herald can only read/),
	]);
	expect(await complain({ READ_MESSAGES: "mentions" })).toEqual([]);
});

test("without a token and before the first start, the only note is about the playground", async () => {
	const dataDir = join(folder, "data");
	expect(await complain({ DISCORD_TOKEN: "", DATA_DIR: dataDir })).toEqual([
		"note: DISCORD_TOKEN is empty, so npm start opens the playground: npm run setup asks for a bot's token.",
	]);
	expect(readdirSync(folder)).toEqual([]);
});

test("an invalid setting and an unknown option end with different exit codes", async () => {
	const unusable = await runCommandWith("doctor", { PORT: "99999" });
	expect(unusable.code).toBe(1);
	expect(unusable.out).toMatch(/^wrong {2}PORT must be a port number .*\n\nOne thing is wrong\.\n$/);
	expect(await runCommandWith("doctor", {}, "--sepak")).toMatchObject({ code: 2, out: "" });
});

describe("voices", () => {
	const dataDir = () => join(folder, "data");
	const addVoice = (model: string) => {
		const amy = pretendVoice(dataDir(), "amy", { languages: ["en-US", "de"] }, model);
		writeVoicesFile(dataDir(), { format: 1, voices: [amy], cast: {} });
	};
	const check = async (environment: Readonly<Record<string, string>> = {}) =>
		(await checkVoices(readConfig({ DATA_DIR: dataDir(), ...environment }))).map(
			({ verdict, sentence }) => `${verdict}: ${sentence}`,
		);

	test("the voices for each language are reported", async () => {
		addVoice("model");
		const told = await check();
		expect(told).toContain(
			findSherpaOnnx()
				? "ok: The voice amy speaks German and English."
				: "wrong: Natural voices were added, but not the engine for them: add it with npm ci --prefix packages/neural, and start Herald again.",
		);
		expect(told).toContain("ok: Natural voices may take up to 1,024 MB of memory.");
		expect(told.at(-1)).toMatch(
			hasEspeakNg
				? /^ok: Flite speaks English, and espeak-ng \S+ speaks \d\d+ languages, where no voice does\.$/
				: /^ok: Flite speaks English where no voice does\. espeak-ng, .+, isn't installed\.$/,
		);
	});

	test("a language without a natural voice is reported, with how to get one", async () => {
		const missed =
			"note: No natural voice speaks Japanese, the language of DEFAULT_LANGUAGE: npm run voices -- get ja shows those that can be had.";
		expect(await check({ DEFAULT_LANGUAGE: "ja" })).toContain(missed);
		addVoice("model");
		expect(await check({ DEFAULT_LANGUAGE: "ja-JP" })).toContain(missed);
		for (const tag of ["", "de-AT"])
			expect(await check({ DEFAULT_LANGUAGE: tag })).not.toContainEqual(
				expect.stringContaining("No natural voice"),
			);
	});

	test("a damaged voice, a damaged list and a memory limit above the machine's memory are reported", async () => {
		addVoice("mod");
		expect(await check({ ENGINE_MEMORY_MEGABYTES: "1000000" })).toEqual(
			expect.arrayContaining([
				"wrong: The voice amy is damaged (model.onnx has 3 bytes instead of 5): remove it and add it again, or restore it from a backup.",
				expect.stringMatching(
					/^note: Natural voices may take 1,000,000 MB, and this machine has \S+ MB in all/,
				),
			]),
		);
		writeFileSync(join(dataDir(), "voices", "voices.json"), "{");
		expect(await check()).toEqual([expect.stringMatching(/^wrong: \S+voices\.json can't be read/)]);
	});

	test("voices aren't checked if the speech service is elsewhere", async () => {
		addVoice("mod");
		expect(await check({ SPEECH_BASE_URL: "http://127.0.0.1:1", SPEECH_API_KEY: "sk" })).toEqual([]);
	});
});

describe("Discord", () => {
	test("a refused token is reported", async () => {
		expect(await complain({ DISCORD_TOKEN: "another" })).toEqual([
			"wrong: Discord refused DISCORD_TOKEN: npm run setup -- token takes a new one, and says where it is.",
		]);
	});

	test("an address where nothing listens, or that isn't Discord's, is reported", async () => {
		expect(await complain({ DISCORD_API_URL: "http://127.0.0.1:1025/api" })).toEqual([
			"wrong: Discord can't be reached at http://127.0.0.1:1025/api: nothing listens there: check DISCORD_API_URL, and that the service runs (ECONNREFUSED).",
		]);
		// A proxy that wants a login isn't Discord refusing the token.
		for (const status of [404, 401]) {
			herald.playground.faults.page({ path: /^\/users\/@me$/ }, status);
			expect((await complain({})).join("\n")).toMatch(
				new RegExp(`^wrong: Something other than Discord answers at \\S+ \\(status ${status}\\)`),
			);
		}
	});

	test("a Discord that doesn't answer is reported", async () => {
		const held = herald.playground.faults.hold({ path: /^\/users\/@me$/ });
		onTestFinished(() => held.release());
		// In another data folder, because the running Herald may be writing to its own.
		expect(await complain({ DATA_DIR: folder }, { patienceMs: 500 })).toEqual([
			expect.stringMatching(/^wrong: Discord doesn't answer at \S+ within 0\.5 s: check .* DISCORD_API_URL/),
		]);
	});

	test("permissions that Herald lacks in a server are named, and a server where it is missing", async () => {
		const { guild } = herald.playground.home;
		const roles = [...guild.roles.values()].map((role) => ({ role, permissions: role.permissions }));
		onTestFinished(() => {
			for (const { role, permissions } of roles) role.permissions = permissions;
		});
		const lost = PermissionFlagsBits.Connect | PermissionFlagsBits.Speak;
		for (const { role, permissions } of roles) role.permissions = String(BigInt(permissions) & ~lost);
		expect(await complain({ ALLOWED_GUILDS: `${guild.id},123456789012345678` })).toEqual([
			`note: In "The Playground" (${guild.id}), Herald lacks Connect and Speak: let somebody who manages that server give it to Herald's role.`,
			expect.stringMatching(
				/^note: ALLOWED_GUILDS names 123456789012345678, where Herald isn't: .*guild_id=/,
			),
		]);
	});

	test("what the developer portal must allow is reported", () => {
		const told = (types: object | undefined, servers: boolean, members: boolean) => {
			const application = { id: "1234", ...(types && { integration_types_config: types }) };
			const installs = { servers, members };
			return checkInstalls(application, installs).map(({ verdict, sentence }) => `${verdict}: ${sentence}`);
		};
		expect(told({ 0: {} }, true, false)).toEqual([]);
		expect(told({ 0: {} }, true, true)).toEqual([
			expect.stringMatching(
				/^wrong: Members can't install Herald's application: npm run setup -- application turns User Install on/,
			),
		]);
		expect(told({ 1: {} }, true, true)).toEqual([
			expect.stringMatching(/^note: Herald's application can't be added to servers/),
			expect.stringMatching(/^ok: Members can install Herald with https:.*integration_type=1/),
		]);
		expect(told(undefined, false, true)).toEqual([expect.stringMatching(/^ok/)]);
	});

	test("a wrong clock is reported", async () => {
		expect(await complain({}, { now: () => Date.now() - 3 * 60_000 })).toEqual([
			expect.stringMatching(/^wrong: This machine's clock is 3 minutes behind Discord's: /),
		]);
	});
});

describe("the data folder", () => {
	test("data without a backup for two days is reported, and newer data isn't", async () => {
		const dataDir = join(folder, "data");
		mkdirSync(dataDir, { mode: 0o700 });
		const backups = async () =>
			(await complain({ DATA_DIR: dataDir })).filter((sentence) => /backup/.test(sentence));
		const age = (name: string, days: number) => {
			writeFileSync(join(dataDir, name), Buffer.alloc(32));
			const at = (Date.now() - days * dayMs) / 1_000;
			utimesSync(join(dataDir, name), at, at);
		};
		age("bot.secret", 1);
		expect(await backups()).toEqual([]);
		age("bot.secret", 9.5);
		const advice = "make one each day with npm run backup (docs/backup.md).";
		expect(await backups()).toEqual([
			`note: There is no backup of ${dataDir}, which is 9 days old: ${advice}`,
		]);
		age("last-backup", 1);
		expect(await backups()).toEqual([]);
		age("last-backup", 3.5);
		expect(await backups()).toEqual([`note: The last backup of ${dataDir} is 3 days old: ${advice}`]);
	});

	test("a folder that can't be written is reported", async () => {
		expect(await complain({ DATA_DIR: "/proc/self" })).toContainEqual(
			expect.stringMatching(/^wrong: Nothing can be written to \/proc\/self \(E[A-Z]+\): /),
		);
	});

	test("damaged or newer databases and low disk space are reported, and nothing is changed", async () => {
		const dataDir = join(folder, "data");
		mkdirSync(dataDir, { mode: 0o755 });
		writeFileSync(join(dataDir, "bot.db"), "plainly no database ".repeat(999));
		const newer = openDatabase(join(dataDir, "service.db"), "packages/service/migrations");
		newer.exec("INSERT INTO migrations VALUES ('9999-future.sql', 'x', 0)");
		newer.close();
		const before = readdirSync(dataDir);
		expect(await complain({ DATA_DIR: dataDir, CACHE_MEGABYTES: "100000" })).toEqual([
			expect.stringMatching(
				/^note: Others on this machine can look into \S+: take their rights with chmod 700\.$/,
			),
			expect.stringMatching(/^note: [\d,]+ MB are free for \S+, and the cache may still take 100,000 MB: /),
			expect.stringMatching(/^wrong: The database \S+bot\.db is damaged \(.*npm run restore/),
			expect.stringMatching(/^wrong: The database \S+service\.db is newer than this program/),
		]);
		expect(readdirSync(dataDir)).toEqual(before);
	});
});
