import { Recent } from "@herald/common/recent.ts";

/** Words that end in a full stop without ending a sentence. Single letters ("z. B.", "J. R.") need no list. */
export const abbreviations: ReadonlySet<string> = new Set(
	(
		"mr mrs ms mx dr prof st mt ft jr sr gen col sgt capt lt cmdr rev hon gov sen rep pres messrs mme mlle vs cf al " +
		"approx dept etc est ed eds fig figs vol no nos pp inc ltd jan feb mar apr jun jul aug sep sept oct nov dec " +
		"bzw ca vgl evtl ggf inkl exkl zzgl abs art bd hr fr nr str tel usw geb gest sog bspw mind max min okt dez mrd mio"
	).split(" "),
);
/** Abbreviations that can also end a sentence. The segmenter decides by what follows. */
const mayEnd = new Set("a.m p.m usw etc no max min art mar jun".split(" "));

const lastWord = /(?:^|[\s("'„“‘([])([\p{L}\p{M}.]{1,12})\.\s*$/u;
const numberAlone = /^\s*[([]?\d{1,3}[.)]\s*$/;
const germanOrdinal = /(?:^|\s)\d{1,2}\.\s*$/;

const goesOn = (sentence: string, locale: string): boolean => {
	if (/\n\s{0,7}$/.test(sentence.slice(-8))) return false;
	const tail = sentence.slice(-20);
	if (sentence.length < 10 && numberAlone.test(sentence)) return true;
	if (/^de\b/i.test(locale) && germanOrdinal.test(tail)) return true;
	const word = lastWord.exec(tail)?.[1]?.toLowerCase();
	if (word === undefined || mayEnd.has(word)) return false;
	return abbreviations.has(word) || /^\p{L}\p{M}?(?:\.\p{L})*$/u.test(word);
};

/** A cache, by language and granularity. The region isn't in the key, so that unusual tags can't push out others. */
const segmenters = new Recent<Intl.Segmenter>(1_000);

/** @returns the shared segmenter for a locale's language and a granularity; English if the locale is invalid */
export const getSegmenter = (
	locale: string,
	granularity: "grapheme" | "word" | "sentence",
): Intl.Segmenter => {
	const language = /^[a-z]{2,3}(?![a-z])/i.exec(locale)?.[0].toLowerCase() ?? "en";
	return segmenters.get(`${language} ${granularity}`, () => new Intl.Segmenter(language, { granularity }));
};

/** @returns the positions where sentences end, in order. A line break ends a sentence, too */
export const findSentenceEnds = (text: string, locale: string): number[] => {
	const ends: number[] = [];
	let start = 0;
	for (const { index, segment } of getSegmenter(locale, "sentence").segment(text)) {
		const end = index + segment.length;
		if (end < text.length && goesOn(text.slice(Math.max(start, end - 64), end), locale)) continue;
		ends.push(end);
		start = end;
	}
	return ends;
};
