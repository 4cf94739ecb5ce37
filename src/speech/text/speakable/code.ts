import type { Pieces } from "./pieces.ts";
import type { SpokenWords } from "./words.ts";

/** Code or an escaped character. A link is matched to be skipped: in it a backslash is a character like any other. */
const token = /https?:\/\/[^\s<>`|\\]+|\\([!-/:-@[-`{-~])|`+/gi;

/** @returns the runs of backticks by their lengths, each from the last to the first */
const findRuns = (text: string) =>
	Map.groupBy([...text.matchAll(/`+/g)].reverse(), ({ 0: run }) => run.length);

/**
 * Handles code and escaped characters before other rules could find markup in them. A fenced block is replaced by a
 * word; inline code and escaped characters are read literally.
 */
export const settleCode = (text: string, pieces: Pieces, words: SpokenWords): string => {
	const runs = findRuns(text);
	// Runs before the reading position never matter again and are dropped, so the total time stays linear.
	const findRun = (length: number, from: number): number | undefined => {
		const left = runs.get(length);
		while (left && (left.at(-1)?.index ?? from) < from) left.pop();
		return left?.at(-1)?.index;
	};
	let lastFence = text.lastIndexOf("```");
	let settled = "";
	let end = 0;
	token.lastIndex = 0;
	for (let match = token.exec(text); match; match = token.exec(text)) {
		const [found, escaped] = match;
		const after = match.index + found.length;
		let piece: string | undefined;
		let pieceEnd = after;
		if (escaped !== undefined) {
			piece = pieces.keep(escaped);
		} else if (found.startsWith("```") && lastFence > match.index + 3) {
			const close = text.indexOf("```", match.index + 4);
			if (close === -1) lastFence = -1;
			else {
				piece = pieces.say(words.codeBlock);
				// A closing run may be longer than three.
				pieceEnd = close + 3;
				while (text[pieceEnd] === "`") pieceEnd += 1;
			}
		} else if (found.startsWith("`")) {
			const close = findRun(found.length, after);
			if (close !== undefined) {
				piece = pieces.keep(pieces.putBack(text.slice(after, close)));
				pieceEnd = close + found.length;
			}
		}
		if (piece === undefined) continue;
		settled += text.slice(end, match.index) + piece;
		end = pieceEnd;
		token.lastIndex = pieceEnd;
	}
	return settled + text.slice(end);
};
