import type { GuildMember } from "discord.js";
import type { VoiceTrouble } from "../shared/problem.ts";
import type { Ticket } from "../speech/traffic/tickets.ts";
import type { QueuedItem, QueueItem } from "./queue-item.ts";

/** What members can do with Herald's voice channels. */
export interface VoiceChannels {
	/** The channel that Herald is in or joining. */
	channelOf(guildId: string): string | undefined;

	/** @returns the items that play and wait; undefined if Herald isn't in a channel */
	queue(guildId: string): QueueView | undefined;

	/**
	 * Joins a channel for a member: the one that they name, or else their own.
	 *
	 * @throws {@link Problem} `voice` that prevents it
	 */
	join(member: GuildMember, channelId?: string): Promise<JoinResult>;

	/**
	 * @returns whether something of this duration may be said in a member's own channel, even if Herald must join it
	 * first
	 */
	mayBeSaid(member: GuildMember, estimateMs: number): Promise<boolean>;

	/** Reserves an item's place in its guild's order. Must be called before the first await. */
	takeTicket(member: GuildMember): Ticket;

	/**
	 * Speaks an item in a channel, which Herald joins if needed. The item's `onEvent` is called even if this throws after
	 * the item was queued. Its payer is settled even if it was never queued.
	 *
	 * @param ticket - the item's place in the order, which is ended here
	 * @throws {@link Problem} `voice` that prevents it
	 */
	say(
		member: GuildMember,
		channelId: string | undefined,
		item: QueueItem,
		ticket?: Ticket,
	): Promise<QueuePosition>;

	/**
	 * Skips the playing item, or one by its ID. If others have a say, the member's vote is counted.
	 *
	 * @returns what was skipped
	 * @throws {@link Problem} `voice`: `nothing_to_skip`, or `others_listen` with the votes so far
	 */
	skip(member: GuildMember, what: "current" | { readonly id: string }): QueuedItem;

	/**
	 * Skips all of a member's own items, including messages that wait to be read.
	 *
	 * @returns how many
	 * @throws {@link Problem} `voice`: `nothing_to_skip`
	 */
	skipAll(member: GuildMember): number;

	/**
	 * Ends everything that is playing or waiting. Herald stays.
	 *
	 * @param id - an item that must be among them, if that item's button was pressed
	 * @returns what was ended
	 * @throws {@link Problem} `voice`: `nothing_to_stop` or `others_decide`
	 */
	stop(member: GuildMember, id?: string): readonly QueuedItem[];

	/**
	 * Leaves the channel for a member.
	 *
	 * @returns the channel that was left
	 * @throws {@link Problem} `voice`: `not_in_channel` or `others_decide`
	 */
	leave(member: GuildMember): Promise<string>;

	/** Applies a guild's changed settings, such as how long Herald stays, even if it is about to leave. */
	applySettings(guildId: string): void;
}

export interface JoinResult {
	readonly channelId: string;
	readonly trouble: VoiceTrouble | undefined;
}

export interface QueuePosition extends JoinResult {
	readonly item: QueuedItem;
	readonly before: number;
	/** The estimated duration of the items before it, in ms. */
	readonly waitMs: number;
}

export interface QueueView {
	readonly channelId: string;
	/** The first one is playing or about to. */
	readonly items: readonly QueuedItem[];
	readonly totalMs: number;
	readonly trouble: VoiceTrouble | undefined;
}

/** Why Herald leaves a channel by itself: no listeners, or silence. */
export type LeaveReason = "alone" | "idle";

/** Why a session began or went on in another channel. `restart`: Herald rejoined its channel after a restart. */
export type OpenReason = "join" | "restart" | "move";

/**
 * Why a session is over: a member asked for it, nobody listened, nothing was said, Herald is stopping, or a trouble.
 */
export type GoneReason = "asked" | LeaveReason | "stopping" | VoiceTrouble["reason"];

/** Follows where Herald is, and who is with it. Errors that it throws are logged. */
export interface VoiceWatcher {
	/**
	 * Herald is in a channel and can be heard there, for the first time or after a move.
	 *
	 * @param userId - the member that it joined for, if that is known. Undefined after a restart or a moderator's move
	 */
	onOpened(guildId: string, channelId: string, by: OpenReason, userId?: string): void;
	/**
	 * A member has joined or left, or their permissions may have changed, in a guild where Herald is in voice. May be
	 * called without a change.
	 *
	 * @param userId - the member, if it concerns only one
	 */
	onPeople(guildId: string, userId?: string): void;
	/** The session is over, and all its items have ended. Herald may still be leaving. */
	onGone(guildId: string, channelId: string, by: GoneReason): void;
}

/** Calls back with true when Herald is in a first channel, and with false when it has left the last one. */
export const watchWhetherHeard = (
	voice: { watch(watcher: Partial<VoiceWatcher>): void },
	onChange: (isHeard: boolean) => void,
): void => {
	const guilds = new Set<string>();
	voice.watch({
		onOpened: (guildId) => {
			if (guilds.size === 0) onChange(true);
			guilds.add(guildId);
		},
		onGone: (guildId) => {
			if (guilds.delete(guildId) && guilds.size === 0) onChange(false);
		},
	});
};
