import type { BaseMessageOptions, Guild, GuildMember } from "discord.js";
import type { SkipReason } from "./skip-reason.ts";
import type { Place } from "./utterance.ts";

/** Whether reading goes on in a session, or which member paused it. */
export type ReadingState = { readonly kind: "on" } | { readonly kind: "paused"; readonly by: string };

/** Where a message was written, and by whom: ids. */
export type Origin = Pick<Place, "channelId" | "authorId">;

/** What the notice in a voice channel's chat says, with its button. */
export type NoticeContent = Pick<BaseMessageOptions, "components"> & { readonly content: string };

/** Reading, as commands see it. */
export interface ReadingControl {
	/** @returns whether reading goes on in a guild; undefined where Herald isn't in voice */
	stateIn(guildId: string): ReadingState | undefined;

	/**
	 * Pauses reading for a member who may, or lets it go on.
	 *
	 * @param channelId - the voice channel that they mean
	 * @returns what the notice says now
	 * @throws {@link Problem} `voice`: `not_in_channel` or `others_decide`
	 */
	setPaused(member: GuildMember, channelId: string, paused: boolean): Promise<NoticeContent>;

	/** @returns the voice channel where somebody's message would be heard: where Herald is, or would come for it */
	heardIn(guild: Guild, authorId: string): Promise<string | undefined>;

	/** @returns why a message that could be read wasn't, for a reason that only its moment told */
	skipOf(messageId: string): SkipReason | undefined;

	/** Has what a guild no longer wants to be read fall silent, and its notice say what is: call it when that has changed. */
	applySettings(guild: Guild): Promise<void>;

	/** Ends what is being read, or waits to be. @param concerns - by text channel and author */
	silence(guildId: string, concerns: (message: Origin) => boolean): void;
}
