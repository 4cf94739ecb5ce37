import type { GuildMember } from "discord.js";
import type { ShownMessage } from "../discord/paced-edits.ts";
import type { ReservationState } from "../say/rules/reservation.ts";
import type { Place } from "../shared/party.ts";
import type { Line } from "../speech/line.ts";
import { settleLine, startPauses } from "../speech/text/delivery-tags.ts";

/** A page of a book: a paragraph, or a few short ones. */
export interface BookPage {
	/** Texts in the book's one voice; where it names its speakers, Lines in theirs. */
	readonly lines: readonly (string | Line)[];
	/** The heading of the chapter that begins here. */
	readonly heading?: string;
	/** How much speech is made for it, by the words in it. */
	readonly ms: number;
}

/** A text that is too long for one answer, as it is kept until it is spoken. */
export interface Book {
	readonly quote: string;
	/** How long it is as it was written; those from before an update may lack it. */
	readonly characters?: number;
	/** The name of its files, without part and kind. */
	readonly fileName: string;
	readonly voice: string;
	/** The speaker's name in messages; the voice's where it is missing. */
	readonly speaker?: string;
	readonly language?: string;
	readonly style?: string;
	readonly speed: number;
	/** The language of its messages: its owner's. */
	readonly locale: string;
	readonly channelId: string;
	readonly pages: readonly BookPage[];
	/** Sentences that belong under it. */
	readonly notes: readonly string[];
	/** The voice channel for which it was asked; without one, it is posted as files. */
	readonly voiceChannelId?: string;
}

export interface BookProgress {
	/** How many of its pages are wanted: the first ones. */
	readonly pages: number;
	/** Lines in parts that have been posted; in a voice channel, the Line at which it goes on. */
	readonly done: number;
	readonly parts: number;
	/** How much of it is made, posted or not, from 0 to 1. */
	readonly share?: number | undefined;
	/** How long the parts are together, in ms. */
	readonly lengthMs?: number;
	/** Until when it is paused in a voice channel, in ms since the epoch. */
	readonly pausedUntil?: number | undefined;
	/** Speech that was made, in ms, as earlier versions wrote it down. */
	readonly madeMs?: number | undefined;
	/** Undefined while its member is asked about it: what is reserved, and the message that shows how it goes. */
	readonly begun?: {
		readonly reserved: Partial<ReservationState> & Omit<ReservationState, "spentMs">;
		readonly messageId: string;
	};
}

/** A member of a guild: elsewhere, there are no books. */
export interface BookMember {
	readonly guildId: string;
	readonly userId: string;
}

/** A book's id, and whose it is. */
export interface BookOwner extends BookMember {
	readonly id: string;
}

/** A Line of a book; with a heading, it is the first one under it. */
export interface BookLine {
	readonly line: Line;
	readonly heading?: string;
	readonly beginsPage: boolean;
}

/** @returns the Lines of a book's first pages */
export const listLines = ({ voice, language, style, speed, ...book }: Book, pages: number): BookLine[] => {
	const sound = {
		voice,
		...(language !== undefined && { language }),
		...(style !== undefined && { style }),
		...(speed !== 1 && { tempo: speed }),
	};
	const pauses = startPauses();
	return book.pages.slice(0, pages).flatMap(({ lines, heading }) =>
		lines.map((line, index) => ({
			line: typeof line === "string" ? settleLine({ text: line, ...sound }, pauses) : line,
			beginsPage: index === 0,
			...(index === 0 && heading !== undefined && { heading }),
		})),
	);
};

/** @returns how much of a book is in its first Lines, from 0 to 1: by the time that it takes, as offers count it */
export const shareSpoken = ({ pages }: Pick<Book, "pages">, done: number): number => {
	let left = done;
	let ms = 0;
	for (const page of pages) {
		ms += page.ms * Math.min(1, left / page.lines.length);
		left -= page.lines.length;
		if (left <= 0) break;
	}
	return ms / sumPages(pages);
};

/** The rest of a book, as it is offered again: until when in ms since the epoch, and how much of it is spoken. */
export interface BookRest {
	readonly until: number;
	readonly percent: number;
	readonly progress: BookProgress;
}

/** How long what is left of a book can be had, in ms: until there is speech for another day. */
const restMs = 24 * 60 * 60_000;

/** @returns what is left of a book behind its first Lines; undefined where that is nothing */
export const writeRest = (
	book: Book,
	{ begun: _, ...progress }: BookProgress,
	done: number,
	now: number,
): BookRest | undefined => {
	const pages = book.pages.length;
	const all = listLines(book, pages).length;
	if (done >= all) return undefined;
	const percent = Math.floor(shareSpoken(book, done) * 100);
	return {
		until: now + restMs,
		percent,
		progress: { ...progress, pages, done, share: undefined, madeMs: undefined, pausedUntil: undefined },
	};
};

/** @returns the page that a Line is on, counted from 0 */
export const findPageOf = ({ pages }: Book, at: number): number => {
	let end = 0;
	const found = pages.findIndex(({ lines }) => {
		end += lines.length;
		return end > at;
	});
	return found === -1 ? pages.length : found;
};

/** @returns how much speech is made for pages, in ms */
export const sumPages = (pages: readonly BookPage[]): number => pages.reduce((sum, { ms }) => sum + ms, 0);

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
