import { estimateHeardMs } from "../say/write-lines.ts";
import type { BookLine } from "./book.ts";

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
