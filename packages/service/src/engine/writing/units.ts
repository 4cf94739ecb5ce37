/** Units with their numbers, and what languages without words of their own here have written out. */

import { before, type Language, type Rule } from "./language.ts";
import type { NumberWriter } from "./numbers.ts";

/** Units by how they are written, as CLDR names them; those without a name of its own are in a language's `units`. */
const units: Readonly<Record<string, string>> = {
	"km/h": "kilometer-per-hour",
	"m/s": "meter-per-second",
	kmh: "kilometer-per-hour",
	mph: "mile-per-hour",
	km: "kilometer",
	m: "meter",
	cm: "centimeter",
	mm: "millimeter",
	kg: "kilogram",
	g: "gram",
	l: "liter",
	L: "liter",
	ml: "milliliter",
	mL: "milliliter",
	h: "hour",
	min: "minute",
	s: "second",
	sec: "second",
	ms: "millisecond",
	KB: "kilobyte",
	kB: "kilobyte",
	MB: "megabyte",
	GB: "gigabyte",
	TB: "terabyte",
	"°C": "celsius",
	"°F": "fahrenheit",
	"°": "degree",
	ft: "foot",
	lb: "pound",
	lbs: "pound",
	oz: "ounce",
	"%": "percent",
};
/** Attached to a number, they may be something else. */
const ambiguous = new Set(["m", "l", "L", "g"]);

export const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** Longer ones first, as each begins like a shorter one. */
export const anyOf = (words: Iterable<string>): string =>
	[...words]
		.sort((a, b) => b.length - a.length)
		.map(quote)
		.join("|");

/** Names of units with their numbers, as CLDR has them. */
class UnitNames {
	readonly #tag: string;
	readonly #formats = new Map<string, Intl.NumberFormat>();

	constructor(tag: string) {
		this.#tag = tag;
	}

	/** @returns the number as `digits`, with the unit's name where the language has it */
	write(unit: string, value: number, digits: string): string {
		const options = { style: "unit", unit, unitDisplay: "long", useGrouping: false } as const;
		const format = this.#formats.get(unit) ?? new Intl.NumberFormat(this.#tag, options);
		this.#formats.set(unit, format);
		return format
			.formatToParts(value)
			.map(({ type, value: part }) => {
				if (type === "integer") return digits;
				return type === "unit" || type === "literal" || type === "percentSign" ? part : "";
			})
			.join("");
	}
}

/** What languages without words of their own here have written out. */
const plainUnits = ["km/h", "km", "cm", "mm", "kg", "ml", "mph", "KB", "kB", "MB", "GB", "TB", "°C", "°F"];

/** @returns the rules for a language of which only CLDR's names are known: units and dates, with their numbers in digits */
export const makePlainRules = (tag: string): readonly Rule[] => {
	if (Intl.NumberFormat.supportedLocalesOf(tag).length === 0) return [];
	const dates = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
	const names = new UnitNames(tag);
	return [
		[
			/(?<![\p{L}\p{N}-])(\d{4}-\d\d-\d\d)(?![\p{L}\p{N}-])/gu,
			(written = "") => {
				const date = new Date(`${written}T00:00:00Z`);
				const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
				return isReal ? dates.format(date) : undefined;
			},
		],
		[
			new RegExp(
				`(?<![\\p{L}\\p{N}.,])(\\d{1,15}(?:[.,]\\d{1,6})?) ?(${anyOf(plainUnits)})(?![\\p{L}\\p{N}/])`,
				"gu",
			),
			(number = "", unit = "") => names.write(units[unit] ?? "", Number(number.replace(",", ".")), number),
		],
	];
};

/** @returns all units as they are written, as a pattern */
export const writtenUnits = (language: Language): string =>
	anyOf([...Object.keys(units), ...Object.keys(language.units)]);

/** @returns the rule for units */
export const makeUnitRule = (language: Language, numbers: NumberWriter, tag: string): Rule => {
	const names = new UnitNames(tag);
	return [
		new RegExp(
			`${before}([-−+]?)(${numbers.pattern})([ \u00a0\u202f]?)(${writtenUnits(language)})(?![\\p{L}\\p{N}/²³])`,
			"gu",
		),
		(sign = "", number = "", space = "", unit = "") => {
			if (ambiguous.has(unit) && space === "") return undefined;
			// The nineties, or ninety seconds.
			if (unit === "s" && space === "" && /^[2-9]0$/.test(number)) return undefined;
			const { value } = numbers.read(number);
			const gender = language.feminineUnits.has(unit) ? "feminine" : "masculine";
			const said = `${signOf(language, sign)}${numbers.write(number, gender)}`;
			const own = language.units[unit];
			if (own) return `${said} ${numbers.isOne(value) ? own[0] : own[1]}`;
			return names.write(units[unit] ?? "", value, said);
		},
	];
};

/** @returns a sign's name, and a space */
export const signOf = ({ minus, plus }: Language, sign: string): string =>
	sign === "" ? "" : `${sign === "+" ? plus : minus} `;
