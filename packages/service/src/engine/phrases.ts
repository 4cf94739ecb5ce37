/** A piece of text that is spoken in one call, and the silence that follows it, in ms. */
export interface Phrase {
	readonly text: string;
	readonly gapMs: number;
}

/** Flite's time and memory grow with the length of a call: 2,000 characters take seconds and 110 MB. */
const phraseMaxCharacters = 400;
const sentenceGapMs = 320;
const paragraphGapMs = 550;
const clauseGapMs = 160;
const wordGapMs = 40;

/** With what stands before it, and the space behind. */
const longestAbbreviation = 12;
/** Abbreviations: their full stop doesn't end a sentence. */
const abbreviation = /(?:^|[\s("'])(?:mr|mrs|ms|dr|st|prof|vs|no|approx|e\.g|i\.e|[a-z])\.\s*$/i;
const spoken = /[\p{L}\p{N}]/u;

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
const isHighSurrogate = (code: number): boolean => (code & 0xfc00) === 0xd800;

/** Where a piece that is too long is cut: after its last comma that fits, else after its last word. */
const findCut = (text: string, maxCharacters: number): number => {
	const head = text.slice(0, maxCharacters);
	const clause = Math.max(...clauseEnds.map((mark) => head.lastIndexOf(mark)));
	if (clause > maxCharacters / 4) return clause + 1;
	const word = head.lastIndexOf(" ");
	if (word > 0) return word;
	return isHighSurrogate(head.charCodeAt(head.length - 1)) ? maxCharacters - 1 : maxCharacters;
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

const splitLong = (sentence: string, gapMs: number, maxCharacters: number): Phrase[] => {
	const phrases: Phrase[] = [];
	let rest = sentence;
	while (rest.length > maxCharacters) {
		const cut = findCut(rest, maxCharacters);
		const text = rest.slice(0, cut);
		phrases.push({ text, gapMs: /[,;:、，；：،؛]$/.test(text) ? clauseGapMs : wordGapMs });
		rest = rest.slice(cut).trimStart();
	}
	return [...phrases, { text: rest, gapMs }];
};

/**
 * Cuts a text into phrases of so many characters at most: sentences where they fit. Pieces without a
 * letter or digit are left out; no word is lost.
 *
 * @param language - whose rules say where a sentence ends, a BCP 47 tag
 */
export const splitPhrases = (
	text: string,
	language: string,
	maxCharacters = phraseMaxCharacters,
): Phrase[] => {
	const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
	return text.split("\n").flatMap((paragraph) => {
		const sentences = splitSentences(paragraph, segmenter, language).filter((sentence) =>
			spoken.test(sentence),
		);
		return sentences
			.flatMap((sentence, i) =>
				splitLong(sentence, i === sentences.length - 1 ? paragraphGapMs : sentenceGapMs, maxCharacters),
			)
			.filter((phrase) => spoken.test(phrase.text));
	});
};
