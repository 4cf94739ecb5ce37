import type { GuildMember } from "discord.js";
import type { Turn } from "../speech/traffic/turns.ts";
import type { Accepted, Arrival, QueueView } from "./arrival.ts";
import type { ChannelText, QueuedText } from "./channel-text.ts";

/** Herald's voice channels, as members see them. */
export interface VoiceChannels {
	/** The channel that Herald is in or joining. */
	channelOf(guildId: string): string | undefined;

	/** What is playing and waiting; undefined if Herald isn't in a channel. */
	queue(guildId: string): QueueView | undefined;

	/**
	 * Joins a channel for a member: the one they name, or else their own.
	 *
	 * @throws {@link Problem} `voice` that says what prevents it
	 */
	join(member: GuildMember, channelId?: string): Promise<Arrival>;

	/** Reserves a text's place in its guild's order. Call it before the first await. */
	takeTurn(member: GuildMember): Turn;

	/**
	 * Speaks a text in a channel, and joins it if needed. Its `onEvent` hears what happens to it, even if this throws
	 * after the text was queued.
	 *
	 * @param turn - the text's place, which is used up by this
	 * @throws {@link Problem} `voice` that says what prevents it
	 */
	say(member: GuildMember, channelId: string | undefined, text: ChannelText, turn?: Turn): Promise<Accepted>;

	/**
	 * Skips the playing text, or one by its id. If others have a say, the member's vote is counted.
	 *
	 * @returns what was skipped
	 * @throws {@link Problem} `voice`: `nothing_to_skip`, or `others_listen` with the votes so far
	 */
	skip(member: GuildMember, what: "current" | { readonly id: string }): QueuedText;

	/**
	 * Skips all of a member's own: what is playing, what waits, and messages that wait to be read.
	 *
	 * @returns how many
	 * @throws {@link Problem} `voice`: `nothing_to_skip`
	 */
	skipAll(member: GuildMember): number;

	/**
	 * Stops everything that is playing or waiting; Herald stays.
	 *
	 * @param id - of a text that must be among them, if that text's button was pressed
	 * @returns what was ended
	 * @throws {@link Problem} `voice`: `nothing_to_stop` or `others_decide`
	 */
	stop(member: GuildMember, id?: string): readonly QueuedText[];

	/**
	 * Leaves the channel for a member.
	 *
	 * @returns the channel that was left
	 * @throws {@link Problem} `voice`: `not_in_channel` or `others_decide`
	 */
	leave(member: GuildMember): Promise<string>;
}
