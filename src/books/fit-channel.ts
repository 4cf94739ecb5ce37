import { estimateHeardMs, firstLineMaxCharacters } from "../say/write-lines.ts";
import type { Line } from "../speech/line.ts";
import { cutScript } from "../speech/text/script.ts";
import type { Book } from "./book.ts";

/**
 * @param textMaxMs - how long a text may be there
 * @returns a book as a voice channel hears it: somebody waits for its first Line, so that one is short, and none is longer
 * than a text may be
 */
export const fitChannel = (book: Book, textMaxMs: number): Book => {
	const locale = book.language ?? book.locale;
	const measure = (line: string | Line): number => {
		const whole = typeof line === "string" ? { text: line, voice: book.voice, tempo: book.speed } : line;
		return estimateHeardMs([{ ...whole, pauseMs: 0 }]);
	};
	const cut = (line: string | Line, isFirst: boolean): readonly (string | Line)[] => {
		const text = typeof line === "string" ? line : line.text;
		const share = Math.min(1, textMaxMs / measure(line));
		const pieces = cutScript(text, {
			lineMax: Math.max(2, Math.floor(text.length * share)),
			locale,
			...(isFirst && { firstMax: firstLineMaxCharacters }),
		});
		if (typeof line === "string") return pieces;
		// Only the first piece comes after somebody else.
		const { pauseMs: _, ...goesOn } = line;
		return pieces.map((piece, index) => ({ ...(index === 0 ? line : goesOn), text: piece }));
	};
	const pages = book.pages.map((page, at) => ({
		...page,
		lines: page.lines.flatMap((line, index) => cut(line, at === 0 && index === 0)),
	}));
	return { ...book, pages };
};
