import { cutAtTags, hasCuttingTags, soundMarks } from "./delivery-tags.ts";
import { abbreviations, findSentenceEnds, getSegmenter } from "./sentences.ts";

export interface CutOptions {
	/** The most UTF-16 units of the first Line, if a listener waits for it. */
	readonly firstMax?: number;
	/** The most seconds of the first Line, if `firstMax` is set; by default {@link firstMaxSeconds}. */
	readonly firstSeconds?: number;
	/** The most UTF-16 units of a Line. At least 2, since a character may take two. */
	readonly lineMax: number;
	/** The language whose rules decide where sentences end (BCP 47). */
	readonly locale: string;
}

/**
 * The most seconds of the first Line, by default. Scripts whose characters take long to say reach this limit before
 * `firstMax`.
 */
const firstMaxSeconds = 12;

/** Where Lines are cut, best first. A cut is only used if it leaves a Line of at least `least` times what would fit. */
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

/** Whether a text is one Line without any cut. A shortcut, because most messages are one Line. */
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

/** The least UTF-16 units of a text that is cut in two. A shorter text is no easier to speak in pieces. */
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
/** How many UTF-16 units after the last possible cut are read, to tell whether a sentence or word ends at it. */
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

type CutRank = "paragraph" | "sentence" | "clause" | "space" | "word" | "grapheme" | "codePoint";

/** In scripts with spaces a comma or colon ends a clause only before a space: "3,500" and "12:30" stay whole. */
const clauseEnd = /[,;:…)\]،؛—–]["'”’»]*(?=\s)|[、，；：。！？…][」』）”’]*/gu;
const paragraphEnd = /\n[^\S\n]*\n\s*/g;
const spaces = /\s+/g;

const findEnds = (text: string, pattern: RegExp): number[] =>
	Array.from(text.matchAll(pattern), ({ index, 0: found }) => index + found.length);

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

/** @returns where to cut: before the surrogate pair, if a cut at `at` would split one; else `at` */
const beforePair = (text: string, at: number): number =>
	/[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;

/**
 * Finds where a text can be cut. Words, which are expensive, are only looked for when needed. All cuts are between
 * graphemes, except those of rank `codePoint`.
 */
const findCuts = (text: string, locale: string) => {
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
		/**
		 * @returns the first position from `at` on that isn't followed by white space; the start of the grapheme if that is
		 * inside one
		 */
		skipSpace(at: number): number {
			let next = at;
			while (next < text.length && isSpace(next)) next += 1;
			while (next > at && starts[next] !== 1) next -= 1;
			return next;
		},
		/**
		 * @returns the last position up to `at` that isn't preceded by white space; the end of the grapheme if that is
		 * inside one
		 */
		skipSpaceBack(at: number): number {
			let last = at;
			while (last > 0 && isSpace(last - 1)) last -= 1;
			while (last < at && starts[last] !== 1) last += 1;
			return last;
		},
	};
};

/** The longest Line in seconds: in long answers the quality of speech drifts. */
const lineMax = 45;
/** How long the pauses before and after a Line are, together. */
const secondsPerLine = 0.6;
const secondsPerWord = 1 / 2.6;
const secondsPerCharacter = 1 / 5;
/** For a single letter, as in "U.S.A.", or for each letter of a word that is spelled out, as "km". */
const secondsPerSpelled = 1 / 4;
/** For words such as "approx.", which are said in full. */
const secondsPerAbbreviation = 0.5;
/** For a digit: "777" is said in five words. */
const secondsPerDigit = 0.6;
/** For a sign that voices call by its name, such as "at" or "equals". */
const secondsPerSign = 0.4;
/** For a letter of Thai, Lao, Khmer or Burmese, which have no spaces between words. */
const secondsPerUnspacedLetter = 1 / 12;
/** The most characters that count as one word. A longer word counts as several. */
const wordMaxLength = 24;

/**
 * How long a Line's words may take, in seconds. The rest of `lineMax` is for the Line's pauses, and for a word that is
 * cut at the Line's start.
 */
const lineMaxSeconds = lineMax - secondsPerLine - secondsPerWord;

const cjk = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\u30FC";
const unspaced = "\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const sound = new RegExp(`([${cjk}])|([${unspaced}])|[^\\s${cjk}${unspaced}]{1,${wordMaxLength}}`, "gu");

/** Signs that are said by their name, and tags for sounds: a laugh or a sigh takes about as long. */
const signs = `@=#*&%/\\\\+~§©®™°\\p{Sm}\\p{Sc}${soundMarks}`;
const sign = new RegExp(`[${signs}]`, "u");
/** @returns whether a text has digits or signs. They are said in several words, so its duration is a guess */
export const isWrittenShort = (text: string): boolean => /\p{N}/u.test(text) || sign.test(text);

const wordsAndSigns = new RegExp(`(\\p{N})|([${signs}])|(\\p{L}[\\p{L}\\p{M}'’]*)(\\.?)`, "gu");
const capitals = /^\p{Lu}{2,3}$/u;
/** A Latin word of two to six letters without a vowel, such as "km" or "http". */
const consonants = /^(?=\p{sc=Latin})[^\P{L}aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿ]{2,6}$/iu;

const measureWord = (word: string, dot: string): number => {
	if (dot !== "" && abbreviations.has(word.toLowerCase())) return secondsPerAbbreviation;
	const isSpelled = word.length === 1 || capitals.test(word) || consonants.test(word);
	return isSpelled ? word.length * secondsPerSpelled : secondsPerWord;
};

/** Yields the start and the duration in seconds of each part of a text. */
function* measureSpeech(text: string): Generator<{ index: number; seconds: number }> {
	for (const { index, 0: part, 1: character, 2: letter } of text.matchAll(sound)) {
		if (character !== undefined) yield { index, seconds: secondsPerCharacter };
		else if (letter !== undefined) yield { index, seconds: secondsPerUnspacedLetter };
		else {
			const words = [...part.matchAll(wordsAndSigns)].map(
				({ index: at, 1: digit, 2: named, 3: word, 4: dot = "" }) => ({
					index: index + at,
					seconds: digit ? secondsPerDigit : named ? secondsPerSign : measureWord(word ?? "", dot),
				}),
			);
			const sum = words.reduce((all, { seconds }) => all + seconds, 0);
			if (sum > secondsPerWord) yield* words;
			else if (words.length > 0) yield { index, seconds: secondsPerWord };
		}
	}
}

export const estimateSeconds = (text: string): number =>
	measureSpeech(text).reduce((sum, { seconds }) => sum + seconds, secondsPerLine);
