/** Units with their numbers, and the rules for languages without data of their own. */

import { before, type Gender, type LanguageData, type Rule } from "./language.ts";
import { makePlural, type NumberWriter } from "./numbers.ts";
import symbols from "./units.json" with { type: "json" };

/** CLDR's names of units by symbol. Units that CLDR doesn't name are in a language's `units`. */
const units: Readonly<Record<string, string>> = symbols.units;
/** Careless spellings of symbols. */
const aliases: Readonly<Record<string, string>> = symbols.aliases;
/** Symbols that may mean something else directly after a number. */
const ambiguous = new Set(["m", "l", "L", "g"]);

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** @returns a pattern of the words, longer ones first, because a shorter one may be the beginning of a longer one */
export const anyOf = (words: Iterable<string>): string =>
	[...words]
		.sort((a, b) => b.length - a.length)
		.map(quote)
		.join("|") || "(?!)";

/** @returns a function that writes `digits` with a unit's name, in the language's order */
const nameUnits = (tag: string) => {
	const plural = makePlural(tag);
	/** A cache of names with "#" for the number, by unit and plural category. */
	const names = new Map<string, string>();
	const find = (unit: string, value: number): string => {
		const options = { style: "unit", unit, unitDisplay: "long", useGrouping: false } as const;
		return new Intl.NumberFormat(tag, options)
			.formatToParts(value)
			.map(({ type, value: part }) => {
				if (type === "integer") return "#";
				return type === "unit" || type === "literal" || type === "percentSign" ? part : "";
			})
			.join("");
	};
	return (unit: string, value: number, digits: string): string => {
		const key = `${unit} ${plural(value)}`;
		const name = names.get(key) ?? find(unit, value);
		names.set(key, name);
		return name.replace("#", () => digits);
	};
};

/** The units that are written out in languages without data of their own. */
const plainUnits = ["km/h", "km", "cm", "mm", "kg", "ml", "mph", "KB", "kB", "MB", "GB", "TB", "°C", "°F"];

/** @returns the rules for a language without data of its own: CLDR's units and dates, with numbers in digits */
export const makePlainRules = (tag: string): readonly Rule[] => {
	if (Intl.NumberFormat.supportedLocalesOf(tag).length === 0) return [];
	const dates = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
	const nameUnit = nameUnits(tag);
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
			(number = "", unit = "") => nameUnit(units[unit] ?? "", Number(number.replace(",", ".")), number),
		],
	];
};

/** @returns a pattern of all units' symbols */
export const writtenUnits = (language: LanguageData): string =>
	anyOf([...Object.keys(units), ...Object.keys(aliases), ...Object.keys(language.units)]);

/** The units of time spans: CLDR's names, and their symbols. */
const spanUnits = [
	["day", "d"],
	["hour", "h"],
	["minute", "min"],
	["second", "s"],
] as const;

/**
 * @returns the rules for units. The first is for time spans such as "2h 30m". It must be applied before the rules for
 *   times and for other units, because a part of a span may mean something else.
 */
export const makeUnitRules = (
	language: LanguageData,
	numbers: NumberWriter,
	tag: string,
): readonly [span: Rule, ...others: Rule[]] => {
	const nameUnit = nameUnits(tag);
	const genderOf = (unit: string) => (language.feminineUnits.includes(unit) ? "feminine" : "masculine");
	const sayWhole = (unit: string, digits: string, gender: Gender) =>
		nameUnit(unit, Number(digits), numbers.say(Number(digits), gender));
	const saySpan = (...parts: (string | undefined)[]): string | undefined => {
		const said = spanUnits.flatMap(([unit, written], n) => {
			const digits = parts[n];
			return digits === undefined ? [] : [sayWhole(unit, digits, genderOf(written))];
		});
		return said.length > 1 ? said.join(" ") : undefined;
	};
	const span: Rule = [
		new RegExp(
			String.raw`${before}(?=\d{1,3}(?:d|h|m|min) ?\d)(?:(\d{1,3})d ?)?(?:(\d{1,3})h ?)?(?:(\d{1,2})m(?:in)? ?)?(?:(\d{1,2})s)?(?<! )(?![\p{L}\p{N}])`,
			"gu",
		),
		saySpan,
	];
	const shortSpan: Rule = [
		new RegExp(String.raw`${before}(\d{1,2})h(\d\d)(?![\p{L}\p{N}])`, "gu"),
		(hours, minutes) => saySpan(undefined, hours, minutes),
	];
	const meters: Rule = [
		new RegExp(String.raw`${before}([12])(?:[.,](\d\d) ?m|m(\d\d))(?![\p{L}\p{N}/²³])`, "gu"),
		(whole = "", some = "", others = "") =>
			[sayWhole("meter", whole, "masculine"), language.andCentimeters, numbers.say(Number(some + others))]
				.filter((word) => word !== "")
				.join(" "),
	];
	const unit: Rule = [
		new RegExp(
			`${before}([-−+]?)(${numbers.pattern})([ \u00a0\u202f]?)(${writtenUnits(language)})(?![\\p{L}\\p{N}/²³])`,
			"gu",
		),
		(sign = "", number = "", space = "", written = "") => {
			const unit = aliases[written] ?? written;
			if (ambiguous.has(unit) && space === "") return undefined;
			// "90s" may be the nineties or ninety seconds.
			if (unit === "s" && space === "" && /^[2-9]0$/.test(number)) return undefined;
			const { value } = numbers.read(number);
			const said = `${signOf(language, sign)}${numbers.write(number, genderOf(unit))}`;
			const own = language.units[unit];
			if (own) return `${said} ${numbers.isOne(value) ? own.one : own.many}`;
			return units[unit] === undefined ? undefined : nameUnit(units[unit], value, said);
		},
	];
	return [span, shortSpan, meters, unit];
};

/** @returns the sign's name followed by a space; empty without a sign */
export const signOf = ({ minus, plus }: LanguageData, sign: string): string =>
	sign === "" ? "" : `${sign === "+" ? plus : minus} `;
