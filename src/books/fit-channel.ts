import { estimateHeardMs, firstLineMaxCharacters } from "../say/sound/write-lines.ts";
import { type AppliedGuildSettings, applyGuildDefaults, defaultGuildSettings } from "../settings/settings.ts";
import type { Clock } from "../shared/clock.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { inGuild } from "../shared/party.ts";
import type { Line } from "../speech/line.ts";
import { cutIntoLines } from "../speech/text/lines.ts";
import type { KeptSettings } from "../store/settings.ts";
import type { Book, BookLine, BookPage } from "./book.ts";

/**
 * Cuts a book's Lines for a voice channel. The first Line is short, because listeners wait for it. No Line is longer
 * than a text may be in the channel.
 *
 * @param textMaxMs - how long a text may be, in ms
 */
export const fitChannel = async (book: Book, textMaxMs: number): Promise<Book> => {
	const locale = book.language ?? book.locale;
	const measure = (line: string | Line): number => {
		const whole = typeof line === "string" ? { text: line, voice: book.voice, tempo: book.speed } : line;
		return estimateHeardMs([{ ...whole, pauseMs: 0 }]);
	};
	const cut = (line: string | Line, isFirst: boolean): readonly (string | Line)[] => {
		const text = typeof line === "string" ? line : line.text;
		const share = Math.min(1, textMaxMs / measure(line));
		const pieces = cutIntoLines(text, {
			lineMax: Math.max(2, Math.floor(text.length * share)),
			locale,
			...(isFirst && { firstMax: firstLineMaxCharacters }),
		});
		if (typeof line === "string") return pieces;
		// Only the first piece has the pause that comes before another speaker.
		const { pauseMs: _, ...goesOn } = line;
		return pieces.map((piece, index) => ({ ...(index === 0 ? line : goesOn), text: piece }));
	};
	const pages: BookPage[] = [];
	for await (const page of inStretches(book.pages)) {
		const isFirst = pages.length === 0;
		pages.push({ ...page, lines: page.lines.flatMap((line, at) => cut(line, isFirst && at === 0)) });
	}
	return { ...book, pages };
};

/**
 * Finds the end of what is read in one go: the end of the page, or an earlier Line if the page is longer than a text
 * may be. At least one Line is read.
 *
 * @returns the index after the last Line that is read
 */
export const cutReading = (lines: readonly BookLine[], from: number, textMaxMs: number): number => {
	const end = findNextPage(lines, from);
	let ms = 0;
	for (let to = from; to < end; to += 1) {
		ms += estimateHeardMs(lines.slice(to, to + 1).map(({ line }) => line));
		if (to > from && ms > textMaxMs) return to;
	}
	return end;
};

export type Room = Pick<AppliedGuildSettings, "volumeDb" | "textSeconds" | "quietHours" | "timeZone">;

/**
 * @returns a guild's settings; `instead` if they can't be read, since no text should fail because of an error of the
 * store
 */
export const readRoom = async (
	settings: KeptSettings,
	guildId: string,
	instead: Room = defaultGuildSettings,
): Promise<Room> => {
	const chosen = await settings.readGuild(inGuild(guildId)).catch(() => undefined);
	return chosen ? applyGuildDefaults(chosen) : instead;
};

/**
 * How long a page's first Line must have played for "back" to repeat the page, in ms. Before that, "back" goes to the
 * previous page.
 */
const againAfterMs = 3_000;

/** @returns the index of the first Line on a Line's page */
export const findPage = (lines: readonly BookLine[], at: number): number => {
	let from = Math.min(at, lines.length - 1);
	while (from > 0 && !lines[from]?.beginsPage) from -= 1;
	return Math.max(0, from);
};

/** @returns the index of the next page's first Line; the number of Lines if there is no next page */
export const findNextPage = (lines: readonly BookLine[], at: number): number => {
	const next = lines.findIndex(({ beginsPage }, index) => index > at && beginsPage);
	return next === -1 ? lines.length : next;
};

export type Bookmark = ReturnType<typeof keepPlace>;

/** A book's position in a voice channel: the Line that is playing, or at which it goes on. */
export const keepPlace = (lines: readonly BookLine[], begin: number, clock: Pick<Clock, "now">) => {
	let at = begin;
	/**
	 * When the current Line began to play, in ms. "long" if the book was paused after that Line had played for long;
	 * undefined if that Line isn't playing.
	 */
	let heard: "long" | number | undefined;
	const isHeardLong = (): boolean =>
		typeof heard === "number" ? clock.now() - heard > againAfterMs : heard === "long";
	return {
		get at(): number {
			return at;
		},

		get isAtEnd(): boolean {
			return at >= lines.length;
		},

		/** The first Line of the page to which "back" goes. */
		get back(): number {
			const page = findPage(lines, at);
			return at > page || isHeardLong() ? page : findPage(lines, Math.max(0, page - 1));
		},

		/** Moves the position. @param isHeard - whether the Line begins to play now */
		moveTo: (to: number, isHeard: boolean): void => {
			at = to;
			heard = isHeard ? clock.now() : undefined;
		},

		/** Stops measuring how long the current Line has been playing. */
		pause: (): void => {
			heard = isHeardLong() ? "long" : undefined;
		},
	};
};
