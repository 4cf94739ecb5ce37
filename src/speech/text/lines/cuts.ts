import { findSentenceEnds, getSegmenter } from "./sentences.ts";

type CutRank = "paragraph" | "sentence" | "clause" | "space" | "word" | "grapheme" | "codePoint";

/** In scripts with spaces a comma or colon ends a clause only before a space: "3,500" and "12:30" stay whole. */
const clauseEnd = /[,;:…)\]،؛—–]["'”’»]*(?=\s)|[、，；：。！？…][」』）”’]*/gu;
const paragraphEnd = /\n[^\S\n]*\n\s*/g;
const spaces = /\s+/g;

const findEnds = (text: string, pattern: RegExp): number[] => {
	const ends: number[] = [];
	for (const match of text.matchAll(pattern)) ends.push(match.index + match[0].length);
	return ends;
};

/** @returns the index of the last of the sorted `positions` that is at most `reach`; -1 if there is none */
const findLastAt = (positions: readonly number[], reach: number): number => {
	let low = 0;
	let high = positions.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((positions[middle] ?? 0) <= reach) low = middle + 1;
		else high = middle;
	}
	return low - 1;
};

/** Moves a cut that would split a surrogate pair before the pair. */
const beforePair = (text: string, at: number): number =>
	/[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;

/**
 * Finds where a text can be cut. Words, which are expensive, are only looked for when needed. All cuts are between
 * graphemes, except those of rank `codePoint`.
 */
export const findCuts = (text: string, locale: string) => {
	const starts = new Uint8Array(text.length + 1);
	for (const { index } of getSegmenter("en", "grapheme").segment(text)) starts[index] = 1;
	starts[text.length] = 1;
	const whole = (positions: number[]) => positions.filter((at) => starts[at] === 1);
	const lists = {
		paragraph: whole(findEnds(text, paragraphEnd)),
		sentence: whole(findSentenceEnds(text, locale)),
		clause: whole(findEnds(text, clauseEnd)),
		space: whole(findEnds(text, spaces)),
	};
	const isSpace = (at: number) => /\s/.test(text.charAt(at));
	const findWord = (start: number, reach: number): number | undefined => {
		// The end of a piece always looks like a word's end. With some text after it, only real ends do.
		const piece = text.slice(start, reach + 32);
		const segments = getSegmenter(locale, "word").segment(piece);
		let at = reach;
		while (at > start) {
			at = start + (at - start < piece.length ? (segments.containing(at - start)?.index ?? 0) : piece.length);
			// A Line doesn't start with the previous one's full stop.
			if (at > start && starts[at] === 1 && !/[\p{Pe}\p{Pf}\p{Po}]/u.test(text.charAt(at))) return at;
			at -= 1;
		}
		return undefined;
	};
	return {
		/** @returns the last cut of a rank after `start` and at most at `reach`; undefined if there is none */
		findLast(rank: CutRank, start: number, reach: number): number | undefined {
			if (rank === "word") return findWord(start, reach);
			if (rank === "codePoint") return Math.max(beforePair(text, reach), start + 1);
			if (rank === "grapheme") {
				let at = reach;
				while (at > start && starts[at] !== 1) at -= 1;
				return at > start ? at : undefined;
			}
			const positions = lists[rank];
			const found = positions[findLastAt(positions, reach)];
			return found !== undefined && found > start ? found : undefined;
		},
		/** @returns the first position from `at` on that isn't followed by white space */
		skipSpace(at: number): number {
			let next = at;
			while (next < text.length && isSpace(next)) next += 1;
			while (next > at && starts[next] !== 1) next -= 1;
			return next;
		},
		/** @returns the last position up to `at` that isn't preceded by white space */
		skipSpaceBack(at: number): number {
			let last = at;
			while (last > 0 && isSpace(last - 1)) last -= 1;
			while (last < at && starts[last] !== 1) last += 1;
			return last;
		},
	};
};
