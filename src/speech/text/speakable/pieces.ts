import { unspaced } from "./unspaced.ts";

interface Piece {
	readonly text: string;
	readonly apart: boolean;
}

/**
 * The private-use characters of the BMP. Cleaned texts have none of their own, so a pair of them can stand for a piece.
 */
const firstMark = 0xe000;
const markCount = 0xf8ff - firstMark + 1;
const pair = /([\uE000-\uF8FF])([\uE000-\uF8FF])/g;
const wordEnd = /[\p{L}\p{N}\p{M}]$/u;
const wordStart = /^[\p{L}\p{N}]/u;
/** Words need no space beside letters of scripts without spaces. */
const unspacedEnd = new RegExp(`${unspaced.source}$`, "u");
const unspacedStart = new RegExp(`^${unspaced.source}`, "u");

/** Finished parts of a text. Until they are put back, marks stand for them, which later rules ignore. */
export class Pieces {
	readonly #pieces: Piece[] = [];

	/** @returns the mark for characters that must stay as they are */
	keep(text: string): string {
		return this.#add({ text, apart: false });
	}

	/** @returns the mark for words that must not run into their neighbours */
	say(words: string): string {
		return this.#add({ text: words === "" ? " " : words, apart: true });
	}

	putBack(text: string): string {
		const spoken: string[] = [];
		let end = 0;
		let apart = false;
		const append = (part: string, partApart: boolean) => {
			if (part === "") return;
			const before = (spoken.at(-1) ?? "").slice(-2);
			const mayTouch = apart !== partApart && (unspacedEnd.test(before) || unspacedStart.test(part));
			const runsIn = (apart || partApart) && !mayTouch && wordEnd.test(before) && wordStart.test(part);
			spoken.push(runsIn ? ` ${part}` : part);
			apart = partApart;
		};
		for (const match of text.matchAll(pair)) {
			append(text.slice(end, match.index), false);
			const piece = this.#pieces[this.#indexOf(match[0])];
			if (piece) append(piece.text, piece.apart);
			end = match.index + match[0].length;
		}
		append(text.slice(end), false);
		return spoken.join("");
	}

	#add(piece: Piece): string {
		const index = this.#pieces.push(piece) - 1;
		return String.fromCharCode(firstMark + Math.floor(index / markCount), firstMark + (index % markCount));
	}

	#indexOf(mark: string): number {
		return (mark.charCodeAt(0) - firstMark) * markCount + mark.charCodeAt(1) - firstMark;
	}
}
