import { cutAtTags, hasCuttingTags } from "./delivery-tags.ts";
import { findCuts } from "./lines/cuts.ts";
import { lineMaxSeconds, measureSpeech, secondsPerLine } from "./lines/duration.ts";

export { estimateSeconds, isWrittenShort } from "./lines/duration.ts";

export interface CutOptions {
	/** The most UTF-16 units of the first Line, if a listener waits for it. */
	readonly firstMax?: number;
	/** The most seconds of that first Line; by default {@link firstMaxSeconds}. */
	readonly firstSeconds?: number;
	/** The most UTF-16 units of a Line. At least 2, since a character may take two. */
	readonly lineMax: number;
	/** The language whose rules decide where sentences end (BCP 47). */
	readonly locale: string;
}

/** The longest first Line in seconds, which matters for scripts with few, slow characters. */
const firstMaxSeconds = 12;

/** Where Lines are cut, best first. A cut of a rank is only used if it fills at least this share of the Line. */
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
 * Cuts a text into the texts of its Lines: each within the limits and at most about 45 s of speech. Lines are filled
 * with whole sentences if they fit, else cut between clauses, words or, last, graphemes. Only a grapheme that is longer
 * than a Line is cut inside.
 *
 * @returns the Lines in order, without the white space between them; for a text with delivery tags, see {@link
 * cutAtTags}
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

/** @returns the limits of a Line, in UTF-16 units and in seconds */
const limitLine = ({ firstMax, firstSeconds = firstMaxSeconds, lineMax }: CutOptions, isFirst: boolean) => {
	const shorter = isFirst ? firstMax : undefined;
	return shorter === undefined
		? { max: Math.max(2, lineMax), seconds: lineMaxSeconds }
		: { max: Math.max(2, Math.min(shorter, lineMax)), seconds: firstSeconds };
};

/** A shortcut for most messages, which need no cut. */
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

/** The seconds of speech before each position, so that the duration of any piece is one subtraction. */
const sumCosts = (text: string): Float64Array => {
	const costs = new Float64Array(text.length + 1);
	for (const { index, seconds } of measureSpeech(text)) costs[index + 1] = (costs[index + 1] ?? 0) + seconds;
	for (let i = 1; i < costs.length; i += 1) costs[i] = (costs[i] ?? 0) + (costs[i - 1] ?? 0);
	return costs;
};

/** @returns the furthest end of a Line that begins at `start`, at least one character (of up to two units) later */
const findReach = (costs: Float64Array, start: number, limit: number, seconds: number): number => {
	const before = costs[start] ?? 0;
	let reach = limit;
	while (reach > start + 2 && (costs[reach] ?? 0) - before > seconds) reach -= 1;
	return reach;
};

/** Shorter texts aren't easier to speak in two pieces. In UTF-16 units. */
const worthCutting = 40;

/**
 * Cuts a text in two at the end of a sentence, clause or word near its middle.
 *
 * @returns the two pieces without the white space between them; undefined if the text is short or has only one word
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

/** The most characters per second in any script. Bounds texts whose characters have no estimated duration. */
const charactersPerSecond = 80;
/** How many characters behind a cut are looked at to find the end of a sentence or word. */
const lookAhead = 64;

/** @returns how many UTF-16 units of a text take `seconds` to say; undefined if all of it takes less */
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
 * Shortens a text to about `maxSeconds` of speech at most, after a whole sentence if one fits, else between clauses or
 * words.
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
