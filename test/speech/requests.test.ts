import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onMeasure } from "../../src/shared/measures.ts";
import type { LineNews } from "../../src/speech/line.ts";
import { LookAhead } from "../../src/speech/look-ahead.ts";
import { createRequestLimiter } from "../../src/speech/traffic/request-limiter.ts";
import { makePayer } from "../support/payer.ts";
import { type Behaviour, refuse, speakWell } from "../support/upstream.ts";
import { line, timing, useSpeechBench } from "./speech-bench.ts";

/** The time of the clocks, in ms. It passes only when the test says so. */
let later: number;
const bench = useSpeechBench({ now: () => later, timing: { ...timing, lineDeadlineMs: 20_000 } });
let guilds: number;
/** The numbers of requests that wait for their turn, and that are under way. */
let turns: { waiting: number; running: number };
/** Answers to the requests under way, oldest first. */
let held: { readonly speak: () => void; readonly refuse: (status: number) => void }[];

beforeEach(() => {
	guilds = 0;
	turns = { waiting: 0, running: 0 };
	held = [];
	later = 0;
	vi.spyOn(performance, "now").mockImplementation(() => later);
	bench.upstream.behave((...asked) => {
		held.push({ speak: () => speakWell(...asked), refuse: (status) => refuse(status)(...asked) });
	});
	return onMeasure("requestTurn", ({ step }) => {
		if (step === "queued") turns.waiting += 1;
		else if (step !== "ended") turns.waiting -= 1;
		if (step === "begun") turns.running += 1;
		else if (step === "ended") turns.running -= 1;
	});
});
afterEach(() => {
	vi.restoreAllMocks();
});

/** Speaks a text of this many Lines in a new guild. @returns "spoken" or the Problem's kind, for each Line */
const say = async (lines = 1): Promise<string[]> => {
	guilds += 1;
	const guildId = `guild ${guilds}`;
	const text = new LookAhead({ speech: bench.speech, linesAhead: 1 }).add(
		Array.from({ length: lines }, (_, n) => line(`Line ${n} of ${guildId}.`)),
		{ payer: makePayer(guildId).payer },
	);
	const results: string[] = [];
	for (let next = text.next(); next; next = text.next()) {
		const result = await next.result;
		results.push(result.ok ? "spoken" : result.problem.kind);
		next.release();
	}
	return results;
};
const sayInGuilds = (count: number) => Array.from({ length: count }, () => say());
const expectHeld = (count: number) => expect.poll(() => held.length).toBe(count);
const expectTurns = (running: number, waiting: number) =>
	expect.poll(() => turns).toEqual({ running, waiting });
const speakHeld = (count = held.length) => {
	for (const { speak } of held.splice(0, count)) speak();
};

/** Answers all requests from now on. Resolves once all of these texts are spoken. */
const expectAllSpoken = async (said: readonly Promise<string[]>[]) => {
	bench.upstream.behave(speakWell);
	speakHeld();
	expect(new Set((await Promise.all(said)).flat())).toEqual(new Set(["spoken"]));
};
/** Refuses with a request to wait for this many seconds. */
const pause =
	(seconds: number): Behaviour =>
	(response) =>
		response.writeHead(429, { "retry-after": `${seconds}` }).end();

test("a Line's time to be heard is predicted from the recent times of the service", async () => {
	/**
	 * @param ms - how long the answer takes
	 * @returns in how many ms the Line was predicted to be heard; undefined without a prediction
	 */
	const speak = async (text: string, ms: number): Promise<number | undefined> => {
		const news: LineNews[] = [];
		const result = bench.ask(line(text), { listen: (latest) => news.push(latest) });
		await expectHeld(1);
		later += ms;
		speakHeld();
		await result;
		return news[0]?.kind === "begun" ? news[0].usualMs : Number.NaN;
	};
	expect(await speak("This is Line one.", 10_000)).toBeUndefined();
	expect(await speak("This is Line two.", 10_000)).toBeCloseTo(10_000);
	expect(await speak("A longer one. ".repeat(8), 40_000)).toBeGreaterThan(20_000);
	for (let n = 0; n < 10; n += 1) await speak(`This is Line ${n}.`, 200);
	expect(await speak("This is the last.", 200)).toBeLessThan(700);
});

test("while answers come in time, more requests are sent at once, and fewer after a refusal", async () => {
	let review = () => {};
	vi.spyOn(globalThis, "setInterval").mockImplementation(((act: () => void) => {
		review = act;
		return setTimeout(() => {}, 0);
	}) as typeof setInterval);
	const said = sayInGuilds(48);
	await expectHeld(16);
	speakHeld();
	await expectHeld(32);
	later += 1;
	held.shift()?.refuse(429);
	// The refused request is sent again when there is room.
	await expectTurns(31, 1);
	speakHeld();
	let ended = 0;
	for (const each of said) void each.then(() => ended++);
	await expect.poll(() => ended).toBe(47);
	await expectHeld(1);
	later += 60_000;
	const more = sayInGuilds(30);
	await expectTurns(22, 9);
	await expectHeld(22);
	later += 250;
	review();
	await expectHeld(26);
	await expectAllSpoken([...said, ...more]);
});

test("each second without trouble allows more requests, even if no answer comes", async () => {
	const said = sayInGuilds(40);
	await expectHeld(16);
	later += 250;
	await expectHeld(20);
	later += 250;
	await expectHeld(24);
	held.pop()?.refuse(429);
	await expectTurns(23, 17);
	await expectAllSpoken(said);
});

test("if most answers take much longer than before, fewer requests are sent at once", async () => {
	const said = sayInGuilds(48);
	await expectHeld(16);
	speakHeld();
	await expectHeld(32);
	// At this point, 16 quick answers have been counted. The next 32 answers take 20 s.
	await expectTurns(32, 0);
	later += 20_000;
	speakHeld();
	const more = sayInGuilds(30);
	await expectTurns(25, 5);
	await expectAllSpoken([...said, ...more]);
});

test("a text that would wait longer than a member waits is refused as a whole and at once, and none in the middle", async () => {
	const begun = say(3);
	const first = sayInGuilds(15);
	await expectHeld(16);
	held.pop()?.refuse(429);
	await expectTurns(15, 2);
	// Each request takes 40 s.
	later += 40_000;
	speakHeld();
	await expectHeld(3);
	speakHeld();
	await Promise.all(first);
	const more = sayInGuilds(80);
	expect(await Promise.race(more)).toEqual(["rate_limited"]);
	await expect(say(3)).resolves.toEqual(["rate_limited", "rate_limited", "rate_limited"]);
	bench.upstream.behave(speakWell);
	speakHeld();
	expect(await begun).toEqual(["spoken", "spoken", "spoken"]);
	expect((await Promise.all(first)).flat()).toEqual(Array(15).fill("spoken"));
	const results = (await Promise.all(more)).flat();
	expect(new Set(results)).toEqual(new Set(["spoken", "rate_limited"]));
});

test("texts that waited before the times of answers were known are refused once they are", async () => {
	const first = sayInGuilds(16);
	const more = sayInGuilds(60);
	await expectHeld(16);
	held.pop()?.refuse(429);
	await expectTurns(15, 61);
	later += 25_000;
	held.shift()?.speak();
	expect(await Promise.race(more)).toEqual(["rate_limited"]);
	bench.upstream.behave(speakWell);
	speakHeld();
	await Promise.all([...first, ...more]);
	expect(bench.upstream.requests.length).toBeLessThan(60);
});

test("while the service asks for a pause, nothing is sent, and texts that won't wait that long are refused", async () => {
	bench.upstream.behave(pause(45));
	expect([await say(), await say()].flat()).toEqual(["rate_limited", "rate_limited"]);
	expect(bench.upstream.requests).toHaveLength(1);
	bench.upstream.behave(speakWell);
	later += 45_000;
	expect(await say()).toEqual(["spoken"]);
});

test("a request that waits for its retry gives its turn to another, and then waits for a turn again", async () => {
	await bench.restart({ limiter: createRequestLimiter(1) });
	const first = say();
	await expectHeld(1);
	const second = say();
	await expectTurns(1, 1);
	held.shift()?.refuse(429);
	await expect
		.poll(() => bench.upstream.requests.map(({ body }) => /guild \d+/.exec(body)?.[0]))
		.toEqual(["guild 1", "guild 2"]);
	await expectTurns(1, 1);
	bench.upstream.behave(speakWell);
	speakHeld();
	expect((await Promise.all([first, second])).flat()).toEqual(["spoken", "spoken"]);
	expect(turns).toEqual({ waiting: 0, running: 0 });
});

test("after the wait that the service asked for, nobody waits any longer", async () => {
	await bench.restart({ limiter: createRequestLimiter(1) });
	bench.upstream.behave(pause(15));
	const leaving = new AbortController();
	const how = { payer: makePayer("another").payer, signal: leaving.signal };
	const first = bench.ask(line("The first."), how);
	await expect.poll(() => bench.upstream.requests.length).toBe(1);
	await expect.poll(() => turns.running).toBe(0);
	bench.upstream.behave(speakWell);
	later += 15_000;
	expect(await say()).toEqual(["spoken"]);
	leaving.abort(new Error("left"));
	await expect(first).rejects.toThrow("left");
	expect(turns).toEqual({ waiting: 0, running: 0 });
});

test("a refusal of one guild affects no other, and refusals of two affect all guilds but the one that tries again", async () => {
	const forbidden = ["guild 1", "guild 3", "guild 4"];
	let isDown = false;
	bench.upstream.behave((...asked) => {
		const isRefused = isDown || forbidden.some((guild) => asked[2].body.includes(guild));
		(isRefused ? refuse(403) : speakWell)(...asked);
	});
	expect([await say(), await say()].flat()).toEqual(["forbidden", "spoken"]);
	expect([await say(), await say(), await say()].flat()).toEqual(["forbidden", "forbidden", "forbidden"]);
	expect(bench.upstream.requests).toHaveLength(4);
	isDown = true;
	later += 5_000;
	expect([await say(), await say()].flat()).toEqual(["forbidden", "forbidden"]);
	expect(bench.upstream.requests).toHaveLength(5);
	isDown = false;
	later += 5_000;
	expect([await say(), await say()].flat()).toEqual(["spoken", "spoken"]);
});
