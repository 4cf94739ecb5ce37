import { cutAtTags, hasCuttingTags } from "./delivery-tags.ts";
import { findCuts } from "./lines/cuts.ts";
import { lineMaxSeconds, measureSpeech, secondsPerLine } from "./lines/duration.ts";

export { estimateSeconds, isWrittenShort } from "./lines/duration.ts";

export interface CutOptions {
	/** The most UTF-16 units of the first Line, if a listener is waiting for it. */
	readonly firstMax?: number;
	/** The most seconds of that first Line; by default about what 120 letters take. */
	readonly firstSeconds?: number;
	/** The most UTF-16 units of a Line; at least 2, as a character may take two. */
	readonly lineMax: number;
	/** BCP 47: the language whose sentences are looked for. */
	readonly locale: string;
}

/** The longest first Line, for scripts with few, slow characters. */
const firstMaxSeconds = 12;

/** The ranks of cuts, best first, and how full a Line must be for each to be used. */
const preferences = [
	{ rank: "paragraph", least: 0.5 },
	{ rank: "sentence", least: 0.15 },
	{ rank: "clause", least: 0.4 },
	{ rank: "sentence", least: 0 },
	{ rank: "space", least: 0.5 },
	{ rank: "clause", least: 0 },
	{ rank: "word", least: 0 },
	{ rank: "grapheme", least: 0 },
	{ rank: "codePoint", least: 0 },
] as const;

/**
 * Cuts a text into the texts of its Lines: each within the limits and at most about 45 s of speech, filled with whole
 * sentences where they fit, else cut between clauses, words or, last, graphemes. Only a grapheme that alone is longer
 * than a Line is cut inside.
 *
 * @returns the Lines in order: pieces of the text that lose only white space between them; where it has delivery tags,
 * see {@link cutAtTags}
 */
export const cutIntoLines = (text: string, options: CutOptions): string[] => {
	const { firstMax: _, ...later } = options;
	return hasCuttingTags(text)
		? cutAtTags(text, (piece, isFirst) => cutPiece(piece, isFirst ? options : later))
		: cutPiece(text, options);
};

const cutPiece = (text: string, options: CutOptions): string[] => {
	if (fitsOneLine(text, options)) return [text];
	const cuts = findCuts(text, options.locale);
	const costs = sumCosts(text);
	const lines: string[] = [];
	const end = cuts.skipSpaceBack(text.length);
	let start = cuts.skipSpace(0);
	while (start < end) {
		const { max, seconds } = limitLine(options, lines.length === 0);
		const reach = findReach(costs, start, Math.min(end, start + max), seconds);
		let cut = reach;
		if (reach < end) {
			for (const { rank, least } of preferences) {
				const found = cuts.findLast(rank, start, reach);
				if (found === undefined || found - start < least * (reach - start)) continue;
				cut = found;
				break;
			}
		}
		const lineEnd = cuts.skipSpaceBack(cut);
		if (lineEnd > start) lines.push(text.slice(start, lineEnd));
		start = cuts.skipSpace(cut);
	}
	return lines;
};

/** @returns the limits of a Line, in UTF-16 units and seconds */
const limitLine = ({ firstMax, firstSeconds = firstMaxSeconds, lineMax }: CutOptions, isFirst: boolean) => {
	const shorter = isFirst ? firstMax : undefined;
	return shorter === undefined
		? { max: Math.max(2, lineMax), seconds: lineMaxSeconds }
		: { max: Math.max(2, Math.min(shorter, lineMax)), seconds: firstSeconds };
};

/** Most messages do: there is nothing to find in them. */
const fitsOneLine = (text: string, options: CutOptions): boolean => {
	const { max, seconds } = limitLine(options, true);
	if (text === "" || text.length > max || /^\s|\s$/.test(text)) return false;
	let sum = 0;
	for (const part of measureSpeech(text)) {
		sum += part.seconds;
		if (sum > seconds) return false;
	}
	return true;
};

/** Seconds of speech before each position, so that the cost of any piece is one subtraction. */
const sumCosts = (text: string): Float64Array => {
	const costs = new Float64Array(text.length + 1);
	for (const { index, seconds } of measureSpeech(text)) costs[index + 1] = (costs[index + 1] ?? 0) + seconds;
	for (let i = 1; i < costs.length; i += 1) costs[i] = (costs[i] ?? 0) + (costs[i - 1] ?? 0);
	return costs;
};

/** The furthest end of a Line that begins at `start`, at least one character (of up to two units) further. */
const findReach = (costs: Float64Array, start: number, limit: number, seconds: number): number => {
	const before = costs[start] ?? 0;
	let reach = limit;
	while (reach > start + 2 && (costs[reach] ?? 0) - before > seconds) reach -= 1;
	return reach;
};

/** Shorter texts are as hard to speak in two pieces as in one. */
const worthCutting = 40;

/**
 * Cuts a text at the end of a sentence, clause or word near its middle.
 *
 * @returns its two pieces, which lose only white space between them; undefined for a text that is too short or a single
 * word
 */
export const cutInTwo = (text: string): readonly [string, string] | undefined => {
	if (text.length < worthCutting || !/\s/.test(text.trim())) return undefined;
	const pieces = cutPiece(text, { lineMax: Math.ceil(text.length * 0.6), locale: "en" });
	let end = 0;
	const ends = pieces.slice(0, -1).map((piece) => {
		end = text.indexOf(piece, end) + piece.length;
		return end;
	});
	const fromMiddle = (at: number) => Math.abs(at - text.length / 2);
	const [cut] = ends.sort((a, b) => fromMiddle(a) - fromMiddle(b));
	return cut === undefined ? undefined : [text.slice(0, cut).trim(), text.slice(cut).trim()];
};

/** No script has more characters a second: what has none of its own mustn't be endless either. */
const charactersPerSecond = 80;
/** Characters that are looked at behind a cut, to find where a sentence or word ends. */
const lookAhead = 64;

/** @returns how many UTF-16 units of a text are said in so many seconds; undefined when it is all of it */
const findLength = (text: string, seconds: number): number | undefined => {
	const most = Math.floor(seconds * charactersPerSecond);
	let left = seconds - secondsPerLine;
	for (const { index, seconds: taken } of measureSpeech(text)) {
		left -= taken;
		if (left < 0) return Math.min(index, most);
	}
	return text.length > most ? most : undefined;
};

/**
 * @returns the beginning of a text, of about so many seconds at most: whole sentences where they fit, else cut between
 * clauses or words; the text itself if it isn't longer
 */
export const shortenText = (text: string, maxSeconds: number, locale: string): string => {
	const reach = findLength(text, maxSeconds);
	if (reach === undefined) return text;
	const beginning = text.slice(0, reach + lookAhead);
	const cut = {
		firstMax: reach,
		firstSeconds: maxSeconds - secondsPerLine,
		lineMax: beginning.length,
		locale,
	};
	return cutPiece(beginning, cut)[0] ?? "";
};
