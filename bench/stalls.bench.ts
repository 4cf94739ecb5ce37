import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { type Member, type Playground, startPlayground } from "@herald/playground";
import { ask, oldModel, openService } from "@herald/service/testing/open-service.ts";
import { answerBody, sendJson, startUpstream, toneWav } from "../test/support/upstream.ts";
import type { Result } from "./index.ts";
import { describeWorld, HeraldProcess } from "./support/herald-process.ts";
import { hostileBodies } from "./support/hostile-bodies.ts";
import { hostileTexts } from "./support/hostile-texts.ts";
import { type Turns, watchTurns } from "./support/longest-turn.ts";

const sizes = 10;
const shown = 10;
/** A turn above it is measured again, so that code that is compiled and garbage that is collected count for nothing. */
const doubtfulMs = 25;
const triesMax = 3;
/** In which a message is read, and asked for; what is unspeakable never is. */
const readingMs = 200;
/** How long an answer of the service is waited for, in ms: the rest is the same work again. */
const serviceMs = 500;
const token = "bench";

/** Where a text is given, the longest one, and what is done with it there. */
type Entry = readonly [entry: string, max: number, give: (text: string) => Promise<unknown>];

/** Lines that are as long as they may be, all different. */
const cutLines = (text: string, count: number, length: number): string[] =>
	Array.from({ length: count }, (_, n) => `${text.replaceAll("\n", " ").slice(0, length - 4)}${n}`);

const listEntries = (
	playground: Playground,
	upstream: Awaited<ReturnType<typeof startUpstream>>,
): readonly Entry[] => {
	const { owner, guild, voice } = playground.home;
	const use = (name: string, values: Parameters<Playground["command"]>[2], who: Member = owner) =>
		playground.command(who, name, values).firstAnswer();
	const upload = (name: string, text: string) => playground.upload(name, Buffer.from(text));
	const complete = (name: string, option: string) => (text: string) =>
		playground.autocomplete(owner, name, { [option]: text }, option);
	let members = 0;
	const addMember = (nick: string) => {
		members += 1;
		return playground.addMember(guild, { username: `member${members}`, nick });
	};
	const isRead = async () => {
		const { length } = upstream.requests;
		const until = performance.now() + readingMs;
		while (upstream.requests.length === length && performance.now() < until) await wait(2);
		await use("skip", { all: true });
	};
	const importLines = (name: string, lines: readonly string[]) =>
		use(`server ${name}`, { action: "import", file: upload("lines.txt", lines.join("\n")) });
	return [
		["say", 6_000, (text) => use("say", { text, as: "file" })],
		["say: style", 200, (style) => use("say", { text: "A word.", style, as: "file" })],
		["say: voice, completed", 6_000, complete("say", "voice")],
		["say: language, completed", 6_000, complete("say", "language")],
		// The end is a forbidden word: all of it is read, and none spoken.
		["file .txt", 60_000, (text) => use("say", { file: upload("a.txt", `${text} grue`) })],
		["file .md", 6_000, (text) => use("say", { file: upload("a.md", `${text} grue`) })],
		[
			"Speak",
			2_000,
			(text) => playground.messageCommand(owner, "Speak", playground.post(owner, text)).firstAnswer(),
		],
		[
			"message, reply, forward, poll",
			2_000,
			async (text) => {
				const written = playground.post(owner, text, { channel: voice });
				playground.reply(owner, written, text);
				playground.forward(owner, written, { channel: voice });
				const short = text.slice(0, 300);
				const answers = Array.from({ length: 10 }, () => short.slice(0, 55));
				playground.postPoll(owner, { question: short, answers }, { channel: voice });
				await isRead();
			},
		],
		[
			"name",
			32,
			async (text) => {
				playground.post(addMember(text), `Hello, number ${members}.`, { channel: voice });
				await isRead();
			},
		],
		["dictionary", 100, (text) => use("server dictionary", { action: "add", word: text, say: text })],
		["dictionary: try", 100, (text) => use("server dictionary", { action: "try", word: text })],
		[
			"dictionary: import, and a text read with it",
			100,
			async (text) => {
				await importLines(
					"dictionary",
					cutLines(text, 500, 60).map((word) => `${word}\t${text.slice(0, 60)}`),
				);
				await use("server dictionary", { action: "try", word: text });
			},
		],
		["words", 6_000, (words) => use("server words", { action: "remove", words })],
		[
			"words: import, and a text said with them",
			100,
			async (text) => {
				await importLines("words", [...cutLines(text, 900, 70), "grue"]);
				await use("say", { text: `${text} grue` });
				await importLines("words", ["grue"]);
			},
		],
		["preset", 32, (name) => use("voice preset", { action: "add", name, voice: "Kore", style: name })],
		["preset: name, completed", 32, complete("voice preset", "name")],
		["voice me: style", 200, (style) => use("voice me", { style })],
		["voice me: name", 40, (name) => use("voice me", { name })],
		["code", 100, (code) => use("redeem", { code })],
	];
};

type Row = {
	readonly entry: string;
	readonly text: string;
	readonly characters: number;
	readonly ms: number;
};

/** @param measure - how long the longest turn of something was, in ms; undefined when the client wouldn't send it */
const measureAll = async (
	[entry, max, give]: Entry,
	longestTurn: () => number | Promise<number>,
): Promise<Row[]> => {
	const rows: Row[] = [];
	for (const [text, generate] of hostileTexts)
		for (let size = 1; size <= sizes; size += 1) {
			const characters = Math.ceil((max * size) / sizes);
			let ms = Number.POSITIVE_INFINITY;
			for (let time = 0; time < triesMax && ms > doubtfulMs; time += 1) {
				await longestTurn();
				// What the client doesn't send and what isn't answered costs, too.
				await Promise.resolve(generate(characters))
					.then(give)
					.catch(() => {});
				ms = Math.min(ms, await longestTurn());
			}
			rows.push({ entry, text, characters, ms });
		}
	return rows;
};

const measureBot = async (
	wanted: readonly string[],
	onEntry: (rows: readonly Row[]) => void,
): Promise<void> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await startPlayground({ logger: createLogger("playground", "fatal"), botToken: token });
	const upstream = await startUpstream();
	const sound = answerBody(toneWav(0.1));
	upstream.behave((response, _attempt, { path }) => {
		if (path.includes("generateContent")) sendJson(response, 200, sound);
		else sendJson(response, 200, { success: false, message: "No such code" });
	});
	const herald = new HeraldProcess(new URL("./support/stalled-bot.ts", import.meta.url), {
		...describeWorld({ dataDir, token, playground, upstream }),
		TOPUP_TOKEN: "bench",
		TOPUP_USER_ID: "1",
	});
	const { owner, voice } = playground.home;
	playground.voice.join(owner, voice);
	try {
		await herald.start();
		const use = (name: string, values: Parameters<Playground["command"]>[2]) =>
			playground.command(owner, name, values).firstAnswer();
		await use("server reading", { "voice-chat": true, "listeners-only": false });
		await use("server words", { action: "add", words: "grue" });
		const nasty = `一\t\u3164${"_.-".repeat(32)}\n_\t\u3164${"||`*".repeat(24)}`;
		await use("server dictionary", {
			action: "import",
			file: playground.upload("a.txt", Buffer.from(nasty)),
		});
		await use("join", {});
		for (const entry of listEntries(playground, upstream))
			if (wanted.length === 0 || wanted.some((each) => entry[0].startsWith(each)))
				onEntry(await measureAll(entry, () => herald.ask<Turns>("turns").then(({ longestMs }) => longestMs)));
	} finally {
		await herald.end("SIGKILL");
		await playground.stop();
		await upstream.close();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

/** The service's own door: bodies that never come from Herald. */
const measureService = async (): Promise<Row[]> => {
	const service = await openService();
	const tellTurns = watchTurns();
	const longestTurn = () => tellTurns().longestMs;
	const rows: Row[] = [];
	try {
		for (const [text, max, make, model = oldModel] of hostileBodies)
			for (let size = 1; size <= sizes; size += 1) {
				const characters = Math.ceil((max * size) / sizes);
				const given = make(characters);
				let ms = Number.POSITIVE_INFINITY;
				for (let time = 0; time < triesMax && ms > doubtfulMs; time += 1) {
					await wait(2);
					longestTurn();
					const options = { model, signal: AbortSignal.timeout(serviceMs) };
					await ask(service, given, options)
						.then((answer) => answer.arrayBuffer())
						.catch(() => {});
					await wait(2);
					ms = Math.min(ms, longestTurn());
				}
				rows.push({ entry: "embedded service", text, characters, ms });
			}
	} finally {
		await service.close();
	}
	return rows;
};

export const name = "stalls";

/**
 * `npm run bench -- stalls ENTRY…`, by default all. How long the event loop stands still for one request, in its own
 * processor time: hostile texts of ten sizes wherever a text is given, through a playground's Discord, and hostile
 * bodies at the service's door. The goal is 50 ms.
 */
export const run = async (
	wanted: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const all: Row[] = [];
	const onEntry = (rows: readonly Row[]) => {
		all.push(...rows);
		const slowest = rows.reduce((one, other) => (other.ms > one.ms ? other : one));
		tell({ ...slowest, ms: slowest.ms.toFixed(0) });
	};
	if (wanted.length === 0 || wanted.includes("service")) onEntry(await measureService());
	await measureBot(wanted, onEntry);
	all.sort((one, other) => other.ms - one.ms);
	return {
		title: `the slowest of ${all.length} requests, processor time of the event loop's longest turn; 50 ms is too long`,
		rows: all.slice(0, shown).map((row) => ({ ...row, ms: row.ms.toFixed(0) })),
	};
};
