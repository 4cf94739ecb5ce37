import { estimateHeardMs, firstLineMaxCharacters } from "../say/sound/write-lines.ts";
import { chooseNothing } from "../settings/setting.ts";
import { type AppliedGuildSettings, applyGuildDefaults, guildSettings } from "../settings/settings.ts";
import type { Clock } from "../shared/clock.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { inGuild } from "../shared/party.ts";
import type { Line } from "../speech/line.ts";
import { cutIntoLines } from "../speech/text/lines.ts";
import type { KeptSettings } from "../store/settings.ts";
import type { Book, BookLine, BookPage } from "./book.ts";

/**
 * @param textMaxMs - how long a text may be there
 * @returns a book as a voice channel hears it: the first Line is short, because it is waited for, and none is longer than a
 * text may be
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
		// Only the first piece comes after another speaker.
		const { pauseMs: _, ...goesOn } = line;
		return pieces.map((piece, index) => ({ ...(index === 0 ? line : goesOn), text: piece }));
	};
	const rest = inStretches();
	const pages: BookPage[] = [];
	for (const page of book.pages) {
		const isFirst = pages.length === 0;
		pages.push({ ...page, lines: page.lines.flatMap((line, at) => cut(line, isFirst && at === 0)) });
		await rest();
	}
	return { ...book, pages };
};

/**
 * Cuts off what is read in one go: up to the end of its page, or as much of that as a channel's longest text, but at
 * least a Line.
 *
 * @returns the Line behind it
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

/** How a guild's voice channels hear pages. */
type Room = Pick<AppliedGuildSettings, "volumeDb" | "textSeconds" | "quietHours" | "timeZone">;

/** How they hear them while nothing else is known. */
export const defaultRoom: Room = applyGuildDefaults(chooseNothing(guildSettings));

/** @returns what a guild chose; what can't be read is as by default: no text should fail over it */
export const readRoom = async (
	settings: KeptSettings,
	guildId: string,
	instead: Room = defaultRoom,
): Promise<Room> => {
	const chosen = await settings.readGuild(inGuild(guildId)).catch(() => undefined);
	return chosen ? applyGuildDefaults(chosen) : instead;
};

/** A page that was heard for longer is begun anew; otherwise, back goes to the one before. */
const againAfterMs = 3_000;

/** @returns where the page begins that a Line belongs to */
export const findPage = (lines: readonly BookLine[], at: number): number => {
	let from = Math.min(at, lines.length - 1);
	while (from > 0 && !lines[from]?.beginsPage) from -= 1;
	return Math.max(0, from);
};

/** @returns where the next page begins; behind the last one, the number of Lines */
export const findNextPage = (lines: readonly BookLine[], at: number): number => {
	const next = lines.findIndex(({ beginsPage }, index) => index > at && beginsPage);
	return next === -1 ? lines.length : next;
};

/** A book's place in a voice channel: the Line that is heard, or else the one at which it goes on. */
export class Bookmark {
	readonly #lines: readonly BookLine[];
	readonly #clock: Pick<Clock, "now">;
	#at: number;
	/** Whether the Line has been heard for long, or since when in ms it is; undefined where it isn't. */
	#heard: "long" | number | undefined;

	constructor(lines: readonly BookLine[], at: number, clock: Pick<Clock, "now">) {
		this.#lines = lines;
		this.#at = at;
		this.#clock = clock;
	}

	get at(): number {
		return this.#at;
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#lines.length;
	}

	/** Where the page begins to which a member wants to go back. */
	get back(): number {
		const page = findPage(this.#lines, this.#at);
		const again = this.#at > page || this.#isHeardLong;
		return again ? page : findPage(this.#lines, Math.max(0, page - 1));
	}

	/** Moves it; @param isHeard - whether that Line begins to be heard now */
	moveTo(at: number, isHeard: boolean): void {
		this.#at = at;
		this.#heard = isHeard ? this.#clock.now() : undefined;
	}

	/** Stops counting for how long the Line has been heard. */
	pause(): void {
		this.#heard = this.#isHeardLong ? "long" : undefined;
	}

	get #isHeardLong(): boolean {
		const heard = this.#heard;
		return typeof heard === "number" ? this.#clock.now() - heard > againAfterMs : heard === "long";
	}
}
