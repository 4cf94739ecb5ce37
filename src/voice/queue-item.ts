import type { Logger } from "@herald/common/log.ts";
import { type Problem, type VoiceTrouble, voiceProblem } from "../shared/problem.ts";
import type { Line } from "../speech/line.ts";
import type { MadeLine } from "../speech/spoken.ts";
import type { Payer } from "../speech/usage.ts";

/** What happens to a text, reported to whoever requested it in this order, with `ended` once and last. */
export type TextEvent =
	/** Texts before it have ended: so many are left, which take so long by estimate, in ms. */
	| { readonly kind: "advanced"; readonly before: number; readonly waitMs: number }
	/** Its first word is next. */
	| { readonly kind: "started" }
	/** What is next is the first of it that had to be spoken without its style. */
	| { readonly kind: "without_style" }
	/** A Line was left out and the text continues. Without a problem it was a bug, which is logged. */
	| { readonly kind: "line_failed"; readonly line: Line; readonly problem: Problem | undefined }
	/** The service limits requests: the text waits, perhaps until then, in ms since the epoch. Told even before its turn. */
	| { readonly kind: "limited"; readonly until: number }
	/** Herald can't be heard at the moment: the text waits. */
	| { readonly kind: "hindered"; readonly trouble: VoiceTrouble }
	| { readonly kind: "heard_again" }
	/** Herald was moved to another channel and continues there. */
	| { readonly kind: "moved"; readonly channelId: string }
	/** A listener would like it to be skipped, and more must agree. */
	| {
			readonly kind: "voted";
			/** Of the text, for a button. */
			readonly textId: string;
			readonly channelId: string;
			/** Who was first to vote. */
			readonly by: string;
			readonly votes: number;
			readonly needed: number;
	  }
	| ({ readonly kind: "ended" } & TextEnd);

/** Who ended a text: a member, by their id, or the listeners, who voted. */
type EndedBy = { readonly userId: string } | "vote";

/**
 * How a text ended: `heard` if any of its Lines was played to the end; `skipped` alone or with all of its member's;
 * `failed` with the account's problem, or without
 * one if every Line failed by itself; `left` with what removed Herald from the channel, or without if it was asked to
 * leave; `interrupted` if Herald is being stopped; `withdrawn` by its source, which knows why: `withdraw`, or a
 * `mayStart` that said no.
 */
export type TextEnd =
	| { readonly how: "heard" | "withdrawn" }
	| { readonly how: "skipped"; readonly by?: EndedBy; readonly withAll?: boolean }
	| { readonly how: "stopped"; readonly by?: EndedBy }
	| { readonly how: "failed"; readonly problem?: Problem }
	| { readonly how: "left"; readonly trouble?: VoiceTrouble }
	| { readonly how: "interrupted" };

/** What is heard of a text. */
export interface WrittenText {
	readonly lines: readonly Line[];
	/**
	 * Heard before the Lines, from when the first of those has been requested, so that it fills the wait: with nothing to
	 * come it isn't heard. One of these that can't be made is left out without a word.
	 */
	readonly lead?: readonly Line[];
	/** Heard after a lead when none of the Lines could be made, so that the lead doesn't hang in the air. */
	readonly fallback?: Line;
	/** By the words in it. */
	readonly estimateMs: number;
}

/** A text for a channel. */
export interface ChannelText extends WrittenText {
	readonly userId: string;
	/** Who pays for its Lines. */
	readonly payer: Payer;
	/**
	 * What members asked for goes before all of what is only read aloud to them and isn't playing yet, and a page of a
	 * book behind both.
	 */
	readonly priority: "asked" | "read" | "page";
	/** Asked right before its first packet; false ends it as `withdrawn`. */
	readonly mayStart?: () => boolean;
	readonly onEvent: (event: TextEvent) => void;
	/** Told which of the Lines is next, by its place among them. What is thrown here isn't caught. */
	readonly onLine?: (index: number) => void;
	/**
	 * Called once, after `ended` and when nothing more of it is asked for, with all its finished Lines, heard or not, lead
	 * and fallback too.
	 */
	readonly onSettled: (made: readonly MadeLine[]) => void;
}

/** The higher, the sooner a text gives way to another. */
export const ranks = { asked: 0, read: 1, page: 2 } as const satisfies Record<
	ChannelText["priority"],
	number
>;

/** A text in the queue. */
export interface QueuedText extends ChannelText {
	/** Never reused: an old button can't affect another text. */
	readonly id: string;
	/** Who pressed Skip. */
	readonly votes: Set<string>;
	readonly playing: boolean;
}

/** Where texts come from that nobody waits for: queues ask for them when they are nearly needed. */
export interface TextSource {
	/** Its rank: that of its texts. */
	readonly priority: Exclude<ChannelText["priority"], "asked">;
	/**
	 * Adds its next text to a guild's queue, at once or when it is prepared.
	 *
	 * @returns false if there is none for now: when there may be, `VoiceSessions.refill` is to be called
	 */
	next(guildId: string, add: (text: ChannelText) => QueuedText): boolean | Promise<boolean>;
	/** Ends all of a member's texts that come from here, also those in the queue. @returns how many */
	skipAll?(guildId: string, userId: string): number;
	/** Texts from here waited in a channel when Herald ended without a stop. */
	onCutOff?(guildId: string, channelId: string): void;
}

/** Texts waiting or playing in a guild: with more, nobody remembers what they asked for. */
const queueMaxTexts = 50;
/** Everything waiting and playing together, by estimate. */
const queueMaxMs = 10 * 60_000;
/** Keeps one member from crowding out everybody else. */
const queueMaxTextsPerMember = 5;

/** What a queue's limits depend on. */
export interface Waiting {
	readonly userId: string;
	/** By the words in it. */
	readonly estimateMs: number;
}

/**
 * Checks whether a queue can take one more text.
 *
 * @param queue - what plays and waits before it
 * @param textMaxMs - the longest text, as the guild wants it
 * @throws a Problem `voice`, with the limit that is reached
 */
export const admitText = (queue: readonly Waiting[], text: Waiting, textMaxMs: number): void => {
	const refuse = (
		reason: "queue_full" | "queue_too_long" | "too_many_of_yours" | "text_too_long",
		limit: number,
	): never => {
		throw voiceProblem({ reason, limit });
	};
	if (text.estimateMs > textMaxMs) refuse("text_too_long", textMaxMs / 1_000);
	if (queue.filter(({ userId }) => userId === text.userId).length >= queueMaxTextsPerMember)
		refuse("too_many_of_yours", queueMaxTextsPerMember);
	if (queue.length >= queueMaxTexts) refuse("queue_full", queueMaxTexts);
	if (sumMs(queue) + text.estimateMs > queueMaxMs) refuse("queue_too_long", queueMaxMs / 1_000);
};

/** How long these take together, in ms. */
export const sumMs = (queue: readonly Waiting[]): number =>
	queue.reduce((sum, { estimateMs }) => sum + estimateMs, 0);

/** Tells whoever queued a text what happens to it. What fails there is logged, and keeps nothing else from being heard. */
export const reportEvent = ({ onEvent }: ChannelText, event: TextEvent, logger: Logger): void => {
	try {
		onEvent(event);
	} catch (error) {
		logger.error({ event: "text_not_told", err: error }, "could not report what happened to a text");
	}
};

/** Tells whoever queued a text what was made of it, when that is known. What fails there is logged. */
export const reportMade = (
	{ onSettled }: ChannelText,
	made: Promise<readonly MadeLine[]>,
	logger: Logger,
): void => {
	made
		.then(onSettled)
		.catch((error: unknown) =>
			logger.error({ event: "speech_not_counted", err: error }, "could not count the speech of a text"),
		);
};
