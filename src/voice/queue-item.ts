import { type Problem, type VoiceTrouble, voiceProblem } from "../shared/problem.ts";
import type { Compromise, Line } from "../speech/line.ts";
import type { Payer, SpokenLine } from "../speech/spoken.ts";

/** Events of an item, reported in this order, with `ended` once and last. */
export type ItemEvent =
	/** Items before it have ended: so many are left, which take so long by estimate, in ms. */
	| { readonly kind: "advanced"; readonly before: number; readonly waitMs: number }
	/** Its first word is next. */
	| { readonly kind: "started" }
	/** The Line that comes next is the item's first that isn't spoken as it was asked for. */
	| { readonly kind: "compromised"; readonly compromise: Compromise }
	/** A Line was left out, or only begun, and the item continues. Without a problem it was a bug, which is logged. */
	| {
			readonly kind: "line_failed";
			readonly line: Line;
			readonly heard: boolean;
			readonly problem: Problem | undefined;
	  }
	/** The service limits requests: the item waits, perhaps until then, in ms since the epoch. May come before `started`. */
	| { readonly kind: "limited"; readonly until: number }
	/** It is next, nothing is heard, and the service hasn't answered for a while; or has now. */
	| { readonly kind: "late"; readonly late: boolean }
	/** Herald can't be heard at the moment: the item waits. */
	| { readonly kind: "hindered"; readonly trouble: VoiceTrouble }
	| { readonly kind: "heard_again" }
	/** Herald was moved to another channel and continues there. */
	| { readonly kind: "moved"; readonly channelId: string }
	/** A listener would like it to be skipped, and more must agree. */
	| {
			readonly kind: "voted";
			readonly itemId: string;
			readonly channelId: string;
			readonly by: string;
			readonly votes: number;
			readonly needed: number;
	  }
	| ({ readonly kind: "ended" } & ItemEnd);

/** A member, or the listeners, who voted. */
type ItemEnder = { readonly userId: string } | "vote";

/**
 * How an item ended: `heard` if any of its Lines was played to the end; `skipped` alone or with all of its member's;
 * `failed` with the account's problem and whether no Line was heard, or without one if every Line failed by itself;
 * `left` with what removed Herald from the channel, or without if it was asked to leave; `interrupted` if Herald is being
 * stopped; `withdrawn` by its source, by `withdraw` or a `mayStart` that returned false.
 */
export type ItemEnd =
	| { readonly how: "heard" | "withdrawn" }
	| { readonly how: "skipped"; readonly by?: ItemEnder; readonly withAll?: boolean }
	| { readonly how: "stopped"; readonly by?: ItemEnder }
	| { readonly how: "failed"; readonly problem?: Problem; readonly isUnheard?: boolean }
	| { readonly how: "left"; readonly trouble?: VoiceTrouble }
	| { readonly how: "interrupted" };

export interface ItemLines {
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

/** Writes an item in Herald's own voices, as the service has a Problem. @returns undefined where none reads it */
export type WriteInOwnVoices = (written: ItemLines, why: Problem) => Promise<ItemLines | undefined>;

/** Pays for an item. */
export interface ItemPayer extends Payer {
	/**
	 * Called once, after `ended` and when nothing more of the item is asked for, with all its finished Lines, heard or not,
	 * lead and fallback too.
	 */
	settle(made: readonly SpokenLine[]): Promise<void>;
}

export interface QueueItem extends ItemLines {
	readonly userId: string;
	/** The id of another member whose words these are. */
	readonly authorId?: string | undefined;
	/** The id of the message whose words these are. */
	readonly messageId?: string | undefined;
	readonly payer: ItemPayer;
	/** Speech that members asked for goes before messages that aren't playing yet, and a page of a book behind both. */
	readonly priority: "asked" | "read" | "page";
	/** Whether it comes before others of its priority that wait, but for one behind each such item. */
	readonly goesFirst?: boolean;
	/** Where Herald's own voices may say it: used when the service is silent before anything of it was heard. */
	readonly inOwnVoices?: WriteInOwnVoices | undefined;
	/** Asked right before its first packet; false ends it as `withdrawn`, a problem as `failed`. */
	readonly mayStart?: () => boolean | Problem;
	readonly onEvent: (event: ItemEvent) => void;
	/** Called with the index of the Line that is next. What is thrown here isn't caught. */
	readonly onLine?: (index: number) => void;
}

/** The higher, the sooner an item gives way to another. */
export const ranks = { asked: 0, read: 1, page: 2 } as const satisfies Record<QueueItem["priority"], number>;

/**
 * An item's way through the queue, which ends with `ended`: `waiting`, it can be rewritten and others may go before it;
 * `next`, its first sound is with playback; `playing`, its first packet has gone out; perhaps `held_up` and `playing` again,
 * its lead was heard, the rest isn't there, and others may go before that.
 */
export type ItemState = "waiting" | "next" | "playing" | "held_up";

/** Whether others may be heard before an item. */
export const givesWay = ({ state }: Pick<QueuedItem, "state">): boolean =>
	state === "waiting" || state === "held_up";

/** An item in a queue, as it is now: a change makes another one with the same id. */
export interface QueuedItem extends QueueItem {
	/** Never reused: an old button can't affect another item. */
	readonly id: string;
	/** The ids of members who pressed Skip. */
	readonly votes: readonly string[];
	readonly state: ItemState;
}

/** A source of items that no member waits for: queues ask for them when they are nearly needed. */
export interface ItemSource {
	readonly priority: Exclude<QueueItem["priority"], "asked">;
	/**
	 * Adds its next item to a guild's queue, at once or when it is prepared.
	 *
	 * @returns false if there is none for now: when there may be, `SessionControl.refill` is to be called
	 */
	next(guildId: string, add: (item: QueueItem) => QueuedItem): boolean | Promise<boolean>;
	/** Ends all of a member's items that come from here, also those in the queue. @returns how many */
	skipAll?(guildId: string, userId: string): number;
	/** Items from here waited in a channel when Herald ended without a stop. */
	onCutOff?(guildId: string, channelId: string): void;
}

const queueMaxItems = 50;
const queueMaxMs = 10 * 60_000;
/** Keeps one member from crowding out all others. */
const queueMaxItemsPerMember = 5;

export type QueueLoad = Pick<QueueItem, "userId" | "estimateMs">;

/**
 * Checks whether a queue can take one more item.
 *
 * @param queue - what plays and waits before it
 * @param textMaxMs - the longest item, as the guild wants it
 * @throws a Problem `voice`, with the limit that is reached
 */
export const admitItem = (queue: readonly QueueLoad[], item: QueueLoad, textMaxMs: number): void => {
	const refuse = (
		reason: "queue_full" | "queue_too_long" | "too_many_of_yours" | "text_too_long",
		limit: number,
	): never => {
		throw voiceProblem({ reason, limit });
	};
	if (item.estimateMs > textMaxMs) refuse("text_too_long", textMaxMs / 1_000);
	if (queue.filter(({ userId }) => userId === item.userId).length >= queueMaxItemsPerMember)
		refuse("too_many_of_yours", queueMaxItemsPerMember);
	if (queue.length >= queueMaxItems) refuse("queue_full", queueMaxItems);
	if (sumMs(queue) + item.estimateMs > queueMaxMs) refuse("queue_too_long", queueMaxMs / 1_000);
};

/** @returns how long items take together, in ms */
export const sumMs = (queue: readonly QueueLoad[]): number =>
	queue.reduce((sum, { estimateMs }) => sum + estimateMs, 0);
