import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes } from "@herald/common/process/refuse-to-start.js";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import {
	prepared,
	programEnvironment,
	quickStart,
	wordsOf,
} from "@herald/common/testing/program-environment.ts";
import { startPlayground } from "@herald/playground";
import { openServiceDatabase } from "@herald/service/testing/internals.ts";
import SqliteDatabase from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };
import { lockDataDir } from "../src/store/data-folder.ts";
import { openSqliteStore } from "../src/store/sqlite/store.ts";
import { folder as dataDir, useFolder } from "./support/folder.ts";
import { listen, openPort } from "./support/listen.ts";

useFolder();

/**
 * Runs the program as an operator does, without the settings of whoever runs the tests.
 * @returns its exit code and output
 */
const run = (
	environment: Readonly<NodeJS.ProcessEnv>,
	script: string = packageFile.scripts.start,
	onOut: (out: string) => void = () => {},
): Promise<{ code: number | null; out: string; err: string }> =>
	new Promise((resolve) => {
		const child = spawn(process.execPath, [...quickStart, ...wordsOf(script)], {
			cwd: fileURLToPath(new URL("..", import.meta.url)),
			env: { ...programEnvironment, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", ...environment },
			stdio: ["ignore", "pipe", "pipe"],
		});
		onTestFinished(() => void child.kill("SIGKILL"));
		let out = "";
		let err = "";
		child.stdout.on("data", (chunk) => {
			out += chunk;
			onOut(out);
		});
		child.stderr.on("data", (chunk) => {
			err += chunk;
		});
		child.once("close", (code) => resolve({ code, out, err }));
	});

test("the cache of compiled code is in the data folder, and only its owner can use it", async () => {
	// The folder as a umask of 0 would leave it.
	mkdirSync(join(dataDir, "compile-cache"));
	chmodSync(join(dataDir, "compile-cache"), 0o777);
	await run({ DEFAULT_VOICE: "Koree", NODE_COMPILE_CACHE: undefined });
	const [ofThisNode] = readdirSync(join(dataDir, "compile-cache"));
	expect(readdirSync(join(dataDir, "compile-cache", ofThisNode ?? "")).length).toBeGreaterThan(10);
	expect(statSync(join(dataDir, "compile-cache")).mode & 0o777).toBe(0o700);
});

test.each([
	["container", "Dockerfile", /^ENTRYPOINT \["node", (.*)\]$/m, /", "/],
	["systemd unit", "deploy/herald.service", /^ExecStart=\S+\/node (.*)$/m, / /],
])("the %s starts Node with the same options as npm start", (_of, file, command, between) => {
	const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
	const words = command.exec(text)?.[1]?.replace(/^"|"$/g, "").split(between) ?? [];
	const fromCheckout = (word: string) => word.replace(/^.*(?=src\/)/, "");
	expect(words.map(fromCheckout)).toEqual([...prepared, "src/index.ts"].map(fromCheckout));
});

/** @returns the settings of a bot whose Discord is a server that always answers with this page */
const answerInsteadOfDiscord = async (page: string, status = 200) => {
	const type = status === 200 ? "text/html" : "application/json";
	const port = await listen((_request, response) =>
		response.writeHead(status, { "content-type": type }).end(page),
	);
	return { DISCORD_TOKEN: "token", DISCORD_API_URL: `http://127.0.0.1:${port}/api` };
};

test("a start waits for a locked database and says so; if another server answers for Discord, it ends with a sentence", async () => {
	await openSqliteStore(join(dataDir, "bot.db")).close();
	const other = new SqliteDatabase(join(dataDir, "bot.db"));
	onTestFinished(() => void other.close());
	other.exec("BEGIN IMMEDIATE");
	const free = (out: string) => void (out.includes("database_unreachable") && other.close());
	const noDiscord = await answerInsteadOfDiscord("<h1>Hello</h1>");
	const settings = { ...noDiscord, ...elsewhere, LOG_LEVEL: "warn" };
	const { code, out, err } = await run(settings, undefined, free);
	expect(out).toMatch(/"event":"database_unreachable".*The database can't be used\. Herald keeps trying\./);
	expect(err).toMatch(
		/^http:\/\/127\.0\.0\.1:\d+\/api isn't Discord's API \([^)]+\): set DISCORD_API_URL to [^\n]+\.\n$/,
	);
	expect(code).toBe(1);
});

/** A speech service that is never asked. It keeps Herald from starting its own. */
const elsewhere = { SPEECH_BASE_URL: "http://127.0.0.1:9", SPEECH_API_KEY: "sk" };

test("the bot, its service and the tools ask nothing on this machine by the environment's proxy", async () => {
	const playground = await startPlayground();
	onTestFinished(() => playground.stop());
	const asked: (string | undefined)[] = [];
	const proxy = createServer(({ url }, response) => {
		asked.push(url);
		response.writeHead(502).end();
	}).on("connect", ({ url }, socket) => {
		asked.push(url);
		socket.destroy();
	});
	const proxyUrl = `http://127.0.0.1:${await openPort(proxy)}`;
	const environment = {
		NODE_USE_ENV_PROXY: "1",
		HTTP_PROXY: proxyUrl,
		HTTPS_PROXY: proxyUrl,
		NO_PROXY: "example.com",
		DISCORD_TOKEN: playground.token,
		DISCORD_API_URL: playground.apiUrl,
	};
	const ready = Promise.withResolvers<void>();
	const isReady = (out: string) => void (out.includes('"msg":"ready"') && ready.resolve());
	const bot = run({ ...environment, LOG_LEVEL: "info" }, undefined, isReady);
	await Promise.race([ready.promise, bot]);
	const said = playground.command(playground.home.owner, "say", { text: "By no proxy", as: "file" });
	await said.message(({ attachments }) => attachments.length === 1);
	const doctor = await run(environment, packageFile.scripts.doctor);
	expect(doctor.out).toContain("Discord accepts the token");
	const file = { ENV_FILE: join(dataDir, ".env") };
	const setup = await run({ ...environment, ...file }, `${packageFile.scripts.setup} --yes`);
	expect(setup.out).toContain("Discord accepts the token");
	expect(asked).toEqual([]);
});

/** A token that is never used: the start fails before the login. */
const withToken = { DISCORD_TOKEN: "token", DISCORD_API_URL: "http://127.0.0.1:9" };

test("a setting of an earlier version doesn't stop the start, and is named in a warning", async () => {
	const removed = { SHARE_CLIPS: "on", ENGINE_THREADS: "" };
	const { code, out } = await run({ ...withToken, ...removed, DEFAULT_VOICE: "Koree", LOG_LEVEL: "warn" });
	expect(code).toBe(exitCodes.settings);
	const warnings = out.split("\n").filter((line) => line.includes('"event":"setting_removed"'));
	expect(warnings.map((line) => JSON.parse(line).msg)).toEqual([
		"SHARE_CLIPS is no longer read: speech that one account has paid for is that account's alone. Remove it from the settings.",
	]);
});

const unmade = expect.stringMatching(
	/^The folder \/proc\/herald can't be made \([^\n]+\): set DATA_DIR [^\n]+\.\n$/,
);

describe("one sentence ends the start of", () => {
	test("the bot, for a DISCORD_TOKEN that isn't a token, before anything is started", async () => {
		expect(await run({ DISCORD_TOKEN: "abc" })).toMatchObject({
			code: exitCodes.settings,
			err: "DISCORD_TOKEN isn't a bot token: npm run setup asks for it, and says where it is.\n",
		});
		expect(existsSync(join(dataDir, "service.db"))).toBe(false);
	});

	test("the playground's bot, for a database newer than the program", async () => {
		const database = openDatabase(join(dataDir, "bot.db"), new URL("../migrations/bot", import.meta.url));
		database.prepare("INSERT INTO migrations VALUES ('9000-of-tomorrow.sql', 'x', 1)").run();
		database.close();
		const err = expect.stringMatching(
			/^The database \S+bot.db is newer [^\n]+\nThe bot exited with code 65 before it was ready.\n$/,
		);
		expect(await run({})).toMatchObject({ code: 1, err });
	});

	test("the playground, for a data folder that can't be made", async () => {
		expect(await run({ DATA_DIR: "/proc/herald" })).toMatchObject({ code: 1, err: unmade });
	});

	test("the bot, for a library that isn't as Herald expects it", async () => {
		const change = join(dataDir, "change.mjs");
		const library = import.meta.resolve("@discordjs/voice");
		writeFileSync(
			change,
			`import { Networking } from "${library}"; delete Networking.prototype.createAudioPacket;`,
		);
		const script = packageFile.scripts.start.replace(" src/", ` --import ${change} src/`);
		const noDiscord = await answerInsteadOfDiscord("");
		expect(await run({ ...noDiscord, ...elsewhere }, script)).toMatchObject({
			code: 1,
			err: "Herald changes how @discordjs/voice works, and Networking.createAudioPacket isn't as it expects in the installed version: run npm ci to install the tested one.\n",
		});
	});

	test("the bot, for a folder in the cache's place", async () => {
		mkdirSync(join(dataDir, "clips.db"));
		expect(await run(withToken)).toMatchObject({
			code: 1,
			err: `The cache ${join(dataDir, "clips.db")} is a folder: remove it, and Herald makes a file there.\n`,
		});
	});

	test("the bot, for a data folder that another bot is using, until that bot has ended", async () => {
		const program = `
			const { lockDataDir } = await import("./src/store/data-folder.ts");
			lockDataDir(${JSON.stringify(dataDir)});
			console.log("locked");
			setInterval(() => {}, 1_000);
		`;
		const other = spawn(process.execPath, ["--input-type=module", "--eval", program]);
		onTestFinished(() => void other.kill("SIGKILL"));
		await once(other.stdout, "data");
		const sentence = `Another bot runs on the data of ${dataDir}: stop it first, or give this one a DATA_DIR of its own.\n`;
		expect(await run(withToken)).toMatchObject({ code: 1, err: sentence });
		other.kill("SIGKILL");
		await once(other, "exit");
		expect(lockDataDir(dataDir)).not.toThrow();
	});

	test("the bot, for a speech service's database newer than the program", async () => {
		const database = openServiceDatabase(dataDir);
		database.prepare("INSERT INTO migrations VALUES ('9000-of-tomorrow.sql', 'x', 1)").run();
		database.close();
		const sentence = `The database ${join(dataDir, "service.db")} is newer than this program (it has 9000-of-tomorrow.sql): start the newer version, or restore a backup.\n`;
		expect(await run(withToken)).toMatchObject({ code: exitCodes.data, err: sentence });
		expect(await run({})).toMatchObject({ code: exitCodes.data, err: sentence });
	});
});

describe("on a machine with other users", () => {
	const listModes = (folder: string) =>
		Object.fromEntries(
			readdirSync(folder)
				.filter((name) => name !== "compile-cache")
				.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
		);
	/** Starts a bot that ends once it has opened everything. @returns its log */
	const runUntilLogin = async (folder: string): Promise<string> => {
		const noDiscord = await answerInsteadOfDiscord("");
		return (await run({ ...noDiscord, LOG_LEVEL: "warn", DATA_DIR: folder })).out;
	};
	const names = "bot.db bot.lock bot.secret clips.db service.db service.secret speech-service.key".split(" ");

	test("only the owner can read files in the data folder; an existing folder keeps its mode, with a warning", async () => {
		const folder = join(dataDir, "new", "data");
		const mode = () => (statSync(folder).mode & 0o777).toString(8);
		const warning = "others on this machine can look into DATA_DIR: take their rights with chmod 700";
		const owners = Object.fromEntries(names.map((name) => [name, "600"]));
		expect(await runUntilLogin(folder)).not.toContain("others on this machine");
		expect(mode()).toBe("700");
		expect(listModes(folder)).toEqual(owners);

		chmodSync(folder, 0o755);
		for (const name of names) chmodSync(join(folder, name), 0o644);
		expect(await runUntilLogin(folder)).toContain(warning);
		expect(mode()).toBe("755");
		expect(listModes(folder)).toEqual(owners);
	});

	test("only the owner can read the files that SQLite writes beside an open database", async () => {
		const store = openSqliteStore(join(dataDir, "bot.db"));
		onTestFinished(() => store.close());
		expect(listModes(dataDir)).toEqual({ "bot.db": "600", "bot.db-wal": "600", "bot.db-shm": "600" });
	});
});

describe("reasons not to start", () => {
	/** @returns the exit code, the sentence for people, and the JSON lines about the failed start */
	const refuse = async (environment: Readonly<NodeJS.ProcessEnv>, script?: string) => {
		const { code, out, err } = await run({ LOG_LEVEL: "info", ...environment }, script);
		const lines = out.split("\n").filter((line) => line.includes("not_started"));
		return { code, err, lines: lines.map((line) => JSON.parse(line)) };
	};
	const noDatabase = "plainly no database ".repeat(999);
	const botWith = (name: string, content: string) => {
		writeFileSync(join(dataDir, name), content);
		return { DISCORD_TOKEN: "MTIzNDU2Nzg5MDEyMzQ1Njc4.a.b" };
	};
	const refused = () => answerInsteadOfDiscord('{"message": "401: Unauthorized", "code": 0}', 401);

	const ofService = packageFile.scripts.service;
	const unknownVoice = { DEFAULT_VOICE: "Koree", SPEECH_VOICES: "Korea, Robin" };
	const noVoice =
		'DEFAULT_VOICE must be one of the thirty voices or of SPEECH_VOICES, not "Koree". Did you mean Kore, Korea or Aoede?\n';
	const noHost = 'HOST must be one of this machine\'s addresses, such as 127.0.0.1, not "256.0.0.1".\n';
	const any = expect.any(String);

	test.each<
		[
			what: string,
			reason: keyof typeof exitCodes,
			sentence: unknown,
			prepare: () => Promise<NodeJS.ProcessEnv> | NodeJS.ProcessEnv,
			script?: string,
		]
	>([
		["a setting of the playground", "settings", noVoice, () => unknownVoice],
		["a setting", "settings", noVoice, () => ({ ...withToken, ...unknownVoice })],
		["a setting of the service", "settings", any, () => ({ PORT: "x" }), ofService],
		["a refused token", "discord", any, refused],
		["a file that isn't a database", "data", any, () => botWith("bot.db", noDatabase)],
		["a damaged database of its own speech service", "data", any, () => botWith("service.db", noDatabase)],
		["a secret that was cut", "data", any, () => botWith("service.secret", "cut"), ofService],
		[
			"a data folder that can't be made",
			"storage",
			unmade,
			() => ({ ...withToken, DATA_DIR: "/proc/herald" }),
		],
		["a host that isn't this machine's", "other", noHost, () => ({ HOST: "256.0.0.1" }), ofService],
	])(
		"%s is told to people and in one line of JSON, with its own exit code",
		async (_what, reason, sentence, prepare, script) => {
			const { code, err, lines } = await refuse(await prepare(), script);
			const exitCode = exitCodes[reason];
			expect({ code, err, lines }).toEqual({
				code: exitCode,
				err: sentence,
				lines: [
					expect.objectContaining({ level: 60, event: "not_started", reason, exitCode, msg: err.trimEnd() }),
				],
			});
		},
	);

	test("systemd doesn't restart the program after an error that only the operator can fix", () => {
		const ofUnit = (name: string) => {
			const unit = readFileSync(new URL(`../deploy/${name}`, import.meta.url), "utf8");
			return new Set(/^RestartPreventExitStatus=(.+)$/m.exec(unit)?.[1]?.split(" ").map(Number));
		};
		const { discord, ...ofService } = exitCodes;
		const final = (codes: readonly number[]) => new Set(codes.filter((code) => code !== 1));
		expect(ofUnit("herald.service")).toEqual(final([discord, ...Object.values(ofService)]));
		expect(ofUnit("herald-speech.service")).toEqual(final(Object.values(ofService)));
	});

	test("the documented table of exit codes matches the program", () => {
		const page = readFileSync(new URL("../docs/running.md", import.meta.url), "utf8");
		const rows = page.matchAll(/^\| `(\w+)` \| (\d+) \| /gm);
		expect(Object.fromEntries([...rows].map(([, reason, code]) => [reason, Number(code)]))).toEqual(
			exitCodes,
		);
	});
});
