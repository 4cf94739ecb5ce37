import type { Problem, VoiceTrouble } from "../problem.ts";
import type { Line } from "../speech/line.ts";
import type { SpokenLine } from "../speech/spoken.ts";

/** What becomes of a text: told to whoever asked for it, in this order, `ended` once and last. */
export type TextEvent =
	/** Its first word is next. */
	| { readonly kind: "started" }
	/** A Line that is left out; the text goes on. Without a problem it was a bug, and is logged. */
	| { readonly kind: "line_failed"; readonly line: Line; readonly problem: Problem | undefined }
	/** Herald may not be heard for now: it waits. */
	| { readonly kind: "hindered"; readonly trouble: VoiceTrouble }
	| { readonly kind: "heard_again" }
	/** Herald was taken to another channel, and goes on there. */
	| { readonly kind: "moved"; readonly channelId: string }
	| ({ readonly kind: "ended" } & TextEnd);

/**
 * How a text ended: `heard` when anything of it was played to its end; `failed` with the account's problem, or without one
 * when every Line failed by itself; `left` with what took Herald out of the channel, or without when it was asked to leave.
 */
export type TextEnd =
	| { readonly how: "heard" | "skipped" | "stopped" }
	| { readonly how: "failed"; readonly problem?: Problem }
	| { readonly how: "left"; readonly trouble?: VoiceTrouble };

/** A text for a channel. */
export interface ChannelText {
	readonly userId: string;
	readonly lines: readonly Line[];
	/** By the words in it. */
	readonly estimateMs: number;
	readonly onEvent: (event: TextEvent) => void;
	/** Called once, after `ended` and when nothing more of it is made, with the sound of all its Lines that came, heard or not. */
	readonly onSettled: (made: readonly SpokenLine[]) => void;
}

/** A text in the queue. */
export interface QueuedText extends ChannelText {
	/** Never given twice: a button that outlives its text means no other. */
	readonly id: string;
	/** Who pressed Skip. */
	readonly votes: Set<string>;
	readonly playing: boolean;
}
