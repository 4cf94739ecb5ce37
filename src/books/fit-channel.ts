import { estimateHeardMs, firstLineMaxCharacters } from "../say/sound/write-lines.ts";
import { chooseNothing } from "../settings/setting.ts";
import { type AppliedGuildSettings, applyGuildDefaults, guildSettings } from "../settings/settings.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { inGuild } from "../shared/party.ts";
import type { Line } from "../speech/line.ts";
import { cutIntoLines } from "../speech/text/lines.ts";
import type { KeptSettings } from "../store/settings.ts";
import type { Book, BookLine, BookPage } from "./book.ts";
import { findNextPage } from "./bookmark.ts";

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
export type Room = Pick<AppliedGuildSettings, "volumeDb" | "textSeconds" | "quietHours" | "timeZone">;

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
