import { dropUnknownSigns, isSpeakable, lettersOf } from "@herald/common/wire/languages.ts";
import { writeOut } from "./writing/write-out.ts";

export interface Reading {
	readonly text: string;
	/** A BCP 47 tag. */
	readonly language: string;
	/** Whether the engine is Flite, which knows only plain English. Other engines know their language's letters. */
	readonly isForFlite: boolean;
}

export const readText = ({ text, language, isForFlite }: Reading): Phrase[] =>
	splitPhrases(isForFlite ? normalise(text) : writePlainly(text, language), language);

/** A piece of text that is spoken in one call, and the silence after it in ms. */
export interface Phrase {
	readonly text: string;
	readonly gapMs: number;
}

/**
 * The most letters of a phrase. Flite works on such a phrase for half a second, and until then other texts and an
 * abort must wait.
 */
const phraseMaxLetters = 200;
const sentenceGapMs = 320;
const paragraphGapMs = 550;
const clauseGapMs = 160;
const wordGapMs = 40;

/**
 * How many characters at a segment's end are searched for an abbreviation or an ordinal: enough for the longest one,
 * the character before it and the space after it.
 */
const longestAbbreviation = 12;
/** Matches an abbreviation at the end. Its full stop doesn't end a sentence. */
const abbreviation = /(?:^|[\s("'])(?:mr|mrs|ms|dr|st|prof|vs|no|approx|e\.g|i\.e|[a-z])\.\s*$/i;

/** Outside English, a full stop may make a number an ordinal: "am 22. November". */
const ordinal = /(?:^|[^\p{L}\p{N}.,])\d{1,2}\.\s*$/u;

const splitSentences = (paragraph: string, segmenter: Intl.Segmenter, language: string): string[] => {
	const isEnglish = /^en\b/i.test(language);
	const sentences: string[] = [];
	let start = 0;
	for (const { segment, index } of segmenter.segment(paragraph)) {
		const tail = segment.slice(-longestAbbreviation);
		if (abbreviation.test(tail) || (!isEnglish && ordinal.test(tail))) continue;
		const end = index + segment.length;
		sentences.push(paragraph.slice(start, end).trim());
		start = end;
	}
	return [...sentences, paragraph.slice(start).trim()];
};

const clauseEnds = [", ", "; ", ": ", "、", "，", "；", "：", "، ", "؛ "];

/** Characters other than letters that voices don't read out by name. */
const silent = /[\u0300-\u036f\s,.;:!?'"()…、。，！？-]/u;
/** Letters that take twice as long to say as others: they stand for a syllable, or may be spelled out. */
const long = /[\p{Lu}\p{Script=Hani}\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/u;

const consonant = /[b-df-hj-np-tv-xz]/i;
/** The most consonants in a row that are taken for part of a word; engines spell longer rows out. */
const consonantsMax = 5;

/** How many letters take as long to say as a digit or a common sign, which is read by name. */
const named = 6;
/** How many letters take as long to say as a foreign letter or a rare sign: its name is long, or its number is read. */
const foreign = 20;

/** @returns how many letters take as long to say as this character */
const weigh = (character: string, letter: RegExp, isSpelled: boolean): number => {
	if (isSpelled) return named;
	if (letter.test(character)) return long.test(character) ? 2 : 1;
	if (silent.test(character)) return 1;
	return /[\x20-\x7e\p{Nd}\p{Sc}]/u.test(character) ? named : foreign;
};

/** @returns how many UTF-16 units from the text's beginning take no longer to say than `maxLetters` */
const countFitting = (text: string, letter: RegExp, maxLetters: number): number => {
	let letters = 0;
	let consonants = 0;
	let at = 0;
	for (const character of text) {
		consonants = consonant.test(character) ? consonants + 1 : 0;
		letters += weigh(character, letter, consonants > consonantsMax);
		if (letters > maxLetters) return at;
		at += character.length;
	}
	return at;
};

/**
 * @param head - the part of a long piece that fits
 * @returns where to cut the piece: after the last clause that ends in `head`, if it ends beyond the first quarter of
 *   `head`; else after the last whole word; else at the end of `head`
 */
const findCut = (head: string): number => {
	const clause = Math.max(...clauseEnds.map((mark) => head.lastIndexOf(mark)));
	if (clause > head.length / 4) return clause + 1;
	const word = head.lastIndexOf(" ");
	return word > 0 ? word : head.length;
};

/**
 * The fewest characters before the mark at which `cutOpening` cuts: a shorter opening isn't worth a pause, and is
 * over before the rest is made.
 */
const openingMinCharacters = 10;

/**
 * Cuts the first phrase after its first clause that isn't too short, so that speech is heard sooner.
 *
 * @returns phrases with the same words
 */
export const cutOpening = ([first, ...rest]: readonly Phrase[]): Phrase[] => {
	if (!first) return [];
	const ends = clauseEnds
		.map((mark) => first.text.indexOf(mark, openingMinCharacters))
		.filter((at) => at > 0);
	const text = first.text.slice(0, Math.min(...ends) + 1);
	const behind = first.text.slice(text.length).trimStart();
	if (behind === "") return [first, ...rest];
	return [{ text, gapMs: clauseGapMs }, { text: behind, gapMs: first.gapMs }, ...rest];
};

const splitLong = (sentence: string, gapMs: number, letter: RegExp): Phrase[] => {
	const phrases: Phrase[] = [];
	let rest = sentence;
	for (;;) {
		const fitting = countFitting(rest, letter, phraseMaxLetters);
		if (fitting === rest.length) return [...phrases, { text: rest, gapMs }];
		const text = rest.slice(0, findCut(rest.slice(0, fitting)));
		phrases.push({ text, gapMs: /[,;:、，；：،؛]$/.test(text) ? clauseGapMs : wordGapMs });
		rest = rest.slice(text.length).trimStart();
	}
};

/**
 * Cuts a text into phrases that take a bounded time to say: sentences, if they fit. Pieces without a sound are left out;
 * no word is lost.
 *
 * @param language - the BCP 47 tag whose rules say where a sentence ends
 */
export const splitPhrases = (text: string, language: string): Phrase[] => {
	const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
	const letter = lettersOf(language);
	return text.split("\n").flatMap((paragraph) => {
		const sentences = splitSentences(paragraph, segmenter, language).filter(isSpeakable);
		return sentences
			.flatMap((sentence, i) =>
				splitLong(sentence, i === sentences.length - 1 ? paragraphGapMs : sentenceGapMs, letter),
			)
			.filter(({ text }) => isSpeakable(text));
	});
};

/** Directions such as `[whispers]` and `<laugh>`: letters only, so that "[3]" and "a < b" stay words. */
const direction = /\[\s*[a-z][a-z ,'-]{0,40}\]|<\s*\/?[a-z][a-z _-]{0,40}\/?>/gi;
const url = /\b(?:https?:\/\/|www\.)([^\s<>"']+)/gi;

/**
 * The most letters in a row that are left together: a longer row isn't a word, and engines would spell it out for many
 * seconds.
 */
const longestWord = 40;

const pauseOf = (found: string): string => {
	if (/long pause/i.test(found)) return ". ";
	return /pause/i.test(found) ? ", " : " ";
};

/** The most characters of a host name that is spoken: the dots of a longer name alone could be minutes of "dot". */
const hostMaxLength = 100;

/** A loop, because a pattern would start anew at each mark of a long row that ends in a letter. */
const dropEndMarks = (text: string): string => {
	let end = text.length;
	while (end > 0 && ".,!?;:)".includes(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
};

const shortenAddresses = (text: string, dot: string): string =>
	text.replace(url, (_, rest: string) => {
		const host = dropEndMarks(rest.split(/[/?#:]/, 1)[0] ?? "");
		const end = rest.slice(dropEndMarks(rest).length);
		if (host.length > hostMaxLength) return ` link${end} `;
		return ` ${host.replace(/^www\./i, "").replace(/\.+/g, dot)}${end} `;
	});

/** Folds each run of white space into one space or line break, so that later patterns are fast. */
const foldSpace = (text: string): string =>
	text
		.replace(/\r\n?|[\u2028\u2029]/g, "\n")
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n[ \n]*/g, "\n");

/**
 * @returns the text without directions (a direction to pause becomes a pause), each address replaced by its host with
 *   dots written as `dot`, and white space folded
 */
const dropUnspoken = (text: string, dot: string): string =>
	foldSpace(shortenAddresses(foldSpace(text).replace(direction, pauseOf), dot));

const noSound =
	/[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}]+/gu;
const overlong = new RegExp(`[\\p{Script=Latn}\\p{N}]{${longestWord}}(?=[\\p{Script=Latn}\\p{N}])`, "gu");
/** Matches a currency sign and its amount: espeak-ng would say the sign first, but people say it last. */
const signBefore = /([$€£¥₹₩₽₺]) ?(\d[\d.,]*\d|\d)/g;

/**
 * @returns the text for an engine that knows its language's letters, numbers and signs: without directions, emoji and
 *   formatting, and with addresses as hosts; line breaks stay. Takes a time that grows only with the text's length.
 */
export const writePlainly = (text: string, language: string): string =>
	foldSpace(
		dropUnknownSigns(writeOut(dropUnspoken(text, ".").replace(overlong, "$& "), language))
			.replace(/(\p{M}{3})\p{M}+/gu, "$1")
			.replace(noSound, " ")
			.replace(/[^\P{Cc}\n]+/gu, " ")
			.replace(/[*_~|\\^{}<>[\]#`]+/g, " ")
			.replace(signBefore, "$2 $1")
			.replace(/([^\p{L}\p{N}\s])\1{3,}/gu, "$1$1$1"),
	).trim();

const replacements: readonly (readonly [RegExp, string])[] = [
	[/[‘’‚‛′`´]/g, "'"],
	[/[“”„‟«»″]/g, '"'],
	[/^ ?(?:[–—―]|--?) /gm, ""],
	[/ ?[–—―] ?| --? /g, ", "],
	[/[‐‑‒−]/g, "-"],
	[/…/g, "... "],
	[/[。｡]/g, ". "],
	[/[、，]/g, ", "],
	[/[！]/g, "! "],
	[/[？¿]/g, "? "],
	[/ß/g, "ss"],
	[/[ÆŒ]/g, "E"],
	[/[æœ]/g, "e"],
	[/[øØ]/g, "o"],
	[/[łŁ]/g, "l"],
	[/[đðĐÐ]/g, "d"],
	[/[þÞ]/g, "th"],
	[/ı/g, "i"],
];

/**
 * @returns the text in the plain ASCII English that Flite reads: without directions (a direction to pause becomes a
 *   pause), emoji and diacritics, and with addresses as hosts; empty if nothing in it can be spoken. Line breaks
 *   stay. Takes a time that grows only with the text's length.
 */
export const normalise = (text: string): string => {
	// Combining marks are removed first: normalising would sort them, in a time that grows with their number squared.
	let out = dropUnspoken(text.replace(/\p{M}+/gu, ""), " dot ");
	out = writeOut(out, "en");
	for (const [pattern, by] of replacements) out = out.replace(pattern, by);
	out = out
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.replace(/[^\n\x20-\x7e]+/g, " ")
		.replace(/[*_~|\\^{}<>[\]#]+/g, " ")
		.replace(/([^\w\s])\1{3,}/g, "$1$1$1")
		.replace(new RegExp(`[^\\s]{${longestWord}}(?=[^\\s])`, "g"), "$& ");
	out = foldSpace(out)
		.replace(/ ([,.!?;:])/g, "$1")
		.trim();
	return /[a-z0-9]/i.test(out) ? out : "";
};
