import { readRows } from "@herald/common/testing/read-rows.ts";
import { expect, expectTypeOf, test } from "vitest";
import { Problem } from "../../src/shared/problem.ts";
import {
	beginItem,
	type FeedEvent,
	type ItemProgress,
	nextStep,
	stateOf,
} from "../../src/voice/item-progress.ts";
import { makeLines, makeText } from "./marked-lines.ts";

const noCredit = new Problem({ kind: "out_of_credit" });
const [lead, first, last, instead] = makeLines([1, 2, 3, 4]);
if (!lead || !first || !last || !instead) throw new Error("there are four Lines");

const waiting = beginItem({ ...makeText("anna", [2, 3]), lead: [lead], fallback: instead }, false);
const spoken: ItemProgress = {
	...waiting,
	next: { kind: "line", at: 0, isLed: true },
	heard: "begun",
	isFirstKnown: true,
};
const allPassed: ItemProgress = { ...spoken, next: { kind: "line", at: 2, isLed: true }, passed: 2 };
/** The states of an item with a lead, two Lines, and a fallback for the Lines. */
const states: Readonly<Record<string, ItemProgress>> = {
	waiting,
	"lead passed on": { ...waiting, next: { kind: "first_line" }, heard: "next" },
	"held up": { ...waiting, next: { kind: "held_up" }, heard: "begun" },
	"its Lines": spoken,
	"all passed on": allPassed,
	fallback: { ...spoken, next: { kind: "fallback", problem: noCredit } },
	over: { ...allPassed, next: { kind: "nothing", problem: undefined }, heard: "whole" },
	drained: { ...spoken, rest: { kind: "to_pause", end: { how: "interrupted" } } },
};

const played = { kind: "played", line: first, isWhole: true, isOwn: true, failure: undefined } as const;
const events = {
	turn: { kind: "turn", isLast: false, isSilent: false },
	"turn after its lead": { kind: "turn", isLast: true, isSilent: false },
	"turn, nothing to come": { kind: "turn", isLast: false, isSilent: true },
	"first known": { kind: "first_known" },
	"lead over": { kind: "lead_over" },
	sound: { kind: "sound" },
	"no sound": { kind: "no_sound", line: first, problem: new Problem({ kind: "upstream" }) },
	"no sound, no credit": { kind: "no_sound", line: first, problem: noCredit },
	"no Line": { kind: "no_line" },
	started: { kind: "started" },
	"played whole": played,
	"lead played": { ...played, isOwn: false },
	"played in part": { ...played, isWhole: false },
	"played but for its end": { ...played, failure: {} },
	silent: { kind: "silent" },
	drained: { kind: "drained", end: { how: "stopped" } },
	compromised: { kind: "compromised", compromise: "cut_short" },
	limited: { kind: "limited", until: 1 },
	late: { kind: "late", late: true },
} as const satisfies Readonly<Record<string, FeedEvent>>;
/** Every kind of event has a row: a kind without one is an error here. */
type Untried = Exclude<FeedEvent["kind"], (typeof events)[keyof typeof events]["kind"]>;
expectTypeOf<Untried>().toBeNever();

/**
 * What follows each event in each state: the next step and the new state, if they change, and what the owner is told.
 * `=` means nothing.
 */
const [[, ...columns] = [], ...rows] = readRows<string[]>(import.meta.url, "item-progress.tsv");

const describeStep = (before: ItemProgress, event: FeedEvent): string => {
	const { progress, tell } = nextStep(before, event);
	const said = [
		...(progress.next.kind === before.next.kind ? [] : [progress.next.kind]),
		...(progress.isFirstKnown === before.isFirstKnown ? [] : ["known"]),
		...(progress.heard !== before.heard && progress.heard === "whole" ? ["heard"] : []),
		...(stateOf(progress) === stateOf(before) ? [] : [stateOf(progress)]),
		...(progress.next.kind === before.next.kind && progress.passed > before.passed ? ["line"] : []),
		...(tell?.kind === "line_failed" && progress.next !== before.next ? ["line"] : []),
		...(progress.rest.kind === before.rest.kind ? [] : [progress.rest.kind]),
		...(progress.isLimited === before.isLimited ? [] : ["limited"]),
		...(tell ? [`!${tell.kind === "ended" ? tell.how : tell.kind}`] : []),
	];
	return said.join(", ") || "=";
};

test("each event in each state of an item has its documented effect", () => {
	expect(columns).toEqual(Object.keys(states));
	const found = Object.entries(events).map(([name, event]) => [
		name,
		...Object.values(states).map((progress) => describeStep(progress, event)),
	]);
	expect(found).toEqual(rows);
});

test("after a lead, the same words in other voices come before the item's fallback", () => {
	const event: FeedEvent = { kind: "no_sound", line: first, problem: noCredit };
	const next = (progress: ItemProgress) => nextStep(progress, event).progress.next;
	expect(next({ ...spoken, mayStandIn: true })).toEqual({ kind: "nothing", problem: noCredit });
	expect(next({ ...spoken, hasFallback: false })).toEqual({ kind: "nothing", problem: noCredit });
	expect(next(spoken)).toEqual({ kind: "fallback", problem: noCredit });
	const limited = nextStep({ ...waiting, mayStandIn: true }, { kind: "limited", until: 1 });
	expect(limited.tell).toBeUndefined();
});

test("an item ends as failed by its problem, as cut off, or as heard", () => {
	const end = (progress: Partial<ItemProgress>) =>
		nextStep({ ...spoken, next: { kind: "nothing", problem: undefined }, ...progress }, { kind: "silent" })
			.tell;
	const failed = { kind: "nothing", problem: noCredit } as const;
	expect(end({ heard: "whole" })).toEqual({ kind: "ended", how: "heard" });
	expect(end({})).toEqual({ kind: "ended", how: "failed" });
	expect(end({ heard: "whole", passed: 1, next: failed })).toEqual({
		kind: "ended",
		how: "failed",
		problem: noCredit,
		isUnheard: false,
	});
	expect(end({ next: failed })).toMatchObject({ isUnheard: true });
	const interrupted = { how: "interrupted" } as const;
	expect(end({ heard: "whole", rest: { kind: "cut_off", end: interrupted } })).toMatchObject(interrupted);
	expect(end({ heard: "whole", rest: { kind: "to_pause", end: interrupted } })).toMatchObject({
		how: "heard",
	});
});
