import { setImmediate as turn } from "node:timers/promises";
import { GrowingClip, packedSound, unpackClip } from "@herald/common/audio/clip.ts";
import { createLogger } from "@herald/common/log.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Problem } from "../../src/shared/problem.ts";
import { channelLinesAhead } from "../../src/voice/feeder.ts";
import { ItemNews } from "../../src/voice/voice-channels.ts";
import { type Answer, answerAtOnce, linesOf, makeText, markedClip } from "./marked-lines.ts";
import { finishUntil, makeGates, makeQueue } from "./queue-support.ts";

const opusOf = (packed: Uint8Array) => unpackClip(packed).packets.map((opus) => ({ opus }));

const failing: Answer = async () => ({ ok: false, problem: new Problem({ kind: "upstream" }) });

test("a queue lets texts that go first overtake waiting ones, at most every second one, and interrupts nobody", () => {
	const { queue } = makeQueue(() => new Promise(() => {}));
	const add = (userId: string, goesFirst = false) => queue.add({ ...makeText(userId, [1]), goesFirst });
	for (const userId of ["a", "b", "c"]) add(userId);
	const told = makeText("d", [1]);
	queue.add(told);
	for (const userId of ["first 1", "first 2", "first 3"]) add(userId, true);
	add("e");
	expect(queue.items.map(({ userId }) => userId)).toEqual([
		...["first 1", "a", "first 2", "b", "first 3", "c", "d", "e"],
	]);
	expect(told.events.findLast(({ kind }) => kind === "advanced")).toMatchObject({ before: 6 });
	queue.close({ how: "withdrawn" });
});

test("a queue is heard in order, each text once, whatever the order of answers and failures", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 }),
			fc.infiniteStream(fc.nat(6)),
			fc.infiniteStream(fc.nat(4)),
			async (lengths, delays, failures) => {
				const failed: number[] = [];
				const { queue, heard, finish } = makeQueue(async (line, signal) => {
					const fails = failures.next().value === 0;
					for (let wait = delays.next().value as number; wait > 0; wait -= 1) await turn();
					if (!fails) return markedClip(Number(line.text), 2);
					failed.push(Number(line.text));
					return failing(line, signal, () => {});
				});
				let next = 0;
				const numbers = (length: number) => Array.from({ length }, () => next++);
				const texts = lengths.map((length, index) => makeText(`member ${index % 3}`, numbers(length)));
				for (const text of texts) queue.add(text);
				await finishUntil(Promise.all(texts.map(({ ended }) => ended)), finish);
				const expected = Array.from({ length: next }, (_, line) => line).filter(
					(line) => !failed.includes(line),
				);
				expect(heard).toEqual(expected);
				const told = texts.flatMap(({ events }) =>
					events.flatMap((event) => (event.kind === "line_failed" ? [Number(event.line.text)] : [])),
				);
				expect(told).toEqual(failed.sort((a, b) => a - b));
				for (const { events } of texts) expect(events.filter(({ kind }) => kind === "ended")).toHaveLength(1);
				expect(queue.items).toEqual([]);
			},
		),
		{ numRuns: 60 },
	);
});

test("a queue makes two Lines ahead of the one that plays, even of later texts, and no more", async () => {
	const { answer, release } = makeGates();
	const { queue, asked, finish } = makeQueue(answer);
	queue.add(makeText("a", [0]));
	queue.add(makeText("b", [1, 2, 3, 4]));
	await turn();
	expect(asked).toEqual(["0", "1", "2"]);
	release(2);
	release(0);
	await turn();
	// Line 0 is playing, and 1 and 2 are made ahead.
	expect(asked).toHaveLength(1 + channelLinesAhead);
	release(1);
	await turn();
	expect(asked).toHaveLength(1 + channelLinesAhead);
	finish();
	await turn();
	expect(asked).toEqual(["0", "1", "2", "3"]);
	finish();
	await turn();
	// Line 2 is playing, and 3 isn't there yet.
	expect(asked).toEqual(["0", "1", "2", "3", "4"]);
});

test("a queue is drained once the playing text has ended, and not before", async () => {
	const { queue } = makeQueue(answerAtOnce(10));
	const text = makeText("a", [0]);
	queue.add(text);
	await turn();
	const order: string[] = [];
	const ended = text.ended.then(() => order.push("ended"));
	await Promise.all([queue.drain().then(() => order.push("drained")), ended]);
	expect(order).toEqual(["ended", "drained"]);
	expect(await text.ended).toMatchObject({ how: "interrupted" });
});

test("a queue goes on with the next text as soon as one is skipped, aborts Lines that nobody will hear, and settles the others", async () => {
	const { answer, release } = makeGates();
	const { queue, aborted, heard, finish, waiting } = makeQueue(answer);
	const [first, second] = [makeText("a", [0, 1, 2]), makeText("b", [7])];
	const queued = queue.add(first);
	queue.add(second);
	release(0);
	release(2);
	await turn();
	expect(waiting.map(({ line }) => line)).toEqual([0]);
	queue.end(({ id }) => id === queued.id, { how: "skipped" });
	expect(await first.ended).toEqual({ kind: "ended", how: "skipped" });
	expect((await first.settled).map(({ packed }) => linesOf(opusOf(packed)))).toEqual([[0], [2]]);
	release(7);
	await turn();
	expect(aborted).toEqual(["1"]);
	finish();
	expect(await second.ended).toEqual({ kind: "ended", how: "heard" });
	expect(heard).toEqual([7]);
});

test("a queue logs a text whose speech can't be counted, and settles only afterwards", async () => {
	const lines: string[] = [];
	const logger = createLogger("test", "error", { write: (line) => void lines.push(line) });
	const { queue, underWay } = makeQueue(answerAtOnce(10), { logger });
	const counting = Promise.withResolvers<void>();
	const text = makeText("a", [0]);
	queue.add({ ...text, payer: { ...text.payer, settle: () => counting.promise } });
	queue.close({ how: "left" });
	let isSettled = false;
	const settled = underWay.settle().then(() => {
		isSettled = true;
	});
	await turn();
	expect([isSettled, lines]).toEqual([false, []]);
	counting.reject(new Error("The disk is full"));
	await settled;
	expect(lines.map((line) => JSON.parse(line).event)).toEqual(["speech_not_counted"]);
});

test("a queue reports once, as soon as that is known, what is missing in a text that is heard while it arrives", async () => {
	const { queue, finish } = makeQueue(async ({ text }, _signal, listen) => {
		const { spoken } = markedClip(Number(text), 2);
		const compromises = ["without_style"] as const;
		listen({ kind: "sound", sound: packedSound(spoken.packed), compromises, gainDb: 0 });
		return { ok: true, spoken: { ...spoken, compromises: [...compromises, "cut_short"] } };
	});
	const text = makeText("a", [0, 1]);
	queue.add(text);
	await turn();
	const missing = () =>
		text.events.flatMap((event) => (event.kind === "compromised" ? event.compromise : []));
	expect(missing()).toEqual(["without_style"]);
	await finishUntil(text.ended, finish);
	expect(missing()).toEqual(["without_style", "cut_short"]);
});

test("a queue goes on even if a member can't be told about their text", async () => {
	const { queue, finish } = makeQueue(async ({ text }) => markedClip(Number(text), 2));
	const deaf = makeText("a", [0]);
	queue.add({
		...deaf,
		news: new ItemNews().on("event", () => {
			throw new Error("gone");
		}),
	});
	const text = makeText("b", [1]);
	queue.add(text);
	await turn();
	finish();
	await turn();
	finish();
	expect(await text.ended).toMatchObject({ how: "heard" });
});

test("a queue doesn't report a text as failed if it arrives during a stop and is heard completely", async () => {
	const rest = Promise.withResolvers<void>();
	const sound = new GrowingClip();
	const clip = markedClip(0, 4);
	const { packets } = unpackClip(clip.spoken.packed);
	const { queue, playback, finish } = makeQueue(async (_line, _signal, listen) => {
		sound.add(packets.slice(0, 2));
		listen({ kind: "sound", sound, compromises: [], gainDb: 0 });
		await rest.promise;
		return clip;
	});
	// As if the sound had no further pause: it is played to its end.
	playback.endAtPause = () => {};
	const text = makeText("a", [0]);
	queue.add(text);
	await turn();
	const drained = queue.drain();
	await turn();
	sound.add(packets.slice(2));
	sound.end();
	rest.resolve();
	await turn();
	finish();
	await drained;
	expect(await text.ended).toMatchObject({ how: "heard" });
	expect(text.events.map(({ kind }) => kind)).toEqual(["started", "ended"]);
});
