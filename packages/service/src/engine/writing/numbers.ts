import type { Gender, LanguageData } from "./language.ts";
import { makeSpell, spelledMax } from "./rbnf.ts";

/** @returns the marks that a region writes between thousands and before decimals */
const marksOf = (tag: string) => {
	const parts = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1_234_567.5);
	const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
	return { group: find("group"), decimal: find("decimal") };
};

const keptPlurals = 100;

/** @returns a function that finds a number's plural category. Small numbers are cached, because `Intl` is slow. */
export const makePlural = (tag: string): ((value: number) => string) => {
	const rules = new Intl.PluralRules(tag);
	const kept = Array.from({ length: keptPlurals }, (_, value) => rules.select(value));
	return (value) => kept[value] ?? rules.select(value);
};

const spaces = " \u00a0\u202f";

export type NumberWriter = ReturnType<typeof createNumbers>;

/** @param tag - a BCP 47 tag, whose region decides which decimal and group marks are read */
export const createNumbers = (language: LanguageData, tag: string) => {
	const { group, decimal } = marksOf(tag);
	const plural = makePlural(tag);
	const between = spaces.includes(group) ? `[${spaces}.'’]` : `[${group}'’\u00a0\u202f]`;
	// If a number has both marks, the last one is the decimal mark in all languages.
	const both = String.raw`\d{1,3}(?:(?:,\d{3}){1,4}\.|(?:\.\d{3}){1,4},)\d{1,2}(?!\d)`;
	/** A pattern of a number without its sign. */
	const pattern = String.raw`(?:${both}|\d{1,3}(?: 000){1,4}(?!\d)|\d{1,3}(?:${between}\d{3}){1,4}(?!\d)(?:[.,]\d{1,9})?|\d{1,15}(?:[.,]\d{1,9})?)`;
	const spellOut = language.sets && makeSpell(language.sets.rules, language.tag);
	let names: readonly string[] | undefined;

	/**
	 * @param written - a number that {@link pattern} matches
	 * @returns its value, the digits after the decimal mark, and that mark ("." or ","), or nothing
	 */
	const read = (written: string) => {
		if (/^\d+$/.test(written)) return { value: Number(written), decimals: "", mark: "" };
		const marks = written.replace(/\d/g, "");
		const last = marks.at(-1);
		const at = last === undefined ? written.length : written.lastIndexOf(last);
		const isAlone = marks.length === 1;
		const isGroup = isAlone ? written.length - at === 4 && last !== decimal : new Set(marks).size === 1;
		const whole = (isGroup ? written : written.slice(0, at)).replace(/\D/g, "");
		const decimals = isGroup ? "" : written.slice(at + 1);
		const mark = decimals === "" ? "" : (last ?? "");
		return { value: Number(decimals === "" ? whole : `${whole}.${decimals}`), decimals, mark };
	};

	const spell = (value: number, set: string): string => {
		if (!spellOut || value >= spelledMax) return String(value);
		const words = spellOut(set, value);
		return language.polish?.(words) ?? words;
	};

	const say = (value: number, noun?: Gender): string => {
		const { sets } = language;
		if (!sets) return String(value);
		const set = noun === "feminine" ? sets.feminine : noun === "masculine" ? sets.cardinal : sets.counting;
		return spell(value, set);
	};

	/** @returns whether the language uses the singular after a number; French does even after 1.5 */
	const isOne = (value: number) => plural(value) === "one";

	const sayYear = (value: number) => spell(value, language.sets?.year ?? "");

	const sayDigits = (digits: string) => {
		names ??= Array.from("0123456789", (digit) => say(Number(digit)));
		return Array.from(digits, (digit) => names?.[Number(digit)]).join(" ");
	};

	/**
	 * @param written - a number that {@link pattern} matches
	 * @returns the number in words, or in digits without rule sets
	 */
	const write = (written: string, noun?: Gender): string => {
		const { value, decimals, mark } = read(written);
		const { sets, point, dot = point, readsDecimals } = language;
		if (!sets && /^0\d/.test(written)) return written;
		if (!sets) return decimals === "" ? String(value) : `${Math.trunc(value)}${decimal}${decimals}`;
		if (/^0\d/.test(written)) return sayDigits(written.replace(/\D/g, ""));
		const whole = say(Math.trunc(value), decimals === "" ? noun : undefined);
		if (decimals === "") return whole;
		const zeros = /^0*/.exec(decimals)?.[0] ?? "";
		const rest = decimals.slice(zeros.length);
		const said = readsDecimals && rest.length === 2 && zeros === "" ? say(Number(rest)) : sayDigits(decimals);
		return `${whole} ${mark === "." ? dot : point} ${said}`;
	};
	return { pattern, read, spell, say, isOne, sayYear, sayDigits, write };
};

/** A pattern of Roman numerals up to 39. Larger numerals have further letters, and may be words. */
export const roman = "(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})";

const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

export const readRoman = (numeral: string): number =>
	[...numeral].reduce((sum, sign, at) => {
		const value = values[sign] ?? 0;
		// A smaller value before a greater one is subtracted.
		return (values[numeral[at + 1] ?? ""] ?? 0) > value ? sum - value : sum + value;
	}, 0);
