import type { Problem } from "../shared/problem.ts";
import { type Compromise, isStandIn, type Line } from "../speech/line.ts";
import type { ItemEnd, ItemEvent, ItemState, QueueItem } from "./voice-channels.ts";

/** The sound of an item that is passed on to playback next. */
export type NextSound =
	/** A Line of the item's lead. `isLed`: whether an earlier Line of the lead was passed on. */
	| { readonly kind: "lead"; readonly at: number; readonly isLed: boolean }
	/** The item's first own Line, while its lead plays. It isn't known yet whether this Line can be made. */
	| { readonly kind: "first_line" }
	/**
	 * The item's first own Line, if its lead ended before that Line was made. Until the Line is made, other items may
	 * play.
	 */
	| { readonly kind: "held_up" }
	/** One of the item's own Lines. `isLed`: whether the item's lead was passed on before its own Lines. */
	| { readonly kind: "line"; readonly at: number; readonly isLed: boolean }
	/** The fallback. `problem`: what ended the item's Lines, if anything did. */
	| { readonly kind: "fallback"; readonly problem: Problem | undefined }
	/**
	 * No more sounds follow. Those that were passed on play to their end. `problem`: what ended the item before its last
	 * Line, if anything did.
	 */
	| { readonly kind: "nothing"; readonly problem: Problem | undefined };

/** How much of an item may still be passed on. */
type Rest =
	/** All that is left. */
	| { readonly kind: "all" }
	/** Nothing after the playing sound, which ends at its next pause. */
	| { readonly kind: "to_pause"; readonly end: ItemEnd }
	/** Nothing. The item ends with `end` when its sounds have ended. */
	| { readonly kind: "cut_off"; readonly end: ItemEnd };

/** An item's progress: everything that its feeder depends on. */
export interface ItemProgress {
	readonly leads: number;
	readonly lines: readonly Line[];
	readonly hasFallback: boolean;
	/** Whether Herald's own voices may say the item if the service fails, and don't say it yet. */
	readonly mayStandIn: boolean;
	readonly next: NextSound;
	/**
	 * How far the item was heard. `nothing`: no sound was passed to playback. `next`: a sound is with playback. `begun`:
	 * the item's first packet was sent. `whole`: at least one of the item's own Lines, not its lead or fallback, has played to
	 * the end.
	 */
	readonly heard: "nothing" | "next" | "begun" | "whole";
	/** How many own Lines were passed on. */
	readonly passed: number;
	/** Whether the first own Line's sound has come, or that Line has failed. */
	readonly isFirstKnown: boolean;
	readonly rest: Rest;
	/** Whether the service's rate limit delays the item. */
	readonly isLimited: boolean;
	readonly compromises: readonly Compromise[];
}

export type FeedEvent =
	/**
	 * The item is the next one to be played. `isLast`: no other item has played since this item's lead. `isSilent`: its
	 * only Line couldn't be made.
	 */
	| { readonly kind: "turn"; readonly isLast: boolean; readonly isSilent: boolean }
	| { readonly kind: "first_known" }
	| { readonly kind: "lead_over" }
	/** The next sound was made. It is passed on, unless the item must end. */
	| { readonly kind: "sound" }
	/** The next sound couldn't be made. If `problem` is undefined, the cause was a bug. */
	| { readonly kind: "no_sound"; readonly line: Line; readonly problem: Problem | undefined }
	| { readonly kind: "no_line" }
	| { readonly kind: "started" }
	/**
	 * A sound has played or was dropped. `isWhole`: no part of it was dropped. `isOwn`: it is one of the item's own
	 * Lines, not its lead or fallback. `failure`: the rest of the sound couldn't be made while it played.
	 */
	| {
			readonly kind: "played";
			readonly line: Line;
			readonly isWhole: boolean;
			readonly isOwn: boolean;
			readonly failure: { readonly problem?: Problem } | undefined;
	  }
	/** All sounds that were passed on have ended. */
	| { readonly kind: "silent" }
	/** The item must end at its next pause. */
	| { readonly kind: "drained"; readonly end: ItemEnd }
	| Extract<ItemEvent, { readonly kind: "compromised" | "limited" | "late" }>;

/** An item's progress after an event, and what its owner is told. */
export interface ItemStep {
	readonly progress: ItemProgress;
	readonly tell?: ItemEvent;
}

/**
 * @param hasOwnVoices - whether Herald's own voices can stand in for the service's
 * @returns an item's progress before anything of it is passed on
 */
export const beginItem = (
	{ lead = [], lines, fallback, standInFor }: QueueItem,
	hasOwnVoices: boolean,
): ItemProgress => ({
	leads: lead.length,
	lines,
	hasFallback: fallback !== undefined,
	mayStandIn: hasOwnVoices && standInFor !== undefined && !lines.some(({ standIn }) => isStandIn(standIn)),
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

/** Decides what follows an event. The same progress and event always lead to the same step. */
export const nextStep = (progress: ItemProgress, event: FeedEvent): ItemStep => {
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
		case "compromised": {
			const { compromise } = event;
			if (compromises.includes(compromise)) return { progress };
			return { progress: { ...progress, compromises: [...compromises, compromise] }, tell: event };
		}
		case "limited":
			// If Herald's own voices may speak, the item doesn't wait for a rate limit.
			if (progress.mayStandIn) return { progress };
			return { progress: { ...progress, isLimited: stateOf(progress) === "waiting" }, tell: event };
		case "late":
			return { progress, tell: event };
	}
};

/** Repeats the lead if another item has played since the lead. Skips the lead if nothing would follow it. */
const begin = (
	{ next, leads }: ItemProgress,
	{ isLast, isSilent }: Extract<FeedEvent, { readonly kind: "turn" }>,
): NextSound => {
	if (next.kind !== "lead" && next.kind !== "held_up") return next;
	const isLed = next.kind === "held_up" && isLast;
	const isLeadDone = isLed || isSilent || leads === 0;
	return isLeadDone ? { kind: "line", at: 0, isLed } : { kind: "lead", at: 0, isLed: false };
};

/** After the lead, goes on with the item's own Lines, or lets other items play until they can be made. */
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
	{ line, problem }: Extract<FeedEvent, { readonly kind: "no_sound" }>,
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

/**
 * Ends an item's Lines. If only its lead was passed on, the fallback follows, unless the item must end early, or
 * Herald's own voices may still say the item.
 */
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

/** Ends an item early, with the end that was set when it was drained. */
const cutOff = (progress: ItemProgress, end: ItemEnd): ItemProgress => ({
	...progress,
	next: { kind: "nothing", problem: undefined },
	rest: { kind: "cut_off", end },
});

const play = (
	progress: ItemProgress,
	{ line, isWhole, isOwn, failure }: Extract<FeedEvent, { readonly kind: "played" }>,
): ItemStep => {
	const { rest } = progress;
	// The sound began to play while it was being made, and its rest couldn't be made.
	if (isWhole && failure)
		return { progress, tell: { kind: "line_failed", line, heard: true, problem: failure.problem } };
	if (isWhole) return { progress: isOwn ? { ...progress, heard: "whole" } : progress };
	return { progress: rest.kind === "all" ? progress : cutOff(progress, rest.end) };
};

/**
 * @returns how an item ended, once all its sounds have ended. If the item was cut off, the end that was set for that;
 * otherwise `heard` if one of its own Lines was played to the end and no problem ended the item, else `failed`
 */
const endOf = ({ rest, heard, passed, next }: ItemProgress): ItemEnd => {
	if (rest.kind === "cut_off") return rest.end;
	const problem = next.kind === "nothing" ? next.problem : undefined;
	if (heard === "whole" && !problem) return { how: "heard" };
	return { how: "failed", ...(problem && { problem, isUnheard: passed === 0 }) };
};
