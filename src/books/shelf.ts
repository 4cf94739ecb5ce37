import type { GuildMember } from "discord.js";
import type { Book, BookOwner } from "./book.ts";

/** Who presses a button. */
export type BookMember = Pick<GuildMember, "id" | "guild" | "permissions">;

/** The texts that are too long for one answer: those that are being spoken, and those that members are asked about. */
export interface BookShelf {
	/** @returns an id for a book */
	newId(): string;

	/** @throws {@link Problem} `book_under_way` when a member, or their guild, has enough of them already */
	checkRoom(guildId: string, userId: string): void;

	/** Keeps a book about which its member is asked, for a quarter of an hour; `pages` of it fit into today. */
	offer(owner: BookOwner, book: Book, pages: number): Promise<void>;

	/**
	 * Begins with a book that was offered, in the background.
	 *
	 * @param fitting - whether only what fits is wanted
	 * @param messageId - of the message that tells how it goes
	 * @returns the book
	 * @throws {@link Problem} `book_over` when it isn't there, `book_under_way`, or that of the budget
	 */
	begin(id: string, member: BookMember, fitting: boolean, messageId: string): Promise<Book>;

	/** Forgets a book that was offered. @throws {@link Problem} `book_over`, `not_your_book` */
	decline(id: string, userId: string): Promise<void>;

	/** Ends a book for who asked for it, or who may decide about it. @throws {@link Problem} `book_over`, `not_your_book` */
	cancel(id: string, member: BookMember): void;

	/** Ends the books of a member of a guild. @returns how many there were */
	forget(guildId: string, userId: string): number;
}
