import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { superviseBot } from "../../src/bot/supervise-bot.ts";
import { readConfig } from "../../src/config.ts";
import { type PostgresTestDatabase, serverUrl, startPostgres } from "../support/databases.ts";
import { type HangingProxy, startHangingProxy } from "../support/hanging-proxy.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";
import { startBot } from "../support/start-bot.ts";
import { speakWell, startUpstream, type Upstream } from "../support/upstream.ts";

let database: PostgresTestDatabase;
let proxy: HangingProxy;
let upstream: Upstream;
let herald: Herald;

const describeSettings = () => ({
	SPEECH_BASE_URL: upstream.baseUrl,
	SPEECH_API_KEY: "sk",
	DATABASE_URL: proxy.url,
	HOSTNAME: "herald-0",
});

beforeAll(async () => {
	if (serverUrl === undefined) return;
	database = await startPostgres();
	proxy = await startHangingProxy(database.place.databaseUrl ?? "");
	upstream = await startUpstream();
	upstream.behave(speakWell);
	herald = await startHerald(describeSettings());
});
afterAll(async () => {
	await herald?.stop();
	await upstream?.close();
	proxy?.close();
	await database?.end();
});

/** Uses a command as the owner. @returns the content of the first answer after "thinking" */
const answerTo = async (name: string, values: Record<string, string> = {}): Promise<string> => {
	const answered = herald.playground.command(herald.playground.home.owner, name, values);
	return (await answered.message((seen) => !seen.thinking)).content;
};

const speak = () =>
	herald
		.say(herald.playground.home.ordinary, "As a file", { as: "file" })
		.message((seen) => seen.attachments.length === 1);

const any = expect.any(String);

test.skipIf(serverUrl === undefined).each([
	["is away", () => database.lose()],
	["hangs", async () => proxy.hang()],
])("while PostgreSQL %s, every command answers with a sentence, and works afterwards", async (_how, lose) => {
	expect(await answerTo("voice me", { voice: "Leda" })).toContain("Leda");
	await speak();
	const { owner } = herald.playground.home;
	const list = await serverPanel(herald.playground, owner).openList("words");
	const addWord = async (words: string) => {
		const modal = await herald.playground.click(owner, list, "server:add:words").modal();
		const added = herald.playground.submitModal(owner, modal, { words });
		return (await added.message(({ content }) => content !== "")).content;
	};
	const before = herald.logs.length;
	const giveBack = await lose();
	const answers = await Promise.all([
		answerTo("voice me", { voice: "Puck" }),
		answerTo("voice show"),
		// Changes of one list wait for each other, but no change waits longer than Discord waits for an answer.
		...["blast", "dash", "heck"].map(addWord),
		answerTo("say", { text: "As a file", as: "file" }),
		answerTo("redeem", { code: "REDEEM123456" }),
		answerTo("credit history"),
	]);
	expect(answers).toEqual(
		answers.map(() => expect.stringMatching(/couldn't save that, so nothing was|can't look that up/)),
	);
	expect(await answerTo("queue")).toMatch(/isn't in a voice channel/);
	expect(herald.logs.slice(before).filter(({ level }) => Number(level) >= 50)).toEqual([
		expect.objectContaining({ event: "not_stored", database: any, code: any }),
	]);
	await giveBack();
	expect(await answerTo("voice show")).toContain("Leda");
	await speak();
	// The trouble is logged at most once a minute, so the next test needs another minute.
	herald.advance(60_000);
});

test.skipIf(serverUrl === undefined)(
	"a second machine with the same shards is told which one runs",
	async () => {
		const second = (name: string) =>
			readConfig({
				...describeSettings(),
				HOSTNAME: name,
				DISCORD_TOKEN: "test-bot-token",
				DISCORD_API_URL: herald.playground.apiUrl,
				DATA_DIR: join(herald.dataDir, name),
			});
		const silent = createLogger("test", "silent");
		const processes = {
			parts: [{ ids: [0], count: 1 }],
			entry: new URL("../../src/index.ts", import.meta.url),
			writeLine: () => {},
		};
		const starts = [
			startBot(second("herald-1"), silent),
			superviseBot(second("herald-2"), silent, processes, {
				signal: new AbortController().signal,
				onEnd: () => {},
			}),
		];
		for (const start of await Promise.allSettled(starts))
			expect(start).toMatchObject({
				status: "rejected",
				reason: {
					message: expect.stringMatching(/^Another machine, herald-0, already runs this bot: stop it/),
				},
			});
	},
);
