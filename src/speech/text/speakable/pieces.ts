/** A letter of a script without spaces between words, in which a word can begin anywhere. */
export const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

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
			const [mark] = match;
			const index = (mark.charCodeAt(0) - firstMark) * markCount + mark.charCodeAt(1) - firstMark;
			const piece = this.#pieces[index];
			if (piece) append(piece.text, piece.apart);
			end = match.index + mark.length;
		}
		append(text.slice(end), false);
		return spoken.join("");
	}

	#add(piece: Piece): string {
		const index = this.#pieces.push(piece) - 1;
		return String.fromCharCode(firstMark + Math.floor(index / markCount), firstMark + (index % markCount));
	}
}

const lineMarks = /^(?:[\p{Zs}\t]*(?:>>> |> |-# |#{1,3} |[-*+] ))+/gmu;

/** A backslash before a speaker's name, as in `\Kore: Hello`, which keeps the name from beginning a turn. */
const keptFromSpeaking = /(?<![^\s。！？」』])\\(?=\p{L}[^\n:：]{0,40}[:：])/gu;

/** No search goes past the next mark of its kind, so each rule takes linear time. */
const inlineMarks: readonly RegExp[] = [
	/\*\*([\s\S]+?)\*\*(?!\*)/g,
	/__([\s\S]+?)__(?!_)/g,
	/~~([\s\S]+?)~~/g,
	// Between digits, a star means multiplication.
	/(?<!\d)\*(?![\s*])([^*]*[^*\s])\*|\*(?![\s*])([^*]*[^*\s])\*(?!\d)/g,
	// An underscore inside a word such as "snake_case" is no mark.
	/(?<![\p{L}\p{N}_])_((?:[^_\n]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+)_(?![\p{L}\p{N}_])/gu,
];

const frames = /[\u2500-\u257F]+/g;
/** The line under a table's head. */
const rule = /^[\s|:+=-]+$/;

/** @returns the cells of a table's row, or the line itself if it is no row; undefined for the line under the head */
const readRow = (line: string): string | undefined => {
	if (!line.includes("|") || line.includes("||")) return line;
	if (rule.test(line)) return undefined;
	const row = line.trim();
	const isFramed = row.startsWith("|") && row.endsWith("|");
	if (!isFramed && !line.includes(" | ")) return line;
	const cells = row.split("|").map((cell) => cell.trim());
	return cells.filter((cell) => cell !== "").join(", ");
};

/** Turns the rows of tables, also of drawn ones, into lists of cells. */
export const readTables = (text: string): string => {
	const plain = text.replace(/[│┃║]/g, "|").replace(frames, " ");
	if (!plain.includes("|")) return plain;
	return plain
		.split("\n")
		.flatMap((line) => readRow(line) ?? [])
		.join("\n");
};

/**
 * Strips markup that only affects how text looks: headings, quotes, lists, subtext, bold, italics, underlines, strikes.
 */
export const stripFormat = (text: string): string => {
	let plain = text.replace(lineMarks, "").replace(keptFromSpeaking, "");
	for (const mark of inlineMarks)
		plain = plain.replace(mark, (_all, a?: string, b?: string) => (typeof b === "string" ? b : (a ?? "")));
	return plain;
};
