import type { GuildMember } from "discord.js";
import type { VoiceTrouble } from "../shared/problem.ts";
import type { Ticket } from "../speech/traffic/tickets.ts";
import type { QueuedItem, QueueItem } from "./queue-item.ts";

/** Herald's voice channels, as members see them. */
export interface VoiceChannels {
	/** The channel that Herald is in or joining. */
	channelOf(guildId: string): string | undefined;

	/** @returns the items that play and wait; undefined if Herald isn't in a channel */
	queue(guildId: string): QueueView | undefined;

	/**
	 * Joins a channel for a member: the one they name, or else their own.
	 *
	 * @throws {@link Problem} `voice` that says what prevents it
	 */
	join(member: GuildMember, channelId?: string): Promise<Joined>;

	/** Reserves an item's place in its guild's order. Call it before the first await. */
	takeTicket(member: GuildMember): Ticket;

	/**
	 * Speaks an item in a channel, and joins it if needed. Its `onEvent` hears what happens to it, even if this throws
	 * after the item was queued.
	 *
	 * @param ticket - the item's place, which is used up by this
	 * @throws {@link Problem} `voice` that says what prevents it
	 */
	say(
		member: GuildMember,
		channelId: string | undefined,
		item: QueueItem,
		ticket?: Ticket,
	): Promise<Accepted>;

	/**
	 * Skips the playing item, or one by its id. If others have a say, the member's vote is counted.
	 *
	 * @returns what was skipped
	 * @throws {@link Problem} `voice`: `nothing_to_skip`, or `others_listen` with the votes so far
	 */
	skip(member: GuildMember, what: "current" | { readonly id: string }): QueuedItem;

	/**
	 * Skips all of a member's own items, also messages that wait to be read.
	 *
	 * @returns how many
	 * @throws {@link Problem} `voice`: `nothing_to_skip`
	 */
	skipAll(member: GuildMember): number;

	/**
	 * Stops everything that is playing or waiting; Herald stays.
	 *
	 * @param id - of an item that must be among them, if that item's button was pressed
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
}

export interface Joined {
	readonly channelId: string;
	readonly trouble: VoiceTrouble | undefined;
}

export interface Accepted extends Joined {
	readonly item: QueuedItem;
	readonly before: number;
	/** How long those take, by estimate, in ms. */
	readonly waitMs: number;
}

export interface QueueView {
	readonly channelId: string;
	/** The first one is playing or about to. */
	readonly items: readonly QueuedItem[];
	readonly totalMs: number;
	readonly trouble: VoiceTrouble | undefined;
}
