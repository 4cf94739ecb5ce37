import type { GuildMember } from "discord.js";
import type { ShownMessage } from "../discord/paced-edits.ts";
import type { Place } from "../shared/party.ts";
import type { Book, BookOwner } from "./book.ts";

/** The buttons under a book in a voice channel. */
export type HeardAct = "pause" | "resume" | "back" | "end";

/** A text that is paused in a voice channel: who asked for it, how much of it is read, and its message. */
export interface PausedBook {
	readonly userId: string;
	/** The voice's or preset's name in messages. */
	readonly speaker: string;
	readonly percent: number;
	readonly link: string;
}

/** The texts that are too long for one answer: those that are being spoken, and those that members are asked about. */
export interface BookShelf {
	/**
	 * @param inChannel - whether it is to be read in a voice channel
	 * @throws {@link Problem} `book_under_way` when a member, or their guild, has enough of them already,
	 * `book_in_channel` when one is read in the guild's voice channel
	 */
	checkRoom(guildId: string, userId: string, inChannel: boolean): void;

	/**
	 * @returns the voice channel in which a member can have a book read, and how long a text may be there
	 * @throws {@link Problem} `voice` when they can't
	 */
	findChannel(member: GuildMember): Promise<{ readonly id: string; readonly textMaxMs: number }>;

	/** Keeps a book about which its member is asked, for a quarter of an hour. */
	offer(owner: BookOwner, book: Book): Promise<void>;

	/**
	 * Begins with a book that was offered, in the background.
	 *
	 * @param fitting - whether only what fits into today is wanted
	 * @param messageId - of the message that shows how it goes
	 * @returns what that message says now
	 * @throws {@link Problem} `book_over` when it isn't there, those of `checkRoom`, `findChannel` and the guild's rules, or
	 * that of the budget
	 */
	begin(id: string, member: GuildMember, fitting: boolean, messageId: string): Promise<ShownMessage>;

	/** Forgets a book that was offered. @throws {@link Problem} `book_over`, `not_your_book` */
	decline(id: string, userId: string): Promise<void>;

	/** Ends a book for a member who may decide about it. @throws {@link Problem} `book_over`, `not_your_book` */
	cancel(id: string, member: GuildMember): void;

	/**
	 * Does something to a book in a voice channel, for its owner or a member who may skip it alone.
	 *
	 * @returns what its message says then
	 * @throws {@link Problem} `book_over`, `not_your_book`, or `voice` when its owner mustn't be heard any more
	 */
	press(id: string, member: GuildMember, act: HeardAct): Promise<ShownMessage>;

	/** @returns the text that is paused in a guild's voice channel, if one is */
	findPaused(guildId: string): PausedBook | undefined;

	/**
	 * Ends the book of a member of a guild, elsewhere in all, and forgets what they are asked about in the guild.
	 *
	 * @returns whether one was ended, and how many were offered
	 */
	forget(place: Place, userId: string): { readonly ended: boolean; readonly offered: number };
}
