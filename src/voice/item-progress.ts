import type { Problem } from "../shared/problem.ts";
import { type Compromise, isStandIn, type Line } from "../speech/line.ts";
import type { ItemEnd, ItemEvent, ItemState, QueueItem } from "./queue-item.ts";

/** What of an item is passed on to playback next. */
export type NextSound =
	/** A Line of its lead; `isLed` after one of these was passed on. */
	| { readonly kind: "lead"; readonly at: number; readonly isLed: boolean }
	/** Its first own Line, while the lead is heard: whether that Line can be made isn't known yet. */
	| { readonly kind: "first_line" }
	/** The same after the lead: others may be heard meanwhile. */
	| { readonly kind: "held_up" }
	| { readonly kind: "line"; readonly at: number; readonly isLed: boolean }
	| { readonly kind: "fallback"; readonly problem: Problem | undefined }
	/** Nothing: what was passed on is heard to its end. The problem ended it before its last Line. */
	| { readonly kind: "nothing"; readonly problem: Problem | undefined };

/** How much of an item may still be passed on; what is cut off has that end. */
type Rest =
	| { readonly kind: "all" }
	| { readonly kind: "to_pause"; readonly end: ItemEnd }
	| { readonly kind: "cut_off"; readonly end: ItemEnd };

/** How far an item has come: all that its delivery depends on. */
export interface ItemProgress {
	readonly leads: number;
	readonly lines: readonly Line[];
	readonly hasFallback: boolean;
	/** Whether Herald's own voices may say it in the service's place, and don't yet. */
	readonly mayStandIn: boolean;
	readonly next: NextSound;
	/** `next` with playback, `begun` from its first packet, `whole` if one of its own Lines was heard to the end. */
	readonly heard: "nothing" | "next" | "begun" | "whole";
	/** Own Lines that were passed on. */
	readonly passed: number;
	/** Whether it is known what became of the first of them. */
	readonly isFirstKnown: boolean;
	readonly rest: Rest;
	/** The service has refused a request for it for now. */
	readonly isLimited: boolean;
	readonly compromises: readonly Compromise[];
}

/** What happens to an item on its way. */
export type DeliveryEvent =
	/**
	 * It is the item to be heard. `isLast`: nothing was played since its lead; `isSilent`: its only Line couldn't be made.
	 */
	| { readonly kind: "turn"; readonly isLast: boolean; readonly isSilent: boolean }
	| { readonly kind: "first_known" }
	| { readonly kind: "lead_over" }
	/** What is next has a sound, which is passed on unless the item is cut off by that. */
	| { readonly kind: "sound" }
	/** What is next has none. Without a problem it was a bug. */
	| { readonly kind: "no_sound"; readonly line: Line; readonly problem: Problem | undefined }
	/** There is no such Line any more. */
	| { readonly kind: "no_line" }
	| { readonly kind: "started" }
	/** A sound was played or dropped; `isOwn`: of its own Lines; `failure`: what came to be missing while it was heard. */
	| {
			readonly kind: "played";
			readonly line: Line;
			readonly isWhole: boolean;
			readonly isOwn: boolean;
			readonly failure: { readonly problem?: Problem } | undefined;
	  }
	/** All that was passed on is over. */
	| { readonly kind: "silent" }
	/** It is to end at its next pause. */
	| { readonly kind: "drained"; readonly end: ItemEnd }
	/** It may not be heard. */
	| { readonly kind: "refused"; readonly end: ItemEnd }
	| Extract<ItemEvent, { readonly kind: "compromised" | "limited" | "late" }>;

/** What an event makes of an item, and what its owner is told. */
export interface ItemStep {
	readonly progress: ItemProgress;
	readonly tell?: ItemEvent;
}

/** @returns an item's progress before anything of it is passed on */
export const beginItem = ({ lead = [], lines, fallback, inOwnVoices }: QueueItem): ItemProgress => ({
	leads: lead.length,
	lines,
	hasFallback: fallback !== undefined,
	mayStandIn: inOwnVoices !== undefined && !lines.some(({ standIn }) => isStandIn(standIn)),
	next: { kind: "lead", at: 0, isLed: false },
	heard: "nothing",
	passed: 0,
	isFirstKnown: false,
	rest: { kind: "all" },
	isLimited: false,
	compromises: [],
});

export const stateOf = ({ next, heard }: ItemProgress): ItemState => {
	if (next.kind === "held_up") return "held_up";
	if (heard === "nothing") return "waiting";
	return heard === "next" ? "next" : "playing";
};

/** Decides what follows an event; the same progress and event always have the same step. */
export const nextStep = (progress: ItemProgress, event: DeliveryEvent): ItemStep => {
	const { next, heard, rest, compromises } = progress;
	switch (event.kind) {
		case "turn":
			return { progress: { ...progress, next: begin(progress, event) } };
		case "first_known":
			return { progress: { ...progress, isFirstKnown: true } };
		case "lead_over":
			return { progress: next.kind === "first_line" ? endLead(progress) : progress };
		case "sound":
			return { progress: rest.kind === "all" ? passOn(progress) : cutOff(progress, rest.end) };
		case "no_sound":
			return leaveOut(progress, event);
		case "no_line":
			return { progress: endEarly(progress) };
		case "started":
			return heard === "next"
				? { progress: { ...progress, heard: "begun" }, tell: { kind: "started" } }
				: { progress };
		case "played":
			return play(progress, event);
		case "silent":
			return { progress, tell: { kind: "ended", ...endOf(progress) } };
		case "drained":
			return {
				progress: {
					...progress,
					rest: { kind: rest.kind === "all" ? "to_pause" : rest.kind, end: event.end },
				},
			};
		case "refused":
			return { progress, tell: { kind: "ended", ...event.end } };
		case "compromised": {
			const { compromise } = event;
			if (compromises.includes(compromise)) return { progress };
			return { progress: { ...progress, compromises: [...compromises, compromise] }, tell: event };
		}
		case "limited":
			// Where others may speak, nothing waits for that.
			if (progress.mayStandIn) return { progress };
			return { progress: { ...progress, isLimited: stateOf(progress) === "waiting" }, tell: event };
		case "late":
			return { progress, tell: event };
	}
};

/** A lead that was heard already is heard again where others were heard meanwhile; with nothing to come, it isn't. */
const begin = (
	{ next, leads }: ItemProgress,
	{ isLast, isSilent }: Extract<DeliveryEvent, { readonly kind: "turn" }>,
): NextSound => {
	if (next.kind !== "lead" && next.kind !== "held_up") return next;
	const isLed = next.kind === "held_up" && isLast;
	const isLeadDone = isLed || isSilent || leads === 0;
	return isLeadDone ? { kind: "line", at: 0, isLed } : { kind: "lead", at: 0, isLed: false };
};

/** Its own Lines follow the lead, or others may be heard meanwhile. */
const endLead = (progress: ItemProgress): ItemProgress => ({
	...progress,
	...(progress.isFirstKnown || progress.rest.kind !== "all"
		? { next: { kind: "line", at: 0, isLed: true } }
		: { next: { kind: "held_up" }, isLimited: false }),
});

const afterLead = (progress: ItemProgress, at: number, isLed: boolean): NextSound => {
	if (at < progress.leads) return { kind: "lead", at, isLed };
	const isAwaited = isLed && !progress.isFirstKnown && progress.lines.length > 0;
	return isAwaited ? { kind: "first_line" } : { kind: "line", at: 0, isLed };
};

const passOn = (progress: ItemProgress): ItemProgress => {
	const { next, heard, passed } = progress;
	const passedOn = { ...progress, heard: heard === "nothing" ? "next" : heard };
	switch (next.kind) {
		case "lead":
			return { ...passedOn, next: afterLead(progress, next.at + 1, true) };
		case "line":
			return { ...passedOn, passed: passed + 1, next: { ...next, at: next.at + 1 } };
		case "fallback":
			return { ...passedOn, next: { ...next, kind: "nothing" } };
		case "first_line":
		case "held_up":
		case "nothing":
			return progress;
	}
};

const leaveOut = (
	progress: ItemProgress,
	{ line, problem }: Extract<DeliveryEvent, { readonly kind: "no_sound" }>,
): ItemStep => {
	const { next, rest, lines } = progress;
	if (next.kind === "fallback") return { progress: { ...progress, next: { ...next, kind: "nothing" } } };
	if (rest.kind !== "all") return { progress: cutOff(progress, rest.end) };
	if (next.kind === "lead")
		return { progress: { ...progress, next: afterLead(progress, next.at + 1, next.isLed) } };
	if (next.kind !== "line") return { progress };
	if (problem?.endsText) return { progress: endLines(progress, problem) };
	return {
		progress: { ...progress, next: { ...next, at: next.at + 1 } },
		tell: { kind: "line_failed", line: lines[next.at] ?? line, heard: false, problem },
	};
};

/** After a lead, its fallback is heard in the place of Lines that nobody can say. */
const endLines = (progress: ItemProgress, problem?: Problem): ItemProgress => {
	const { next, passed, rest, hasFallback, mayStandIn } = progress;
	if (next.kind === "nothing") return progress;
	const isForOthers = mayStandIn && problem?.isOfService === true;
	const isLed = next.kind === "line" && next.isLed && passed === 0;
	const fallsBack = isLed && hasFallback && rest.kind === "all" && !isForOthers;
	return { ...progress, next: { kind: fallsBack ? "fallback" : "nothing", problem } };
};

const endEarly = (progress: ItemProgress): ItemProgress => {
	const { next, rest, lines } = progress;
	if (next.kind === "fallback") return { ...progress, next: { ...next, kind: "nothing" } };
	const isAll = next.kind === "nothing" || (next.kind === "line" && next.at >= lines.length);
	return isAll || rest.kind === "all" ? endLines(progress) : cutOff(progress, rest.end);
};

/** What is drained ends so where something of it would still come. */
const cutOff = (progress: ItemProgress, end: ItemEnd): ItemProgress => ({
	...progress,
	next: { kind: "nothing", problem: undefined },
	rest: { kind: "cut_off", end },
});

const play = (
	progress: ItemProgress,
	{ line, isWhole, isOwn, failure }: Extract<DeliveryEvent, { readonly kind: "played" }>,
): ItemStep => {
	const { rest } = progress;
	// It was heard while it was made, but for what couldn't be made.
	if (isWhole && failure)
		return { progress, tell: { kind: "line_failed", line, heard: true, problem: failure.problem } };
	if (isWhole) return { progress: isOwn ? { ...progress, heard: "whole" } : progress };
	return { progress: rest.kind === "all" ? progress : cutOff(progress, rest.end) };
};

/** @returns how an item ended, once all that was passed on has been played: `heard` if one of its own Lines was */
const endOf = ({ rest, heard, passed, next }: ItemProgress): ItemEnd => {
	if (rest.kind === "cut_off") return rest.end;
	const problem = next.kind === "nothing" ? next.problem : undefined;
	if (heard === "whole" && !problem) return { how: "heard" };
	return { how: "failed", ...(problem && { problem, isUnheard: passed === 0 }) };
};
