import type { BaseMessageOptions, Guild, GuildMember, Message } from "discord.js";
import type { Place } from "../shared/party.ts";
import type { SkipReason } from "./decide.ts";

/** Whether reading goes on in a session, or which member paused it. */
export type ReadingState = { readonly kind: "on" } | { readonly kind: "paused"; readonly by: string };

/** The notice in a voice channel's chat, with its button. */
export type NoticeContent = Pick<BaseMessageOptions, "components"> & { readonly content: string };

/** Reading, as commands see it. */
export interface ReadingControl {
	/** @returns whether reading goes on in a guild; undefined where Herald isn't in voice */
	stateIn(guildId: string): ReadingState | undefined;

	/**
	 * Pauses reading for a member who may, or lets it go on.
	 *
	 * @param message - the notice whose button they pressed, or the note in a text channel
	 * @returns what it says now; one that has another after it only loses its buttons
	 * @throws {@link Problem} `voice`: `not_in_channel` or `others_decide`
	 */
	setPaused(member: GuildMember, message: Message, paused: boolean): Promise<Partial<NoticeContent>>;

	/** @returns the voice channel where an author's message would be heard: where Herald is, or would join for it */
	heardIn(guild: Guild, authorId: string): Promise<string | undefined>;

	/** @returns why a message that could be read wasn't, for a reason that depended on its moment */
	skipOf(messageId: string): SkipReason | undefined;

	/** Silences what a guild no longer wants to be read, and updates its notice. To be called when its settings change. */
	applySettings(guild: Guild): Promise<void>;

	/** A member's words aren't heard any more: neither their messages nor what others have spoken of them. */
	optOut(place: Place, userId: string): void;
}
