import type { ReservationState } from "../budget/reservation.ts";
import type { Line } from "../speech/line.ts";
import { settleLine, startPauses } from "../speech/text/delivery-tags.ts";

/** A page of a book: a paragraph, or a few short ones. */
export interface BookPage {
	/** If the book has one voice, the texts of the page's Lines. If it names its speakers, the Lines in their voices. */
	readonly lines: readonly (string | Line)[];
	/** The heading of the chapter that begins on this page. */
	readonly heading?: string;
	/** How long the page's speech is, estimated from its words, in ms. */
	readonly ms: number;
}

/** A text that is too long for one answer, stored until it is spoken. */
export interface Book {
	readonly quote: string;
	/** The length of the text as it was written, in UTF-16 units. Older stored books may lack it. */
	readonly characters?: number;
	/** The name of the book's files, without number and extension. */
	readonly fileName: string;
	readonly voice: string;
	/** The speaker's name in messages; by default the voice's. */
	readonly speaker?: string;
	readonly language?: string;
	readonly style?: string;
	readonly speed: number;
	/** The language of Herald's messages about the book: that of its owner's Discord (BCP 47). */
	readonly locale: string;
	readonly channelId: string;
	readonly pages: readonly BookPage[];
	/** Sentences for the end of Herald's messages about the book. */
	readonly notes: readonly string[];
	/** The voice channel in which the book is to be read. Undefined if it is posted as files. */
	readonly voiceChannelId?: string;
}

export interface BookProgress {
	/** How many of the book's pages are to be spoken, counted from the first. */
	readonly pages: number;
	/** How many Lines have been posted in files; in a voice channel, the index of the Line at which the book goes on. */
	readonly done: number;
	/** How many files have been posted. */
	readonly parts: number;
	/** The share of the book that was made, posted or not, from 0 to 1. */
	readonly share?: number | undefined;
	/** The duration of all posted files, in ms. */
	readonly lengthMs?: number;
	/** When the book's pause in a voice channel ends, in ms since the epoch. */
	readonly pausedUntil?: number | undefined;
	/** The speech that was made, in ms; only in books that an earlier version stored. */
	readonly madeMs?: number | undefined;
	/**
	 * The reservation, and the message that shows the progress. Undefined while the book's owner is asked about the
	 * book.
	 */
	readonly begun?: {
		readonly reserved: Partial<ReservationState> & Omit<ReservationState, "spentMs">;
		readonly messageId: string;
	};
}

/** A member of a guild. Outside of guilds, there are no books. */
export type BookMember = Readonly<Record<"guildId" | "userId", string>>;

export type BookOwner = BookMember & { readonly id: string };

/** A Line of a book. `heading` is set for the first Line below a heading. */
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

/** @returns how much of a book its first `done` Lines are, from 0 to 1, measured by duration */
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

/**
 * The rest of a book. Its owner can ask for it until `until`, in ms since the epoch. `percent` tells how much was
 * spoken before.
 */
export interface BookRest {
	readonly until: number;
	readonly percent: number;
	readonly progress: BookProgress;
}

/** How long a book's owner can ask for its rest, in ms. Within a day, the daily limits start anew. */
const restMs = 24 * 60 * 60_000;

/** @returns the rest of a book after its first `done` Lines; undefined if nothing is left */
export const writeRest = (
	book: Book,
	{ begun: _, ...progress }: BookProgress,
	done: number,
	now: number,
): BookRest | undefined => {
	const pages = book.pages.length;
	if (done >= listLines(book, pages).length) return undefined;
	return {
		until: now + restMs,
		percent: Math.floor(shareSpoken(book, done) * 100),
		progress: { ...progress, pages, done, share: undefined, madeMs: undefined, pausedUntil: undefined },
	};
};

/** @returns the index of the page that a Line is on; the number of pages if there is no such Line */
export const findPageOf = ({ pages }: Book, at: number): number => {
	let end = 0;
	const found = pages.findIndex(({ lines }) => {
		end += lines.length;
		return end > at;
	});
	return found === -1 ? pages.length : found;
};

/** @returns how much speech pages make, in ms */
export const sumPages = (pages: readonly BookPage[]): number => pages.reduce((sum, { ms }) => sum + ms, 0);

/** What the buttons under a book in a voice channel do. */
export type HeardAct = "pause" | "resume" | "back" | "end";

/** A book that is paused in a voice channel: who asked for it, how much of it was read, and a link to its message. */
export interface PausedBook {
	readonly userId: string;
	/** The name of the voice or preset. */
	readonly speaker: string;
	readonly percent: number;
	readonly link: string;
}
