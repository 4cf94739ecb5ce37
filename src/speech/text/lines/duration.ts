import { soundMarks } from "../delivery-tags.ts";
import { abbreviations } from "./sentences.ts";

/** The longest Line in seconds: in long answers the quality of speech drifts. */
const lineMax = 45;
/** The pause around a Line. */
export const secondsPerLine = 0.6;
const secondsPerWord = 1 / 2.6;
const secondsPerCharacter = 1 / 5;
/** A single letter, as in "U.S.A.", or each letter of a word that is spelled out, as "km". */
const secondsPerSpelled = 1 / 4;
/** For words such as "approx.", which are said in full. */
const secondsPerAbbreviation = 0.5;
/** For a digit: "777" is six words. */
const secondsPerDigit = 0.6;
/** For a sign that voices call by its name, such as "at" or "equals". */
const secondsPerSign = 0.4;
/** For a letter of Thai, Lao, Khmer or Burmese, which have no spaces between words. */
const secondsPerUnspacedLetter = 1 / 12;
/** The most characters that count as one word; longer ones are spoken as several. */
const wordMaxLength = 24;

/** How long a Line's words may take, without its pause and a word that began before it, in seconds. */
export const lineMaxSeconds = lineMax - secondsPerLine - secondsPerWord;

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
/** A Latin word without a vowel, such as "km" or "http". */
const consonants = /^(?=\p{sc=Latin})[^\P{L}aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿ]{2,6}$/iu;

const measureWord = (word: string, dot: string): number => {
	if (dot !== "" && abbreviations.has(word.toLowerCase())) return secondsPerAbbreviation;
	const isSpelled = word.length === 1 || capitals.test(word) || consonants.test(word);
	return isSpelled ? word.length * secondsPerSpelled : secondsPerWord;
};

/** Yields the start and the duration in seconds of each part of a text. */
export function* measureSpeech(text: string): Generator<{ index: number; seconds: number }> {
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

export const estimateSeconds = (text: string): number => {
	let sum = secondsPerLine;
	for (const { seconds } of measureSpeech(text)) sum += seconds;
	return sum;
};
