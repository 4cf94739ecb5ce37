import { isSpeakable, lettersOf } from "@herald/common/wire/languages.ts";

/** A piece of text that is spoken in one call, and the silence that follows it, in ms. */
export interface Phrase {
	readonly text: string;
	readonly gapMs: number;
}

/** So long is the work on a phrase: half a second of Flite's. Others wait for it, and one that is aborted ends with it. */
const phraseMaxLetters = 200;
const sentenceGapMs = 320;
const paragraphGapMs = 550;
const clauseGapMs = 160;
const wordGapMs = 40;

/** With what stands before it, and the space behind. */
const longestAbbreviation = 12;
/** Abbreviations: their full stop doesn't end a sentence. */
const abbreviation = /(?:^|[\s("'])(?:mr|mrs|ms|dr|st|prof|vs|no|approx|e\.g|i\.e|[a-z])\.\s*$/i;

/** "Am 22. November": outside English, a full stop may make a number an ordinal. */
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

/** What isn't read by a name, but for letters. */
const silent = /[\u0300-\u036f\s,.;:!?'"()…、。，！？-]/u;
/** Letters that are a syllable, or may be spelled. */
const long = /[\p{Lu}\p{Script=Hani}\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/u;

const consonant = /[b-df-hj-np-tv-xz]/i;
/** No word has more consonants in a row than a few: more are spelled. */
const consonantsMax = 5;

/** Digits and common signs take as long to say as so many letters: each has a name. */
const named = 6;
/** Letters of other languages and rare signs have long names, or are said as numbers. */
const foreign = 20;

/** @returns how many letters take as long to say as a character */
const weigh = (character: string, letter: RegExp, isSpelled: boolean): number => {
	if (isSpelled) return named;
	if (letter.test(character)) return long.test(character) ? 2 : 1;
	if (silent.test(character)) return 1;
	return /[\x20-\x7e\p{Nd}\p{Sc}]/u.test(character) ? named : foreign;
};

/** @returns how many of a text's UTF-16 units, from its beginning, take no longer to say than so many letters */
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

/** Where a piece that is too long is cut: after its last comma that fits, else after its last word. */
const findCut = (head: string): number => {
	const clause = Math.max(...clauseEnds.map((mark) => head.lastIndexOf(mark)));
	if (clause > head.length / 4) return clause + 1;
	const word = head.lastIndexOf(" ");
	return word > 0 ? word : head.length;
};

/** A shorter beginning isn't worth a breath behind it, and is over before the rest is made. */
const openingMinCharacters = 10;

/** Cuts a text's first phrase after its first clause: the sooner it is spoken. @returns the same words */
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
 * Cuts a text into phrases that take a bounded time to say: sentences where they fit. Pieces that nothing can be heard of
 * are left out; no word is lost.
 *
 * @param language - whose rules say where a sentence ends, a BCP 47 tag
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
