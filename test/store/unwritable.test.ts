import { execFileSync } from "node:child_process";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { superviseBot } from "../../src/bot/supervise-bot.ts";
import { readConfig } from "../../src/config.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { withSound } from "../support/answers.ts";
import { serverUrl, startPostgres } from "../support/databases.ts";
import { startHangingProxy } from "../support/hanging-proxy.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";
import { startBot } from "../support/start-bot.ts";
import { sendJson, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald } = await useWorld();
upstream.behave((...how) => {
	if (how[2].path.includes("generateContent")) return speakWell(...how);
	return sendJson(how[0], 200, { success: true, message: "", data: 500_000 });
});

/** Starts another Herald, whose database is in PostgreSQL behind a proxy. */
const startOnPostgres = async () => {
	const database = await startPostgres();
	const proxy = await startHangingProxy(database.place.databaseUrl ?? "");
	const service = { SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "sk" };
	const settings = { ...service, DATABASE_URL: proxy.url, HOSTNAME: "herald-0" };
	const herald = await startHerald(settings);
	afterAll(async () => {
		await herald.stop();
		proxy.close();
		await database.end();
	});
	return { database, proxy, settings, herald };
};
const postgres = serverUrl === undefined ? undefined : await startOnPostgres();

const troubles = (herald: Herald, leastLevel = 40) =>
	herald.logs.filter(({ level }) => Number(level) >= leastLevel);
const speak = (herald: Herald, text = "As a file") =>
	withSound(herald.say(herald.playground.home.ordinary, text, { as: "file" }));
const notStored = /couldn't save that, so nothing was/;

/**
 * Loses the database, and expects that every command answers with a sentence, that the log says it once, and that
 * everything works again afterwards.
 * @param lose - returns a function that gives the database back
 * @param isReadable - whether Herald can meanwhile read from the database
 */
const expectSentences = async (herald: Herald, lose: () => Promise<() => unknown>, isReadable: boolean) => {
	const { playground } = herald;
	const { owner } = playground.home;
	const answerTo = async (name: string, values: Record<string, string> = {}) =>
		(await herald.use(owner, name, values).message(({ thinking }) => !thinking)).content;
	playground.voice.join(owner);
	// The trouble is logged at most once a minute.
	herald.advance(24 * 60 * 60_000);
	expect(await answerTo("voice me", { voice: "Leda" })).toContain("Leda");
	await speak(herald);
	const panel = serverPanel(playground, owner);
	const list = await panel.openList("words");
	const addWord = async (words: string) => {
		const modal = await playground.click(owner, list, "server:add:words").modal();
		const added = playground.submitModal(owner, modal, { words });
		const { content, texts } = await added.message((seen) => seen.content !== "" || seen.texts.length > 1);
		return [content, ...texts].join();
	};
	// A database that can't be read is also behind warnings of work that Herald does by itself.
	const leastLevel = isReadable ? 40 : 50;
	const { length: before } = troubles(herald, leastLevel);
	const giveBack = await lose();
	const reads = () => Promise.all([answerTo("voice show"), answerTo("credit history")]);
	const [read, ...changes] = await Promise.all([
		reads(),
		answerTo("voice me", { voice: "Puck" }),
		...(isReadable ? [panel.set({ names: "off" })] : []),
		// Changes of one list wait for each other, but no change waits longer than Discord waits for an answer.
		...["blast", "dash", "heck"].map(addWord),
		...["file", "channel"].map((as) => answerTo("say", { text: "As a file", as })),
		answerTo("redeem", { code: "REDEEM123456" }),
	]);
	const notRead = /can't look that up/;
	const [settings, history] = isReadable ? [/Leda/, /Nobody has redeemed/] : [notRead, notRead];
	expect(read).toEqual([expect.stringMatching(settings), expect.stringMatching(history)]);
	const sentence = isReadable ? notStored : new RegExp(`${notStored.source}|${notRead.source}`);
	expect(changes).toEqual(changes.map(() => expect.stringMatching(sentence)));
	expect(await answerTo("queue")).toMatch(/isn't in a voice channel/);
	const where = isReadable ? { file: "bot.db" } : { database: expect.any(String) };
	expect(troubles(herald, leastLevel).slice(before)).toEqual([
		expect.objectContaining({ event: "not_stored", code: expect.any(String), ...where }),
	]);
	await giveBack();
	expect(await answerTo("voice show")).toContain("Leda");
	expect(await answerTo("voice me", { voice: "Puck" })).toContain("Puck");
	await speak(herald);
};

test.skipIf(!postgres).each([
	["is away", () => postgres?.database.lose()],
	["hangs", async () => postgres?.proxy.hang()],
])("while PostgreSQL %s, every command answers with a sentence, and works afterwards", async (_, lose) => {
	if (postgres) await expectSentences(postgres.herald, lose as () => Promise<() => unknown>, false);
});

test.skipIf(!postgres)("a second machine with the same shards is told which one runs", async () => {
	const { settings, herald } = postgres as NonNullable<typeof postgres>;
	const second = (name: string) =>
		readConfig({
			...settings,
			HOSTNAME: name,
			DISCORD_TOKEN: "test-bot-token",
			DISCORD_API_URL: herald.playground.apiUrl,
			DATA_DIR: join(herald.dataDir, name),
		});
	const silent = createLogger("test", "silent");
	const entry = new URL("../../src/index.ts", import.meta.url);
	const processes = { parts: [{ ids: [0], count: 1 }], entry, writeLine: () => {} };
	const ends = { signal: new AbortController().signal, onEnd: () => {} };
	const starts = [
		startBot(second("herald-1"), silent),
		superviseBot(second("herald-2"), silent, processes, ends),
	];
	for (const start of await Promise.allSettled(starts))
		expect(start).toMatchObject({
			status: "rejected",
			reason: {
				message: expect.stringMatching(/^Another machine, herald-0, already runs this bot: stop it/),
			},
		});
});

/** Limits the size to which files of this process may grow, in bytes. */
const limitFiles = (bytes: number | "unlimited"): void => {
	execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
};
/** With a listener for this signal, a write beyond the limit fails with EFBIG. */
process.on("SIGXFSZ", () => {});

/** By name, functions that make the database unwritable. Each returns a function that makes it writable again. */
const hindrances = {
	"another program holds it": () => {
		const other = new Database(join(herald.dataDir, "bot.db"));
		other.exec("BEGIN IMMEDIATE");
		return () => other.close();
	},
	"the disk is full": () => {
		limitFiles(statSync(join(herald.dataDir, "bot.db-wal")).size);
		return () => limitFiles("unlimited");
	},
};

test.skipIf(process.platform !== "linux").each(Object.entries(hindrances))(
	"while %s, every command answers, nothing is half written, and the log says it once",
	async (_, hinder) => {
		const lose = async () => {
			const program = openSqliteStore(join(herald.dataDir, "bot.db"));
			const end = hinder();
			const isKnown = expect(program.checkWritable()).rejects.toThrow("could not be written");
			return async () => {
				await isKnown;
				end();
				await program.checkWritable();
				await program.close();
			};
		};
		await expectSentences(herald, lose, true);
	},
);

test("a cache damaged while Herald runs is made anew, and everyone hears their texts", async () => {
	const say = () => speak(herald, "Kept in the cache");
	await say();
	const file = join(herald.dataDir, "clips.db");
	const other = new Database(file);
	other.pragma("wal_checkpoint(TRUNCATE)");
	other.close();
	const opened = openSync(file, "r+");
	writeSync(opened, Buffer.alloc(statSync(file).size - 4_096, 0xff), 0, undefined, 4_096);
	closeSync(opened);
	await say();
	await eventually(() =>
		expect(troubles(herald)).toContainEqual(expect.objectContaining({ event: "clips_damaged" })),
	);
	await say();
	const { length: asked } = upstream.requests;
	await say();
	expect(upstream.requests).toHaveLength(asked);
});
