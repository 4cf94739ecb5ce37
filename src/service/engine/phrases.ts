/** A piece of text that is spoken in one call, and the silence that follows it, in ms. */
export interface Phrase {
	readonly text: string;
	readonly gapMs: number;
}

/** Flite's time and memory grow with the length of a call: 2,000 characters take seconds and 110 MB. */
export const phraseMaxCharacters = 400;
const sentenceGapMs = 320;
const paragraphGapMs = 550;
const clauseGapMs = 160;
const wordGapMs = 40;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
/** With what stands before it, and the space behind. */
const longestAbbreviation = 12;
/** Abbreviations: their full stop doesn't end a sentence. */
const abbreviation = /(?:^|[\s("'])(?:mr|mrs|ms|dr|st|prof|vs|no|approx|e\.g|i\.e|[a-z])\.\s*$/i;

const splitSentences = (paragraph: string): string[] => {
	const sentences: string[] = [];
	let start = 0;
	for (const { segment, index } of segmenter.segment(paragraph)) {
		if (abbreviation.test(segment.slice(-longestAbbreviation))) continue;
		const end = index + segment.length;
		sentences.push(paragraph.slice(start, end).trim());
		start = end;
	}
	return [...sentences, paragraph.slice(start).trim()];
};

/** Where a piece that is too long is cut: after its last comma that fits, else after its last word. */
const findCut = (text: string): number => {
	const head = text.slice(0, phraseMaxCharacters);
	const clause = Math.max(...[", ", "; ", ": "].map((mark) => head.lastIndexOf(mark)));
	if (clause > phraseMaxCharacters / 4) return clause + 1;
	const word = head.lastIndexOf(" ");
	return word > 0 ? word : phraseMaxCharacters;
};

const splitLong = (sentence: string, gapMs: number): Phrase[] => {
	const phrases: Phrase[] = [];
	let rest = sentence;
	while (rest.length > phraseMaxCharacters) {
		const cut = findCut(rest);
		const text = rest.slice(0, cut);
		phrases.push({ text, gapMs: /[,;:]$/.test(text) ? clauseGapMs : wordGapMs });
		rest = rest.slice(cut).trimStart();
	}
	return [...phrases, { text: rest, gapMs }];
};

/**
 * Cuts normalised text into phrases of at most {@link phraseMaxCharacters} characters: sentences where they fit. Pieces
 * without a letter or digit are left out; no word is lost.
 */
export const splitPhrases = (text: string): Phrase[] =>
	text.split("\n").flatMap((paragraph) => {
		const sentences = splitSentences(paragraph).filter((sentence) => /[a-z0-9]/i.test(sentence));
		return sentences
			.flatMap((sentence, i) =>
				splitLong(sentence, i === sentences.length - 1 ? paragraphGapMs : sentenceGapMs),
			)
			.filter((phrase) => /[a-z0-9]/i.test(phrase.text));
	});
