import { EventEmitter } from "node:events";
import type { Logger } from "@herald/common/log.ts";
import type { Payer } from "../budget/payer.ts";
import type { TextAuthor } from "../shared/party.ts";
import { type Problem, type VoiceTrouble, voiceProblem } from "../shared/problem.ts";
import type { Compromise, Line, SpokenLine } from "../speech/line.ts";

export interface JoinResult {
	readonly channelId: string;
	readonly trouble: VoiceTrouble | undefined;
}

export interface QueuePosition extends JoinResult {
	readonly item: QueuedItem;
	readonly before: number;
	/** The estimated duration of the items before this one, in ms. */
	readonly waitMs: number;
}

/**
 * Why Herald leaves a channel by itself. `alone`: nobody listens. `idle`: nothing is spoken, or Herald can't be heard.
 */
export type LeaveReason = "alone" | "idle";

/**
 * Why a session began or went on in another channel. `join`: a member had Herald join. `restart`: Herald rejoined its
 * channel after a restart. `move`: the session went on in another channel.
 */
export type OpenReason = "join" | "restart" | "move";

/**
 * Why a session is over. `asked`: a member asked Herald to leave. `stopping`: Herald is stopping. A trouble's reason:
 * Herald couldn't join, or couldn't stay.
 */
export type GoneReason = "asked" | LeaveReason | "stopping" | VoiceTrouble["reason"];

/** Is told which channels Herald is in, and when the people there change. Errors of its `on` methods are logged. */
export interface VoiceWatcher {
	/**
	 * Herald is connected to a channel, for the first time or after a move.
	 *
	 * @param userId - the member for whom Herald joined; undefined after a restart or a moderator's move
	 */
	onOpened(guildId: string, channelId: string, by: OpenReason, userId?: string): void;
	/**
	 * A member has joined or left, or their permissions may have changed, in a guild where Herald is in voice. May be
	 * called without a change.
	 *
	 * @param userId - the member, if only one is concerned
	 * @param channelId - Herald's channel
	 */
	onPeople(guildId: string, userId: string | undefined, channelId: string): void;
	/** The session is over, and all its items have ended. Herald may still be leaving. */
	onGone(guildId: string, channelId: string, by: GoneReason): void;
	/** Called after a crash, for each channel where messages waited to be read. */
	onCutOff(guildId: string, channelId: string): void;
	/**
	 * Ends a member's messages that wait to be read or are in the queue, and their book in a voice channel.
	 *
	 * @returns how many were ended
	 */
	skipAll(guildId: string, userId: string): number;
}

/** All watchers of the voice sessions. */
export class VoiceWatchers {
	readonly #logger: Logger;
	readonly #all: Partial<VoiceWatcher>[] = [];

	constructor(logger: Logger) {
		this.#logger = logger;
	}

	add(watcher: Partial<VoiceWatcher>): void {
		this.#all.push(watcher);
	}

	/** Notifies all watchers. If one throws, the error is logged and the others are still notified. */
	notify(notify: (watcher: Partial<VoiceWatcher>) => void): void {
		for (const watcher of this.#all)
			try {
				notify(watcher);
			} catch (err) {
				this.#logger.error(
					{ event: "voice_not_told", err },
					"could not report what happened to a voice session",
				);
			}
	}

	/** Has all watchers end a member's messages and book. @returns how many were ended */
	skipAll(guildId: string, userId: string): number {
		return this.#all.reduce((sum, watcher) => sum + (watcher.skipAll?.(guildId, userId) ?? 0), 0);
	}
}

/** Calls back with true when Herald has joined a first voice channel, and with false when it has left the last one. */
export const watchWhetherHeard = (
	watchers: Pick<VoiceWatchers, "add">,
	onChange: (isHeard: boolean) => void,
): void => {
	const guilds = new Set<string>();
	watchers.add({
		onOpened: (guildId) => {
			if (guilds.size === 0) onChange(true);
			guilds.add(guildId);
		},
		onGone: (guildId) => {
			if (guilds.delete(guildId) && guilds.size === 0) onChange(false);
		},
	});
};

/** Events of an item. `ended` comes once, as the last one. */
export type ItemEvent =
	/** The item's place may have changed: `before` items are before it, which will take about `waitMs`. */
	| { readonly kind: "advanced"; readonly before: number; readonly waitMs: number }
	/** The item's first packet has been sent. */
	| { readonly kind: "started" }
	/** A Line begins that isn't spoken as asked. Each kind of compromise is reported once per item. */
	| { readonly kind: "compromised"; readonly compromise: Compromise }
	/**
	 * A Line was left out or, if `heard`, broke off, and the item goes on. If `problem` is undefined, the cause was a
	 * bug, which is logged.
	 */
	| {
			readonly kind: "line_failed";
			readonly line: Line;
			readonly heard: boolean;
			readonly problem: Problem | undefined;
	  }
	/**
	 * The service's rate limit delays the item, perhaps until `until`, in ms since the epoch. May come before `started`.
	 */
	| { readonly kind: "limited"; readonly until: number }
	/** The item is next, but nothing has been heard for seconds. If `late` is false, that wait is over. */
	| { readonly kind: "late"; readonly late: boolean }
	/** Herald can't be heard at the moment, so the item waits. */
	| { readonly kind: "hindered"; readonly trouble: VoiceTrouble }
	| { readonly kind: "heard_again" }
	/** Herald was moved to another channel, where the item goes on. */
	| { readonly kind: "moved"; readonly channelId: string }
	/** A listener voted to skip the item, and more must agree. */
	| {
			readonly kind: "voted";
			readonly itemId: string;
			readonly channelId: string;
			readonly by: string;
			readonly votes: number;
			readonly needed: number;
	  }
	| ({ readonly kind: "ended" } & ItemEnd);

/**
 * Emits an item's events; `starting` right before its first packet is sent, when its owner may still withdraw it; and the
 * index of each own Line that begins. If a listener of `starting` throws, the item is withdrawn. A listener of `line` must
 * not throw.
 */
export class ItemNews extends EventEmitter<{ event: [ItemEvent]; starting: []; line: [index: number] }> {}

/** Who skipped or stopped an item: a member, or the listeners by a vote. */
type ItemEnder = { readonly userId: string } | "vote";

export type ItemEnd =
	/**
	 * `heard`: at least one of the item's own Lines was played to the end, and no problem ended the item. `withdrawn`: its
	 * owner withdrew it.
	 */
	| { readonly how: "heard" | "withdrawn" }
	/** The item was skipped: alone or, if `withAll`, with all items of its member. */
	| { readonly how: "skipped"; readonly by?: ItemEnder; readonly withAll?: boolean }
	/** The item was stopped with the whole queue, or because its member was banned. */
	| { readonly how: "stopped"; readonly by?: ItemEnder }
	/**
	 * `problem` ended the item; if `isUnheard`, before any of its own Lines was played. Without a problem, each Line
	 * failed by itself.
	 */
	| { readonly how: "failed"; readonly problem?: Problem; readonly isUnheard?: boolean }
	/** Herald left the channel because of `trouble`; without `trouble`, because it was asked to or nobody needed it. */
	| { readonly how: "left"; readonly trouble?: VoiceTrouble }
	/** Herald is stopping. */
	| { readonly how: "interrupted" };

export interface ItemLines {
	readonly lines: readonly Line[];
	/**
	 * Played before the Lines, to fill the wait for the first Line. If that wait can be foreseen, the lead begins so late
	 * that no silence follows it. The lead isn't played if the only Line is known to have failed. A Line of the lead that
	 * can't be made is left out silently.
	 */
	readonly lead?: readonly Line[];
	/** Played after a lead if none of the Lines could be made, so that the lead isn't left alone. */
	readonly fallback?: Line;
	/** The duration of the Lines, estimated from their words, in ms. */
	readonly estimateMs: number;
}

/** Herald's own voices, which may stand in for those of a service that fails. */
export interface OwnVoices {
	/**
	 * @param why - the service's Problem
	 * @returns a text rewritten for these voices; undefined if none of them can speak it
	 */
	rewrite(written: ItemLines, author: TextAuthor, why: Problem): Promise<ItemLines | undefined>;
}

export interface ItemPayer extends Payer {
	/**
	 * Called once, after `ended` or if the item was never queued. Receives all finished Lines of the item, heard or not,
	 * including lead and fallback.
	 */
	settle(made: readonly SpokenLine[]): Promise<void>;
}

export interface QueueItem extends ItemLines {
	readonly userId: string;
	/** The ID of the member who wrote the words, if that isn't the member `userId`. */
	readonly authorId?: string | undefined;
	/** The ID of the message that the words are from. */
	readonly messageId?: string | undefined;
	readonly payer: ItemPayer;
	/**
	 * Speech that members asked for (`asked`) goes before messages (`read`) that aren't playing yet. A book's page
	 * (`page`) goes behind both.
	 */
	readonly priority: "asked" | "read" | "page";
	/** Whether the item goes before waiting items of its priority. At most every second item does. */
	readonly goesFirst?: boolean;
	/**
	 * Whose settings Herald's own voices follow if the service fails before anything of the item was heard. Undefined if
	 * these voices must not say the item.
	 */
	readonly standInFor?: TextAuthor;
	readonly news?: ItemNews;
}

/** The order of a queue's waiting items by priority: lower numbers go first. */
export const ranks = { asked: 0, read: 1, page: 2 } as const satisfies Record<QueueItem["priority"], number>;

/**
 * An item's state. `waiting`: it can be rewritten, and others may go before it. `next`: its first sound is with
 * playback. `playing`: its first packet was sent. `held_up`: its lead has played but the rest isn't ready, so others
 * may go before the rest. When the rest is ready, the item is `playing` again.
 */
export type ItemState = "waiting" | "next" | "playing" | "held_up";

/** Whether other items may play before this one. */
export const givesWay = ({ state }: Pick<QueuedItem, "state">): boolean =>
	state === "waiting" || state === "held_up";

/** An item in a queue. It is immutable: a change makes a new object with the same ID. */
export interface QueuedItem extends QueueItem {
	/** Never reused, so that an old button can't affect another item. */
	readonly id: string;
	/** The IDs of members who voted to skip the item. */
	readonly votes: readonly string[];
	readonly state: ItemState;
}

const queueMaxItems = 50;
const queueMaxMs = 10 * 60_000;
/** The most items of one member in a queue, so that they don't crowd out the others'. */
const queueMaxItemsPerMember = 5;

type QueueLoad = Pick<QueueItem, "userId" | "estimateMs">;

/**
 * Checks whether a queue can take another item.
 *
 * @param queue - the items that play and wait before it
 * @param textMaxMs - the guild's limit for one item
 * @throws a Problem `voice` with the limit that is reached
 */
export const admitItem = (queue: readonly QueueLoad[], item: QueueLoad, textMaxMs: number): void => {
	if (item.estimateMs > textMaxMs) throw voiceProblem({ reason: "text_too_long", limit: textMaxMs / 1_000 });
	if (queue.filter(({ userId }) => userId === item.userId).length >= queueMaxItemsPerMember)
		throw voiceProblem({ reason: "too_many_of_yours", limit: queueMaxItemsPerMember });
	if (queue.length >= queueMaxItems) throw voiceProblem({ reason: "queue_full", limit: queueMaxItems });
	if (sumMs(queue) + item.estimateMs > queueMaxMs)
		throw voiceProblem({ reason: "queue_too_long", limit: queueMaxMs / 1_000 });
};

export const sumMs = (queue: readonly QueueLoad[]): number =>
	queue.reduce((sum, { estimateMs }) => sum + estimateMs, 0);
