import type { BaseMessageOptions, Guild, GuildMember, Message } from "discord.js";
import type { Place } from "../shared/party.ts";
import type { SkipReason } from "./decide.ts";

/** Whether reading goes on in a session, or who paused it. */
export type ReadingState = { readonly kind: "on" } | { readonly kind: "paused"; readonly by: string };

/** A notice's content, with its buttons. */
export type NoticeContent = Pick<BaseMessageOptions, "components"> & { readonly content: string };

/** What commands can do with reading. */
export interface ReadingControl {
	/** @returns whether reading is paused in a guild; undefined if Herald isn't in voice there */
	stateIn(guildId: string): ReadingState | undefined;

	/**
	 * Pauses or resumes reading, for a member who may.
	 *
	 * @param message - the notice or note whose button they pressed
	 * @returns the message's new content. If a newer message has replaced it, only its buttons are removed
	 * @throws {@link Problem} `voice`: `not_in_channel` or `others_decide`
	 */
	setPaused(member: GuildMember, message: Message, paused: boolean): Promise<Partial<NoticeContent>>;

	/** @returns the voice channel in which an author's message would be read: Herald's, or one that Herald would join */
	heardIn(guild: Guild, authorId: string): Promise<string | undefined>;

	/** @returns why a message was skipped, if the reason only applied when it was written */
	skipOf(messageId: string): SkipReason | undefined;

	/**
	 * Drops messages that a guild no longer wants read, and updates its notice. Must be called when its settings change.
	 */
	applySettings(guild: Guild): Promise<void>;

	/** Silences a member: drops their messages, and their words that others have spoken. */
	optOut(place: Place, userId: string): void;
}
