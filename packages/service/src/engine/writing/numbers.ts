import type { Gender, LanguageData, Numbers } from "./language.ts";
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

export class NumberWriter implements Numbers {
	/** A pattern of a number without its sign. */
	readonly pattern: string;
	readonly #language: LanguageData;
	readonly #decimal: string;
	readonly #plural: (value: number) => string;
	#digits: readonly string[] | undefined;
	readonly #spell: ReturnType<typeof makeSpell> | undefined;

	/** @param tag - a BCP 47 tag, whose region decides which decimal and group marks are read */
	constructor(language: LanguageData, tag: string) {
		this.#language = language;
		const { group, decimal } = marksOf(tag);
		this.#decimal = decimal;
		this.#plural = makePlural(tag);
		const between = spaces.includes(group) ? `[${spaces}.'’]` : `[${group}'’\u00a0\u202f]`;
		// If a number has both marks, the last one is the decimal mark in all languages.
		const both = String.raw`\d{1,3}(?:(?:,\d{3}){1,4}\.|(?:\.\d{3}){1,4},)\d{1,2}(?!\d)`;
		this.pattern = String.raw`(?:${both}|\d{1,3}(?: 000){1,4}(?!\d)|\d{1,3}(?:${between}\d{3}){1,4}(?!\d)(?:[.,]\d{1,9})?|\d{1,15}(?:[.,]\d{1,9})?)`;
		this.#spell = language.sets && makeSpell(language.sets.rules, language.tag);
	}

	/**
	 * @param written - a number that {@link pattern} matches
	 * @returns its value, the digits after the decimal mark, and that mark ("." or ","), or nothing
	 */
	read(written: string) {
		if (/^\d+$/.test(written)) return { value: Number(written), decimals: "", mark: "" };
		const marks = written.replace(/\d/g, "");
		const last = marks.at(-1);
		const at = last === undefined ? written.length : written.lastIndexOf(last);
		const isAlone = marks.length === 1;
		const isGroup = isAlone ? written.length - at === 4 && last !== this.#decimal : new Set(marks).size === 1;
		const whole = (isGroup ? written : written.slice(0, at)).replace(/\D/g, "");
		const decimals = isGroup ? "" : written.slice(at + 1);
		const mark = decimals === "" ? "" : (last ?? "");
		return { value: Number(decimals === "" ? whole : `${whole}.${decimals}`), decimals, mark };
	}

	spell(value: number, set: string): string {
		if (!this.#spell || value >= spelledMax) return String(value);
		return (this.#language.polish ?? ((words: string) => words))(this.#spell(set, value));
	}

	say(value: number, noun?: Gender): string {
		const { sets } = this.#language;
		if (!sets) return String(value);
		const set = noun === "feminine" ? sets.feminine : noun === "masculine" ? sets.cardinal : sets.counting;
		return this.spell(value, set);
	}

	/** @returns whether the language uses the singular after a number; French does even after 1.5 */
	isOne(value: number): boolean {
		return this.#plural(value) === "one";
	}

	sayYear(value: number): string {
		return this.spell(value, this.#language.sets?.year ?? "");
	}

	sayDigits(digits: string): string {
		this.#digits ??= Array.from("0123456789", (digit) => this.say(Number(digit)));
		const names = this.#digits;
		return Array.from(digits, (digit) => names[Number(digit)]).join(" ");
	}

	/**
	 * @param written - a number that {@link pattern} matches
	 * @returns the number in words, or in digits without rule sets
	 */
	write(written: string, noun?: Gender): string {
		const { value, decimals, mark } = this.read(written);
		const { sets, point, dot = point, readsDecimals } = this.#language;
		if (!sets && /^0\d/.test(written)) return written;
		if (!sets) return decimals === "" ? String(value) : `${Math.trunc(value)}${this.#decimal}${decimals}`;
		if (/^0\d/.test(written)) return this.sayDigits(written.replace(/\D/g, ""));
		const whole = this.say(Math.trunc(value), decimals === "" ? noun : undefined);
		if (decimals === "") return whole;
		const zeros = /^0*/.exec(decimals)?.[0] ?? "";
		const rest = decimals.slice(zeros.length);
		const said =
			readsDecimals && rest.length === 2 && zeros === "" ? this.say(Number(rest)) : this.sayDigits(decimals);
		return `${whole} ${mark === "." ? dot : point} ${said}`;
	}
}

/** A pattern of Roman numerals up to 39. Larger numerals have further letters, and may be words. */
export const roman = "(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})";

const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

export const readRoman = (numeral: string): number =>
	[...numeral].reduce((sum, sign, at) => {
		const value = values[sign] ?? 0;
		// A smaller value before a greater one is subtracted.
		return (values[numeral[at + 1] ?? ""] ?? 0) > value ? sum - value : sum + value;
	}, 0);
