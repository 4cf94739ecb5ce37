import type { Gender, LanguageData, Numbers, Rule } from "../language.ts";
import { readRoman, roman } from "../numbers.ts";

/** @returns an ordinal of Spanish, Portuguese or French in words */
export const ordinal = (numbers: Numbers, value: number, gender: Gender): string =>
	numbers.spell(value, `%spellout-ordinal-${gender}`);

/** @returns the number of a king or pope in words: in Spanish and Portuguese an ordinal up to the tenth */
export const regnalNumber = (numbers: Numbers, value: number, gender: Gender): string =>
	value <= 10 ? ordinal(numbers, value, gender) : numbers.say(value);

/**
 * Says one half, and the fractions whose denominators have a name.
 *
 * @param plural - the ending of the names after other numerators than 1
 */
export const fractionsBy =
	(half: string, names: Readonly<Record<number, string>>, plural: string): LanguageData["fractions"] =>
	(numerator, denominator, numbers) => {
		if (denominator === 2) return numerator === 1 ? half : undefined;
		const name = names[denominator];
		return name && `${numbers.say(numerator, "masculine")} ${name}${numerator === 1 ? "" : plural}`;
	};

/** Writes "etc." as `word`. At the end of a sentence, the full stop stays. */
export const etcetera = (word: string): readonly Rule[] => [
	[/(?<![\p{L}\p{N}.])etc\.(?=\s+\p{Lu}|\s*$)/gmu, () => `${word}.`],
	[/(?<![\p{L}\p{N}.])etc(?:\.|(?!\p{L}))/gu, () => word],
];

/** Writes a word and the Roman numeral after it. @param words, numeral - patterns of both */
export const romanAfter = (
	words: string,
	write: (value: number, word: string) => string,
	numeral = roman,
): Rule => [
	new RegExp(`(?<!\\p{L})(${words}) (${numeral})(?![\\p{L}\\p{N}])`, "gu"),
	(word = "", written = "") => write(readRoman(written), word),
];

/** Writes the decade after a word for "years": "años 80". @param years - a pattern of the words */
export const decadeAfter = (years: string, numbers: Numbers): Rule => [
	new RegExp(`(?<![\\p{L}\\p{N}])(${years}) ((?:19|20)?[1-9]0)(?![\\p{L}\\p{N}])`, "gu"),
	(word, decade = "") => `${word} ${numbers.say(Number(decade))}`,
];
