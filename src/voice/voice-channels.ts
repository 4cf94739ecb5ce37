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
	join(member: GuildMember, channelId?: string): Promise<JoinResult>;

	/** @returns whether something that takes so long, in ms, would be said in a member's own channel, which Herald may join */
	mayBeSaid(member: GuildMember, estimateMs: number): Promise<boolean>;

	/** Reserves an item's place in its guild's order. Call it before the first await. */
	takeTicket(member: GuildMember): Ticket;

	/**
	 * Speaks an item in a channel, and joins it if needed. Its `onEvent` hears what happens to it, even if this throws
	 * after the item was queued. Its payer is settled, also if it never was.
	 *
	 * @param ticket - the item's place, which is used up by this
	 * @throws {@link Problem} `voice` that says what prevents it
	 */
	say(
		member: GuildMember,
		channelId: string | undefined,
		item: QueueItem,
		ticket?: Ticket,
	): Promise<QueuePosition>;

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

	/** Takes a guild's changed settings: how long Herald stays, also where it is about to leave. */
	applySettings(guildId: string): void;
}

export interface JoinResult {
	readonly channelId: string;
	readonly trouble: VoiceTrouble | undefined;
}

export interface QueuePosition extends JoinResult {
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

/** Why Herald leaves a channel by itself: no listeners, or silence. */
export type LeaveReason = "alone" | "idle";

/** Why a session began or went on elsewhere: `restart` goes back to where Herald was before it was started anew. */
export type OpenReason = "join" | "restart" | "move";

/** Why a session is over: a member asked for it, no listeners, silence, Herald stops, or a trouble. */
export type GoneReason = "asked" | LeaveReason | "stopping" | VoiceTrouble["reason"];

/** Follows where Herald is, and who is there with it. What is thrown here is logged. */
export interface VoiceWatcher {
	/**
	 * Herald is in a channel and can be heard there, first or after a move.
	 *
	 * @param userId - the member that it joined for, where that is known: not after a restart or a moderator's move
	 */
	onOpened(guildId: string, channelId: string, by: OpenReason, userId?: string): void;
	/**
	 * A member came, went, or may do more or less than before, in a guild where Herald is in voice; called too often.
	 *
	 * @param userId - where it concerns one member alone
	 */
	onPeople(guildId: string, userId?: string): void;
	/** The session is over, and all its items have ended; Herald may still be on its way out. */
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
