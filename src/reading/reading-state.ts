import type { BaseMessageOptions, GuildMember } from "discord.js";

/** Whether reading goes on in a session, or which member paused it. */
export type ReadingState = { readonly kind: "on" } | { readonly kind: "paused"; readonly by: string };

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

	/** Ends what is being read of somebody, or waits to be. */
	silence(guildId: string, userId: string): void;
}
