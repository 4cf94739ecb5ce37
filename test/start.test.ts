import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };
import { openServiceDatabase } from "../src/service/database.ts";
import { lockDataDir } from "../src/store/data-lock.ts";
import { openDatabase } from "../src/store/open.ts";

let dataDir: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	return () => rmSync(dataDir, { recursive: true });
});

/** Starts the program as an operator does. @returns everything it wrote to stderr before it exited */
const start = (
	environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; err: string }> =>
	new Promise((resolve) => {
		// But for the settings of whoever runs the tests.
		const [, ...words] = packageFile.scripts.start.split(" ").filter((word) => !word.includes("--env-file"));
		const child = spawn(process.execPath, words, {
			cwd: fileURLToPath(new URL("..", import.meta.url)),
			env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", ...environment },
			stdio: ["ignore", "ignore", "pipe"],
		});
		onTestFinished(() => void child.kill());
		let err = "";
		child.stderr.on("data", (chunk) => {
			err += chunk;
		});
		child.once("close", (code) => resolve({ code, err }));
	});

test("what Node has compiled is kept in the data folder, for the next start", async () => {
	await start({ DEFAULT_VOICE: "Koree" });
	const [ofThisNode] = readdirSync(join(dataDir, "compile-cache"));
	expect(readdirSync(join(dataDir, "compile-cache", ofThisNode ?? "")).length).toBeGreaterThan(10);
});

/** It is never used: the start fails before. */
const withToken = { DISCORD_TOKEN: "token", DISCORD_API_URL: "http://127.0.0.1:9" };

describe("a start that can't be ends with one sentence", () => {
	test.each([
		["the playground", {}],
		["the bot", withToken],
	])("of %s, for a default voice that nobody knows", async (_, environment) => {
		expect(await start({ ...environment, DEFAULT_VOICE: "Koree", SPEECH_VOICES: "Korea, Robin" })).toEqual({
			code: 1,
			err: 'DEFAULT_VOICE must be one of the thirty voices or of SPEECH_VOICES, not "Koree". Did you mean Kore, Korea or Aoede?\n',
		});
	});

	test.each([
		["a page", 200, "text/html", "<h1>Hello</h1>"],
		["JSON of another kind", 200, "application/json", "{}"],
		[
			"no such path",
			404,
			"application/json",
			'{"message":"Route GET:/v10/gateway/bot not found","statusCode":404}',
		],
		["a page that moved", 410, "text/html", "<h1>Gone</h1>"],
	])("where something else than Discord answers with %s", async (_, status, type, body) => {
		const server = createServer((_request, response) =>
			response.writeHead(status, { "content-type": type }).end(body),
		);
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		onTestFinished(() => void server.close());
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
		const { code, err } = await start({ DISCORD_TOKEN: "token", DISCORD_API_URL: url });
		expect(err).toMatch(
			/^http:\/\/127\.0\.0\.1:\d+\/api isn't Discord's API \([^)]+\): set DISCORD_API_URL to [^\n]+\.\n$/,
		);
		expect(code).toBe(1);
	});

	test("of the playground's bot, for a database that is newer than the program", async () => {
		const database = openDatabase(join(dataDir, "bot.db"), new URL("../migrations/bot", import.meta.url));
		database.prepare("INSERT INTO migrations VALUES ('9000-of-tomorrow.sql', 'x', 1)").run();
		database.close();
		const { code, err } = await start({});
		expect(code).toBe(1);
		expect(err).toMatch(
			/^The database \S+bot.db is newer [^\n]+\nThe bot exited with code 1 before it was ready.\n$/,
		);
	});

	test("beside another bot on the same folder, until that one has ended, however it did", async () => {
		const program = `
			const { lockDataDir } = await import("./src/store/data-lock.ts");
			lockDataDir(${JSON.stringify(dataDir)});
			console.log("locked");
			setInterval(() => {}, 1_000);
		`;
		const other = spawn(process.execPath, ["--input-type=module", "--eval", program]);
		onTestFinished(() => void other.kill("SIGKILL"));
		await once(other.stdout, "data");
		const sentence = `Another bot runs on the data of ${dataDir}: stop it first, or give this one a DATA_DIR of its own.\n`;
		expect(await start(withToken)).toEqual({ code: 1, err: sentence });
		other.kill("SIGKILL");
		await once(other, "exit");
		expect(lockDataDir(dataDir)).not.toThrow();
	});

	test("for a service's database that is newer than the program", async () => {
		const database = openServiceDatabase(dataDir);
		database.prepare("INSERT INTO migrations VALUES ('9000-of-tomorrow.sql', 'x', 1)").run();
		database.close();
		const sentence = `The database ${join(dataDir, "service.db")} is newer than this program (it has 9000-of-tomorrow.sql): start the newer version, or restore a backup.\n`;
		expect(await start(withToken)).toEqual({ code: 1, err: sentence });
		expect(await start({})).toEqual({ code: 1, err: sentence });
	});
});
