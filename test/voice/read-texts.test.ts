import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inGuild, type TextAuthor } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import type { Line } from "../../src/speech/line.ts";
import type { OwnVoices, QueueItem } from "../../src/voice/voice-channels.ts";
import { type Answer, answerAtOnce, makeLines, makeText, markedClip } from "./marked-lines.ts";
import { finishUntil, makeGates, makeQueue, queued } from "./queue-support.ts";

/** The author of texts that Herald's own voices may say. */
const author: TextAuthor = { place: inGuild("1"), userId: "2" };

const readText = (lines: readonly number[], more: Partial<QueueItem> = {}) => ({
	...makeText("reader", lines),
	priority: "read" as const,
	...more,
});
/** Answers all Lines but this one. */
const failsAt =
	(failing: string): Answer =>
	async ({ text }) =>
		text === failing
			? { ok: false, problem: new Problem({ kind: "upstream" }) }
			: markedClip(Number(text), 2);
const linesWaiting = (waiting: readonly { readonly line: number }[]) => waiting.map(({ line }) => line);
const kindsOf = ({ events }: Pick<ReturnType<typeof makeText>, "events">) => events.map(({ kind }) => kind);

test("a requested text doesn't wait for the answer to a message that is read aloud", async () => {
	const { answer, release } = makeGates();
	const { queue, asked, heard, finish } = makeQueue(answer);
	const read = readText([1, 2, 3, 4]);
	queue.add(read);
	const text = makeText("a", [10]);
	queue.add(text);
	// The text is requested at once, no matter how much of the message before it has been made.
	expect(asked).toContain("10");
	release(10);
	await turn();
	expect(finish()).toBe(true);
	for (const line of [1, 2, 3, 4]) release(line);
	await finishUntil(read.ended, finish);
	expect(heard).toEqual([10, 1, 2, 3, 4]);
});

describe("a text whose sound is late", () => {
	test("lets other members' texts pass after a second of silence, but not its own member's", async () => {
		const { answer, release } = makeGates();
		const { queue, heard, finish, clock } = makeQueue(answer);
		const slow = makeText("a", [1, 2]);
		const others = [makeText("a", [3]), makeText("b", [4]), makeText("b", [5]), makeText("c", [6])];
		for (const text of [slow, ...others]) queue.add(text);
		for (const line of [3, 4, 5, 6]) release(line);
		await turn();
		expect(finish()).toBe(false);
		clock.advance(1_000);
		await turn();
		expect(queued(queue)).toEqual([4, 1, 3, 5, 6]);
		await finishUntil(others[1]?.ended, finish);
		expect(heard).toEqual([4]);
		expect(queued(queue)).toEqual([1, 3, 5, 6]);
		expect(slow.events.at(-1)).toMatchObject({ kind: "advanced", before: 0 });
		clock.advance(1_000);
		await finishUntil(others[2]?.ended, finish);
		for (const line of [1, 2]) release(line);
		await finishUntil(others[3]?.ended, finish);
		expect(heard).toEqual([4, 5, 1, 2, 3, 6]);
	});

	test("counts as late after five seconds of silence, until its sound is there", async () => {
		const { answer, release } = makeGates();
		const { queue, finish, clock } = makeQueue(answer);
		const text = makeText("a", [1]);
		queue.add(text);
		await turn();
		const told = () => text.events.flatMap((event) => (event.kind === "late" ? [event.late] : []));
		for (let second = 0; second < 4; second += 1) clock.advance(1_000);
		expect(told()).toEqual([]);
		clock.advance(1_000);
		clock.advance(1_000);
		expect(told()).toEqual([true]);
		release(1);
		await turn();
		clock.advance(1_000);
		expect(told()).toEqual([true, false]);
		await finishUntil(text.ended, finish);
	});

	test("holds up later messages only if the service has refused it for now, and then keeps its place", async () => {
		const { answer, release } = makeGates();
		const { queue, heard, finish, clock } = makeQueue(async (line, signal, listen) => {
			await turn();
			if (line.text === "1") listen({ kind: "limited", until: 0 });
			return answer(line, signal, listen);
		});
		const texts = ["a", "b"].map((userId, at) => ({ ...readText([at + 1]), userId }));
		for (const text of texts) queue.add(text);
		release(2);
		await turn();
		for (let n = 0; n < 3; n += 1) {
			clock.advance(1_000);
			await turn();
			expect(finish()).toBe(false);
		}
		release(1);
		await finishUntil(texts[1]?.ended, finish);
		expect(heard).toEqual([1, 2]);
	});
});

describe("a page of a book", () => {
	const page = (lines: readonly number[]) => ({ ...makeText("reader", lines), priority: "page" as const });

	test("goes behind requested texts and then read ones, unless it is playing", async () => {
		const { queue, heard, finish } = makeQueue(answerAtOnce(2));
		const pages = [page([1, 2]), page([3])];
		for (const text of pages) queue.add(text);
		await turn();
		queue.add(readText([20]));
		queue.add(makeText("a", [10]));
		expect(queued(queue)).toEqual([1, 10, 20, 3]);
		const ahead = (["asked", "read", "page"] as const).map((priority) => queue.ahead(priority).length);
		expect(ahead).toEqual([2, 3, 4]);
		await finishUntil(pages[1]?.ended, finish);
		expect(heard).toEqual([1, 2, 10, 20, 3]);
	});

	test("gives way to a message even while the last words before it are heard", async () => {
		const { queue, waiting, finish } = makeQueue(answerAtOnce(2));
		const second = page([2]);
		queue.add(page([1]));
		queue.add(second);
		await turn();
		expect(linesWaiting(waiting)).toEqual([1]);
		queue.add(readText([20]));
		finish();
		await turn();
		expect(linesWaiting(waiting)).toEqual([20]);
		await finishUntil(second.ended, finish);
	});
});

describe("the lead of a text", () => {
	/** Line 1 is the lead, 2 the body, and 9 the fallback if there is no body. */
	const ledText = () => readText([2], { lead: makeLines([1]), fallback: makeLines([9])[0] as never });
	const withLead = (usualMs?: number) => {
		const begin = Promise.withResolvers<void>();
		const body = makeGates();
		const queue = makeQueue(async (line, signal, listen) => {
			if (line.text !== "2") return markedClip(Number(line.text), 2);
			begin.promise.then(() => listen({ kind: "begun", usualMs }));
			return body.answer(line, signal, listen);
		});
		const text = ledText();
		queue.queue.add(text);
		return { ...queue, begin: begin.resolve, answerBody: () => body.release(2), text };
	};

	test("is heard once the text's request has been sent, and fills the wait", async () => {
		const { waiting, begin, answerBody, finish, heard, text } = withLead();
		await turn();
		expect(waiting).toEqual([]);
		begin();
		await turn();
		expect(linesWaiting(waiting)).toEqual([1]);
		answerBody();
		await finishUntil(text.ended, finish);
		expect(heard).toEqual([1, 2]);
		expect(kindsOf(text)).toEqual(["started", "ended"]);
		expect(await text.settled).toHaveLength(2);
	});

	test("is held back if the text is usually slow, so that the text can follow it without silence", async () => {
		const { waiting, begin, clock } = withLead(10_000);
		begin();
		await turn();
		expect(waiting).toEqual([]);
		clock.advance(10_000 - 60);
		await turn();
		expect(linesWaiting(waiting)).toEqual([1]);
	});

	test("is heard at once if the text is ready earlier than usual", async () => {
		const { begin, answerBody, finish, heard, text, clock } = withLead(10_000);
		begin();
		answerBody();
		await finishUntil(text.ended, finish);
		expect(heard).toEqual([1, 2]);
		expect(clock.waits.filter((ms) => ms > 1_000)).toEqual([]);
	});

	test("holds up nobody while the text isn't ready, and is repeated after others were heard", async () => {
		const { queue, begin, answerBody, finish, heard, text, clock } = withLead();
		begin();
		await turn();
		const other = makeText("a", [5]);
		queue.add(other);
		finish();
		await turn();
		expect(heard).toEqual([1]);
		clock.advance(1_000);
		await finishUntil(other.ended, finish);
		expect(heard).toEqual([1, 5]);
		answerBody();
		await finishUntil(text.ended, finish);
		expect(heard).toEqual([1, 5, 1, 2]);
		expect(kindsOf(text)).toEqual(["started", "ended"]);
		expect(await text.ended).toMatchObject({ how: "heard" });
	});

	test("isn't repeated if nobody else was heard meanwhile", async () => {
		const { begin, answerBody, finish, heard, text, clock } = withLead();
		begin();
		await turn();
		finish();
		await turn();
		clock.advance(3_000);
		answerBody();
		await finishUntil(text.ended, finish);
		expect(heard).toEqual([1, 2]);
	});

	test("is followed by the fallback if the text can't be made, and the text counts as failed", async () => {
		const begun: (() => void)[] = [];
		const { queue, heard, finish } = makeQueue(async (line, _, listen) => {
			if (line.text !== "2") return markedClip(Number(line.text), 2);
			listen({ kind: "begun" });
			await new Promise<void>((resolve) => begun.push(resolve));
			return { ok: false, problem: new Problem({ kind: "upstream" }) };
		});
		const text = ledText();
		queue.add(text);
		await turn();
		begun[0]?.();
		await finishUntil(text.ended, finish);
		expect(heard).toEqual([1, 9]);
		expect(kindsOf(text)).toEqual(["started", "line_failed", "ended"]);
		expect(await text.ended).toEqual({ kind: "ended", how: "failed" });
		expect(await text.settled).toHaveLength(2);
	});

	test("has no fallback requested if its text is skipped while the lead is heard", async () => {
		const { queue, asked, begin, waiting } = withLead();
		begin();
		await turn();
		expect(linesWaiting(waiting)).toEqual([1]);
		queue.end(() => true, { how: "skipped" });
		await turn();
		expect(asked).toEqual(["1", "2"]);
	});

	test("isn't heard if it is known that nothing follows it", async () => {
		const { queue, heard } = makeQueue(failsAt("2"));
		const text = ledText();
		queue.add(text);
		expect(await text.ended).toMatchObject({ how: "failed" });
		expect(heard).toEqual([]);
	});

	test("that can't be made is left out silently", async () => {
		const { queue, heard, finish } = makeQueue(failsAt("1"));
		const text = readText([2], { lead: makeLines([1]) });
		queue.add(text);
		await finishUntil(text.ended, finish);
		expect(heard).toEqual([2]);
		expect(kindsOf(text)).toEqual(["started", "ended"]);
		expect(await text.ended).toMatchObject({ how: "heard" });
	});
});

describe("a text that is read aloud", () => {
	test("is withdrawn if it may not start when its turn comes, and the next one is heard", async () => {
		const { queue, heard, finish } = makeQueue(answerAtOnce(2));
		const texts = [readText([1]), readText([2, 3]), readText([4])];
		for (const text of texts) {
			const { id } = queue.add(text);
			if (text === texts[1])
				text.news.on("starting", () => queue.end((each) => each.id === id, { how: "withdrawn" }));
		}
		await finishUntil(texts[2]?.ended, finish);
		expect(heard).toEqual([1, 4]);
		expect(texts[1]?.events.at(-1)).toEqual({ kind: "ended", how: "withdrawn" });
		expect(texts[1] && kindsOf(texts[1])).not.toContain("started");
	});

	test("isn't heard if asking whether it may start fails", async () => {
		const { queue, heard, finish } = makeQueue(answerAtOnce(2));
		const texts = [readText([1, 2]), readText([3])];
		texts[0]?.news.on("starting", () => {
			throw new Error("nobody knows");
		});
		for (const text of texts) queue.add(text);
		await finishUntil(texts[1]?.ended, finish);
		expect(heard).toEqual([3]);
		expect(texts[0]?.events.at(-1)).toEqual({ kind: "ended", how: "withdrawn" });
	});

	test("is asked only once whether it may start, before its first packet", async () => {
		const { queue, finish } = makeQueue(answerAtOnce(2));
		let questions = 0;
		const text = readText([1, 2, 3]);
		text.news.on("starting", () => questions++);
		queue.add(text);
		await finishUntil(text.ended, finish);
		expect(questions).toBe(1);
		expect(await text.ended).toMatchObject({ how: "heard" });
	});

	test("can be rewritten in its place until it is heard, and not afterwards", async () => {
		const { queue, asked, heard, finish } = makeQueue(answerAtOnce(2));
		const [first, second, third] = [readText([1]), readText([2]), readText([3])];
		const [playing, waiting] = [first, second, third].map((text) => queue.add(text));
		await turn();
		const edited = { lines: makeLines([20, 2]), estimateMs: 1_000 };
		expect(queue.rewrite(waiting?.id as string, edited)).toBe(true);
		expect(queue.rewrite(playing?.id as string, edited)).toBe(false);
		await finishUntil(second.ended, finish);
		expect(queue.rewrite(waiting?.id as string, edited)).toBe(false);
		await finishUntil(third.ended, finish);
		expect(heard).toEqual([1, 20, 2, 3]);
		// The second text ends and settles once, with all that was made for it.
		expect(kindsOf(second)).toEqual(["advanced", "started", "ended"]);
		expect(await second.settled).toHaveLength(3);
		expect(asked.filter((line) => line === "3")).toHaveLength(1);
	});
});

test("Herald's own voices speak all of a text or nothing of it, whatever is cached, fails or is slow", async () => {
	/** What is added to the number of a Line that one of Herald's own voices speaks. */
	const own = 1_000;
	const inOwnVoice = (line: Line): Line => {
		return { ...line, text: String(Number(line.text) + own), standIn: "own_voice" };
	};
	const ownVoices: OwnVoices = {
		rewrite: async ({ lead = [], lines, estimateMs }) => {
			return { lead: lead.map(inOwnVoice), lines: lines.map(inOwnVoice), estimateMs };
		},
	};
	const numbers = (from: number, length: number) => Array.from({ length }, (_, line) => from + line);
	const kinds = ["upstream", "out_of_credit"] as const;
	await fc.assert(
		fc.asyncProperty(
			fc.array(
				fc.record({ lead: fc.boolean(), length: fc.integer({ min: 1, max: 4 }), isRead: fc.boolean() }),
				{ minLength: 1, maxLength: 8 },
			),
			fc.infiniteStream(fc.constantFrom("sound", "upstream", "out_of_credit")),
			fc.infiniteStream(fc.nat(4)),
			async (shapes, answers, delays) => {
				const refused = new Set<string>();
				const answer: Answer = async ({ text, standIn }) => {
					for (let wait = delays.next().value as number; wait > 0; wait -= 1) await turn();
					const kind = kinds.find((each) => each === answers.next().value);
					if (kind === undefined || (standIn !== undefined && standIn !== "possible"))
						return markedClip(Number(text), 2);
					refused.add(text);
					return { ok: false, problem: new Problem({ kind }) };
				};
				const { queue, heard, finish } = makeQueue(answer, { ownVoices });
				const texts = shapes.map(({ lead, length, isRead }, at) => ({
					...makeText(`member ${at}`, numbers(at * 10, length)),
					...(lead && { lead: makeLines([at * 10 + 9]) }),
					priority: isRead ? ("read" as const) : ("asked" as const),
					standInFor: author,
				}));
				for (const text of texts) queue.add(text);
				await finishUntil(Promise.all(texts.map(({ ended }) => ended)), finish);
				for (const [at, { lead = [], lines }] of texts.entries()) {
					const ofText = heard.filter((line) => Math.floor((line % own) / 10) === at);
					const inOwn = ofText.filter((line) => line >= own);
					expect([0, ofText.length]).toContain(inOwn.length);
					const whole = [...lead, ...lines].map(({ text }) => Number(text) + own);
					if (inOwn.length > 0) expect(inOwn).toEqual(whole);
					// If a text's first Line was refused, own voices speak the whole text.
					if (lead.length === 0 && refused.has(lines[0]?.text ?? "")) expect(inOwn).toEqual(whole);
				}
			},
		),
		{ numRuns: 200 },
	);
});

test("a text whose own voices can't be found fails alone, and the next one is heard", async () => {
	const { queue, heard, finish } = makeQueue(failsAt("1"), {
		ownVoices: { rewrite: () => Promise.reject(new Problem({ kind: "not_read" })) },
	});
	const lost = { ...makeText("Ada", [1]), standInFor: author };
	const next = makeText("Bo", [2]);
	queue.add(lost);
	queue.add(next);
	await finishUntil(Promise.all([lost.ended, next.ended]), finish);
	expect(await lost.ended).toMatchObject({ how: "failed" });
	expect(heard).toEqual([2]);
});
