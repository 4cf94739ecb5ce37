import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Problem } from "../../src/shared/problem.ts";
import {
	givesWay,
	type ItemState,
	type QueuedItem,
	type QueueItem,
	ranks,
} from "../../src/voice/voice-channels.ts";
import { makeLines, makeText, markedClip } from "./marked-lines.ts";
import { makeQueue } from "./queue-support.ts";

const written = { lines: makeLines([90]), estimateMs: 1_000 };

test("what happens to Lines that were replaced isn't reported", async () => {
	const listeners = new Map<string, (until: number) => void>();
	const { queue } = makeQueue(({ text }, _, listen) => {
		listeners.set(text, (until) => listen({ kind: "limited", until }));
		return new Promise(() => {});
	});
	const text = makeText("anna", [1]);
	const { id } = queue.add(text);
	expect(queue.rewrite(id, written)).toBe(true);
	listeners.get("1")?.(1);
	listeners.get("90")?.(2);
	await turn();
	expect(text.events).toEqual([{ kind: "limited", until: 2 }]);
	queue.close({ how: "left" });
});

test("requested texts keep their order, even behind a message held up after its lead", async () => {
	const { queue, clock, finish } = makeQueue((line, _, listen) => {
		listen({ kind: "begun" });
		return line.text === "1" ? Promise.resolve(markedClip(1, 2)) : new Promise(() => {});
	});
	queue.add(makeText("anna", [2]));
	queue.add({ ...makeText("reader", [3]), priority: "read", lead: makeLines([1]) });
	await turn();
	clock.advance(1_000);
	await turn();
	expect(finish()).toBe(true);
	await turn();
	expect(queue.items.map(({ state }) => state)).toEqual(["held_up", "waiting"]);
	queue.add(makeText("ben", [4]));
	expect(queue.items.map(({ userId }) => userId)).toEqual(["reader", "anna", "ben"]);
	queue.close({ how: "left" });
});

/** The order of an item's states. An item can go back and forth between `playing` and `held_up`. */
const steps: Readonly<Record<ItemState | "ended", number>> = {
	waiting: 0,
	next: 1,
	playing: 2,
	held_up: 2,
	ended: 3,
};
const anyItem = fc.record({
	kind: fc.constant("add" as const),
	userId: fc.constantFrom("anna", "ben", "cleo"),
	priority: fc.constantFrom("asked", "read", "page"),
	goesFirst: fc.boolean(),
	length: fc.integer({ min: 1, max: 3 }),
	hasLead: fc.boolean(),
	isWithdrawn: fc.constantFrom(false, false, true),
	answer: fc.constantFrom("sound", "sound later", "none", "none later"),
});
const anyAct = fc.oneof(
	{ weight: 4, arbitrary: anyItem },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("rewrite", "vote", "end"), at: fc.nat(4) }) },
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constantFrom("finish", "second", "second", "second", "answer", "send", "send", "hold", "hush"),
		}),
	},
);

test("whatever happens, an item goes from waiting to its end and never back, and none overtakes one that is next", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyAct, { maxLength: 40, size: "max" }), async (acts) => {
			const late: (() => void)[] = [];
			const answers = new Map<number, string>();
			const { queue, finish, clock, setSending } = makeQueue(async ({ text }, _, listen) => {
				listen({ kind: "begun" });
				const answer = answers.get(Number(text)) ?? "sound";
				if (answer.endsWith("later")) await new Promise<void>((resolve) => late.push(resolve));
				return answer.startsWith("none")
					? { ok: false, problem: new Problem({ kind: "upstream" }) }
					: markedClip(Number(text), 2);
			});
			const texts = new Map<string, ReturnType<typeof makeText>>();
			const reached = new Map<string, number>();
			const seen = new Map<QueuedItem, Pick<QueuedItem, "state" | "votes" | "lines">>();
			let line = 0;

			const look = () => {
				const { items } = queue;
				for (const [id, text] of texts) {
					const item = items.find((each) => each.id === id);
					const step = steps[item?.state ?? "ended"];
					expect(step).toBeGreaterThanOrEqual(reached.get(id) ?? 0);
					reached.set(id, step);
					const kinds = text.events.map(({ kind }) => kind);
					expect(kinds.filter((kind) => kind === "ended")).toHaveLength(item ? 0 : 1);
					if (!item) expect(kinds.at(-1)).toBe("ended");
					const starts = kinds.filter((kind) => kind === "started").length;
					if (item) expect(starts).toBe(step === 2 ? 1 : 0);
					else expect(starts).toBeLessThan(2);
				}
				expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
				const waiting = items.filter(givesWay);
				// At most the first item is on its way to be heard. The items behind it are in the order of their
				// ranks.
				expect(items.slice(items.length - waiting.length)).toEqual(waiting);
				expect(items.length - waiting.length).toBeLessThan(2);
				const order = waiting.flatMap(({ state, priority }) => (state === "waiting" ? ranks[priority] : []));
				expect(order).toEqual(order.toSorted((one, other) => one - other));
				for (const item of items) seen.set(item, { ...item });
				for (const [item, was] of seen) expect(item).toEqual(was);
			};

			for (const act of acts) {
				const of = "at" in act ? queue.items[act.at] : undefined;
				if (act.kind === "add") {
					const numbers = Array.from({ length: act.length }, () => line++);
					for (const number of numbers) answers.set(number, act.answer);
					const text = makeText(act.userId, numbers);
					// Only requested texts can go first.
					const goesFirst = act.goesFirst && act.priority === "asked";
					const lead = act.hasLead && { lead: makeLines([line++]) };
					const item: QueueItem = { ...text, ...act, ...lead, goesFirst };
					const { id } = queue.add(item);
					if (act.isWithdrawn)
						text.news.on("starting", () => queue.end((each) => each.id === id, { how: "withdrawn" }));
					texts.set(id, text);
				} else if (act.kind === "rewrite" && of) {
					const again = { lines: makeLines([line++]), estimateMs: 500 };
					expect(queue.rewrite(of.id, again)).toBe(of.state === "waiting");
				} else if (act.kind === "vote" && of) expect(queue.vote(of.id, "dora")).toContain("dora");
				else if (act.kind === "end" && of) queue.end(({ id }) => id === of.id, { how: "skipped" });
				else if (act.kind === "finish") finish();
				else if (act.kind === "answer") for (const give of late.splice(0)) give();
				else if (act.kind === "second") clock.advance(1_000);
				else if (act.kind === "send" || act.kind === "hold") setSending(act.kind === "send");
				else if (act.kind === "hush") {
					queue.hush({ how: "interrupted" });
					expect(queue.items.filter(({ state }) => state !== "playing")).toEqual([]);
				}
				await turn();
				look();
			}
			queue.close({ how: "left" });
			look();
			expect([...reached.values()].every((step) => step === steps.ended)).toBe(true);
		}),
		{ numRuns: 150 },
	);
});
