import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { programEnvironment } from "@herald/common/testing/program-environment.ts";
import { type Playground, startPlayground } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { folder, useFolder } from "../../support/folder.ts";
import { hasPseudoTerminals, typeInTerminal } from "../../support/type-in-terminal.ts";

const entry = fileURLToPath(new URL("../../../src/operations/setup.ts", import.meta.url));
/** Runs the setup in a terminal. @param steps - each a text to wait for, and the keys typed then */
const type = (steps: readonly (readonly [string, string])[], args: readonly string[] = [], more = {}) =>
	typeInTerminal([process.execPath, entry, ...args], steps, { cwd: folder, env: environment(more) });
const enter = "\r";
const ctrlC = "\u0003";

let discord: Playground;
useFolder();
beforeEach(async () => {
	discord = await startPlayground({ botName: "Herald", messageContent: "refused" });
	return () => discord.stop();
});

const environment = (more: Readonly<Record<string, string>> = {}) => ({
	PATH: "",
	...(programEnvironment as Record<string, string>),
	TERM: "xterm-256color",
	DISCORD_API_URL: discord.apiUrl,
	...more,
});
const settingsFile = () => join(folder, ".env");

describe.skipIf(!hasPseudoTerminals)("in a terminal", () => {
	test("prompts lead from nothing to all that is needed, and the token is never shown", async () => {
		const { code, seen, left } = await type([
			["The bot's token", `hello${enter}`],
			["three parts with dots", ""],
			["The bot's token", discord.token + enter],
			["Who may add Herald?", enter],
			["read aloud?", enter],
			["Change that?", enter],
			["Who speaks?", enter],
			["Empty: none now", enter],
			["Write .env?", enter],
		]);
		expect({ code, left }).toEqual({ code: 0, left: [] });
		expect(seen).not.toContain(discord.token);
		// A block of the invite's QR code.
		expect(seen).toContain("█");
		expect(stripVTControlCharacters(seen)).toContain("Herald is in The Playground.");
		expect(readFileSync(settingsFile(), "utf8")).toContain(`DISCORD_TOKEN=${discord.token}\n`);
	});

	test.each([
		["--plain", "xterm-256color", ["--plain"]],
		["TERM=dumb", "dumb", []],
	])("with %s, all output is in plain lines", async (_how, TERM, args) => {
		const { code, seen, left } = await type(
			[
				["(hidden): ", discord.token + enter],
				["Number [1]: ", `9${enter}`],
				["Type a number from 1 to 3.", ""],
				["Number [1]: ", `2${enter}`],
				["read aloud?", `n${enter}`],
				["Change that? [Y/n]: ", enter],
				["Number [1]: ", enter],
				["Empty: none now: ", enter],
				["Write .env? [Y/n]: ", enter],
			],
			args,
			{ TERM },
		);
		expect({ code, left }).toEqual({ code: 0, left: [] });
		expect(seen).not.toContain(discord.token);
		expect(seen).not.toContain("█");
		expect(readFileSync(settingsFile(), "utf8")).toContain("INSTALLS=both\n");
	});

	test.each([[[]], [["--plain"]]])("with %j, Ctrl-C ends the setup without changes", async (args) => {
		const steps = [
			["The bot's token", discord.token + enter],
			["Who may add Herald?", ctrlC],
		] as const;
		const seen = expect.stringContaining("Stopped. Nothing was changed.");
		expect(await type(steps, args)).toMatchObject({ code: 130, seen });
		expect(existsSync(settingsFile())).toBe(false);
		expect(discord.requests.some(({ method }) => method === "PATCH")).toBe(false);
	});

	test("Ctrl-C during the wait for a server goes on without one", async () => {
		discord.world.setPresence(discord.home.guild, "none");
		writeFileSync(settingsFile(), `DISCORD_TOKEN=${discord.token}\n`);
		const { code, seen } = await type([["Ctrl-C goes on without.", ctrlC]], ["invite"]);
		expect(code).toBe(0);
		expect(stripVTControlCharacters(seen)).toContain("npm start starts Herald.");
	});
});

describe("without a terminal", () => {
	const run = async (...args: string[]) => {
		const running = promisify(execFile)(process.execPath, [entry, ...args], {
			cwd: folder,
			env: environment(),
		});
		running.child.stdin?.end();
		return running.then(
			({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
			({ code, stdout, stderr }) => ({ code: Number(code), stdout: String(stdout), stderr: String(stderr) }),
		);
	};

	test("the setup takes the token from a file, and prints JSON without it", async () => {
		writeFileSync(join(folder, "token"), discord.token);
		const { code, stdout } = await run("--token-file", "token", "--yes", "--json");
		expect(code).toBe(0);
		expect(stdout).not.toContain(discord.token);
		expect(JSON.parse(stdout)).toMatchObject({ ok: true, servers: ["The Playground"], problems: [] });
	});

	test("the setup says what is missing, and asks nothing", async () => {
		const { code, stderr } = await run();
		expect(code).toBe(1);
		expect(stderr).toMatch(/^There is no token: name its file with --token-file, or set DISCORD_TOKEN\./);
		const { code: asJson, stdout } = await run("--json");
		expect(asJson).toBe(1);
		expect(JSON.parse(stdout)).toEqual({ ok: false, problems: [stderr.trim()] });
		const missing = await run("--token-file", "nothing");
		expect(missing).toMatchObject({ code: 1, stderr: "There is no file nothing.\n" });
	});

	test.each([
		[["--wait", "soon"], /^--wait must be a whole number of seconds/],
		[["--installs", "all"], /^--installs must be one of servers, members, both, not "all"\./],
		[["tokens"], /^The part must be one of token, /],
		[["--token", "abc"], /^Unknown option '--token'/],
	])("the setup explains that it doesn't understand %j", async (args, sentence) => {
		const { code, stdout, stderr } = await run(...args);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toMatch(sentence);
		expect(stderr).toContain("npm run setup");
	});
});
