/** Rules that are the same in all languages, with a language's words in them. */

import { before, behind, type Gender, type Language, type Rule } from "./language.ts";
import { NumberWriter } from "./numbers.ts";

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

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** Longer ones first, as each begins like a shorter one. */
const anyOf = (words: Iterable<string>): string =>
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

const isDate = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;
/** A year that people write with two digits. */
const longYear = (year: string): number => (year.length === 2 ? 2_000 + Number(year) : Number(year));
const vulgar: Readonly<Record<string, readonly [number, number]>> = {
	"½": [1, 2],
	"⅓": [1, 3],
	"⅔": [2, 3],
	"¼": [1, 4],
	"¾": [3, 4],
	"⅛": [1, 8],
};
/** What people give marks out of. */
const best = new Set([5, 10, 20, 100]);

const rule = (source: string, write: Rule[1]): Rule => [new RegExp(source, "gu"), write];

const writtenUnits = (language: Language): string =>
	anyOf([...Object.keys(units), ...Object.keys(language.units)]);

/** @returns the rules for units alone, as every language has them that CLDR knows */
const unitRules = (language: Language, numbers: NumberWriter, tag: string): readonly Rule[] => {
	const names = new UnitNames(tag);
	const written = writtenUnits(language);
	return [
		rule(
			`${before}([-−+]?)(${numbers.pattern})([ \u00a0\u202f]?)(${written})(?![\\p{L}\\p{N}/²³])`,
			(sign = "", number = "", space = "", unit = "") => {
				if (ambiguous.has(unit) && space === "") return undefined;
				// The nineties, or ninety seconds.
				if (unit === "s" && space === "" && /^[2-9]0$/.test(number)) return undefined;
				const { value } = numbers.read(number);
				const said = `${signOf(language, sign)}${numbers.write(number, language.feminineUnits.has(unit) ? "feminine" : "masculine")}`;
				const own = language.units[unit];
				if (own) return `${said} ${numbers.isOne(value) ? own[0] : own[1]}`;
				return names.write(units[unit] ?? "", value, said);
			},
		),
	];
};

/** @returns a sign's name, and a space */
const signOf = ({ minus, plus }: Language, sign: string): string =>
	sign === "" ? "" : `${sign === "+" ? plus : minus} `;

/** @returns rules for a language that is known by its words, in the order in which they are applied */
export const makeRules = (language: Language, tag: string): readonly Rule[] => {
	const numbers = new NumberWriter(language, tag);
	const { pattern: number } = numbers;
	const { to, score, by, often, over, point } = language;
	const say = (digits: string, noun?: Gender) => numbers.write(digits, noun);
	const sayVersion = (version: string) =>
		version
			.split(".")
			.map((one) => say(one))
			.join(` ${language.dot ?? point} `);
	const isEnglish = language.tag === "en";
	const sayDate = (first: number, second: number, year: string | undefined): string | undefined => {
		const [day, month] = isEnglish && !isDate(first, second) ? [second, first] : [first, second];
		if (!isDate(day, month)) return undefined;
		// Americans write the month first, and nobody can know who is one.
		if (isEnglish && isDate(first, second) && isDate(second, first) && first !== second) return undefined;
		return language.sayDate(day, month, year === undefined ? undefined : longYear(year), numbers);
	};
	/** @returns a number with a magnitude behind it: a thousand times the number, or it and a word */
	const sayLarge = (written: string, magnitude: string, noun?: Gender): string | undefined => {
		const large = language.magnitudes[magnitude];
		if (large === undefined) return undefined;
		const { value } = numbers.read(written);
		if (large !== 1_000)
			return `${say(written, large[2] ?? "masculine")} ${large[numbers.isOne(value) ? 0 : 1]}`;
		const thousands = Math.round(value * 1e9) / 1e6;
		return Number.isInteger(thousands) ? numbers.say(thousands, noun) : undefined;
	};
	/** No money has thousandths: three digits behind a mark are thousands, in whatever way they are written. */
	const readAmount = (written: string) => {
		const read = numbers.read(written);
		return read.decimals.length === 3 ? { value: Math.round(read.value * 1_000), decimals: "" } : read;
	};
	const sayMoney = (written: string, magnitude: string | undefined, currency: string): string | undefined => {
		const money = language.money[currency];
		if (!money) return undefined;
		const noun = money.isFeminine ? "feminine" : "masculine";
		if (magnitude !== undefined) {
			const large = sayLarge(written, magnitude, noun);
			const of = language.magnitudes[magnitude] === 1_000 ? undefined : language.ofMoney?.(money.many);
			return large && `${large} ${of ?? money.many}`;
		}
		const { value, decimals } = readAmount(written);
		if (decimals.length > 2 || (decimals.length > 0 && !money.cent)) return `${say(written)} ${money.many}`;
		const cents = Number(decimals.padEnd(2, "0"));
		const whole = Math.trunc(value);
		const units = `${numbers.say(whole, noun)} ${numbers.isOne(whole) ? money.one : money.many}`;
		if (cents === 0 || !money.cent) return units;
		const centWords = numbers.say(cents, "masculine");
		const centWord = cents === 1 ? money.cent[0] : money.cent[1];
		return whole === 0 ? `${centWords} ${centWord}` : language.sayMoney(units, centWords, centWord);
	};
	const withWhole = (whole: string | undefined, fraction: string | undefined): string | undefined =>
		whole === undefined || fraction === undefined
			? fraction
			: `${say(whole)} ${language.andFraction} ${fraction}`.replaceAll("  ", " ");
	const magnitudes = anyOf(Object.keys(language.magnitudes));
	/** Without money, "5m" may be minutes and "5K" a name. */
	const plainMagnitudes = anyOf(
		Object.keys(language.magnitudes).filter((written) => /^[kM万億]$|.{3}/.test(written)),
	);
	const written = writtenUnits(language);
	const currencies = anyOf(Object.keys(language.money));

	const rules = [
		...Object.entries(language.abbreviations).map(([written, said]) =>
			rule(
				`(?<![\\p{L}\\p{N}.])${quote(written).replaceAll(" ", "[ \\u00a0]?")}(?![\\p{L}\\p{N}])`,
				() => said,
			),
		),
		rule(`${before}24/7${behind}`, () => language.allDay),
		// Phone numbers, by the groups that they are written in.
		rule(
			String.raw`(?<![\p{L}\p{N}])(\+\d{1,3}|\(?\b0\d{1,4}\)?|\(?\b\d{3}\)?(?=[- ]\d{3}[- ]\d{4}))((?:[ \u00a0/.-]?\(?\d{1,8}\)?){1,6})(?![\p{L}\p{N}]|[.,:]\d)`,
			(first = "", rest = "") => {
				if (!language.sets) return undefined;
				const groups = `${first} ${rest}`.match(/\d+/g) ?? [];
				const digits = groups.join("");
				if (digits.length < 8 || digits.length > 15 || groups.length < 2) return undefined;
				const plus = first.startsWith("+") ? `${language.plus} ` : "";
				return `${plus}${groups.map((group) => numbers.sayDigits(group)).join(", ")}`;
			},
		),
		...language.rules(numbers),
		rule(String.raw`${before}(\d{4})-(\d\d)-(\d\d)${behind}(?!-)`, (year = "", month = "", day = "") =>
			isDate(Number(day), Number(month))
				? language.sayDate(Number(day), Number(month), Number(year), numbers)
				: undefined,
		),
		rule(String.raw`${before}(\d{1,2})/(\d{1,2})/(\d{4}|\d\d)${behind}(?!/)`, (first, second, year) =>
			sayDate(Number(first), Number(second), year),
		),
		rule(
			String.raw`${before}(\d{1,2}:\d\d) ?[-–] ?(?=\d{1,2}:\d\d(?!\p{N}))`,
			(from = "") => `${from} ${to} `,
		),
		rule(
			String.raw`${before}(\d{1,2}):(\d\d)(?::(\d\d))?(?:[ \u00a0]?(${language.timeMarks}))?${behind}`,
			(hours, minutes, seconds, mark = "") => {
				const clock = { hours: Number(hours), minutes: Number(minutes), mark };
				if (clock.hours > 24 || clock.minutes > 59 || seconds !== undefined) return undefined;
				return language.sayTime(clock, numbers);
			},
		),
		// Codes of capitals and digits.
		rule(
			String.raw`${before}(?=[A-Z]*\d)(?=\d*[A-Z])(?=(?:[A-Z]*\d){3})(?=(?:\d*[A-Z]){2})([A-Z\d]{5,8})(?![\p{L}\p{N}_]|[-./]\p{N})`,
			(code) =>
				language.sets &&
				(code ?? "")
					.split("")
					.map((sign) => (/\d/.test(sign) ? say(sign) : sign))
					.join(" "),
		),
		rule(
			String.raw`(?<![\p{L}\p{N}])[vV]\.?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}]|\.\d)`,
			(version = "") => `${language.version} ${sayVersion(version)}`,
		),
		rule(String.raw`${before}(\d{1,4}\.\d{1,4}\.\d{1,4})${behind}`, (version = "") =>
			isEnglish ? sayVersion(version) : undefined,
		),
		rule(
			`(?<![\\p{L}\\p{N}])(${currencies})(${number})[-–](?=${number}(?![\\p{L}\\p{N}]))`,
			(currency = "", units = "") => `${say(units)} ${to} ${currency}`,
		),
		rule(
			`(?<![\\p{L}\\p{N}])([-−+]?)(${currencies})[ \u00a0\u202f]?(-?)(${number})(?:[ \u00a0\u202f]?(${magnitudes}))?(?![\\p{L}\\p{N}]|[.,:/]\\p{N})`,
			(sign = "", currency = "", inner = "", units = "", magnitude) => {
				const said = sayMoney(units, magnitude, currency);
				return said && `${signOf(language, sign || inner)}${said}`;
			},
		),
		rule(
			`${before}([-−+]?)(${number})(?:[ \u00a0\u202f]?(${magnitudes}))?[ \u00a0\u202f]?(${currencies})(?![\\p{L}\\p{N}$€£¥])`,
			(sign = "", units = "", magnitude, currency = "") => {
				const said = sayMoney(units, magnitude, currency);
				return said && `${signOf(language, sign)}${said}`;
			},
		),
		// Sums, from their first sign.
		rule(
			String.raw`${before}([-−]?)(${number})((?: ?(?:[+×*÷=]|(?<= )[-−x:](?= )) ?[-−]?(?:${number}|[?x](?!\p{L})))+)${behind}`,
			(sign = "", first = "", rest = "") => {
				if (!/[+=×*÷]/.test(rest)) return undefined;
				const names: Readonly<Record<string, string>> = {
					"+": language.plus,
					"-": language.minus,
					"−": language.minus,
					"=": language.equals,
					"×": language.times,
					"*": language.times,
					x: language.times,
					"÷": over,
					":": over,
				};
				const said = rest.replace(
					new RegExp(` ?([+×*÷=:−-]|(?<= )x(?= )) ?([-−]?)(${number}|[?x])`, "gu"),
					(_, operator: string, own: string, value: string) =>
						` ${names[operator]} ${signOf(language, own)}${/\d/.test(value) ? say(value) : value}`,
				);
				return `${signOf(language, sign)}${say(first)}${said}`;
			},
		),
		rule(
			String.raw`${before}(\d{3,4})[x×](\d{3,4})${behind}`,
			(width = "", height = "") => `${say(width)} ${by} ${say(height)}`,
		),
		rule(
			String.raw`${before}(\d{1,3}) ?[x×] ?(\d{1,3})${behind}`,
			(width = "", height = "") => `${say(width)} ${by} ${say(height)}`,
		),
		rule(
			String.raw`${before}(\d{1,4})[x×](?![\p{L}\p{N}])`,
			(count = "") => `${say(count, "feminine")} ${often}`,
		),
		rule(
			String.raw`(?<![\p{L}\p{N}#&])#(\d{1,6})(?![\p{L}\p{N}]|[.,]\d)`,
			(digits = "") => `${language.number} ${say(digits)}`,
		),
		rule(
			String.raw`(?<![\p{L}\p{N}])(?:${language.numberSigns})[ \u00a0]?(\d{1,6})(?![\p{L}\p{N}])`,
			(digits = "") => `${language.number} ${say(digits)}`,
		),
		// A range: its second number is said with what stands behind it.
		rule(
			`${before}(${number})[-–](?=(${number})(?![\\p{L}\\p{N}]*[-–]\\d|\\p{N})(?:[ \u00a0]?(${written}))?)`,
			(from = "", until = "", unit = "") => {
				const noun = language.feminineUnits.has(unit) ? "feminine" : undefined;
				const [low, high] = [numbers.read(from).value, numbers.read(until).value];
				const isSeason = from.length === 4 && until.length === 2;
				const first = isYear(from) && (isSeason || isYear(until)) ? numbers.sayYear(low) : say(from, noun);
				return `${first} ${low < high || isSeason ? to : score} `;
			},
		),
		rule(
			String.raw`${before}(\d{1,2}):(\d{1,2})${behind}`,
			(one = "", other = "") => `${say(one)} ${score} ${say(other)}`,
		),
		...(language.dateWords === undefined
			? []
			: [
					rule(
						String.raw`(?<![\p{L}\p{N}])(${language.dateWords}) (\d{1,2})/(\d{1,2})${behind}(?!/)`,
						(word = "", day = "", month = "") => {
							const said = sayDate(Number(day), Number(month), undefined);
							return said && `${word} ${said}`;
						},
					),
				]),
		rule(String.raw`${before}(\d{1,3})?[ \u00a0]?([½⅓⅔¼¾⅛])`, (whole, sign = "") => {
			const [numerator, denominator] = vulgar[sign] ?? [1, 2];
			return withWhole(whole, language.fractions(numerator, denominator, numbers));
		}),
		rule(
			String.raw`${before}(?:(\d{1,3}) )?(\d{1,3})/(\d{1,3})${behind}(?!/)`,
			(whole, one = "", other = "") => {
				const [numerator, denominator] = [Number(one), Number(other)];
				if (one === "50" && other === "50") return `${say(one)} ${say(other)}`;
				if (!language.outOf) return undefined;
				const isMark = whole === undefined && best.has(denominator) && numerator <= denominator;
				if (isMark) return `${say(one)} ${language.outOf} ${say(other)}`;
				if (numerator >= denominator) return undefined;
				return withWhole(whole, language.fractions(numerator, denominator, numbers));
			},
		),
		...unitRules(language, numbers, tag),
		rule(String.raw`${before}([48])K(?![\p{L}\p{N}])`, (digits = "") => `${say(digits)} K`),
		rule(
			`${before}([-−+]?)(${number})([ \u00a0]?)(${plainMagnitudes})(?![\\p{L}\\p{N}])`,
			(sign = "", digits = "", space = "", magnitude = "") => {
				if (space !== "" && magnitude.length === 1) return undefined;
				const said = sayLarge(digits, magnitude);
				return said && `${signOf(language, sign)}${said}`;
			},
		),
		rule(
			String.raw`${before}(\d{3,4})([pi])(?![\p{L}\p{N}])`,
			(digits = "", sign = "") => `${numbers.sayYear(Number(digits))} ${sign}`,
		),
		rule(
			String.raw`${before}(\d{1,6})\+(?![\p{L}\p{N}+])`,
			(digits = "") => `${say(digits)} ${language.plus}`,
		),
		rule(String.raw`${before}(\d{4})${behind}`, (digits = "") =>
			isYear(digits) ? numbers.sayYear(Number(digits)) : undefined,
		),
		rule(`(?<![^\\s("'„«])([-−+±])(${number})${behind}`, (sign = "", digits = "") =>
			sign === "±"
				? `${language.plus} ${language.minus} ${say(digits)}`
				: `${signOf(language, sign)}${say(digits)}`,
		),
		rule(
			`(?<=(?<!\\p{L})(\\p{L}+) |)${before}(${number})${behind}${language.hasOrdinalStops ? "(?!\\. ?\\p{L})" : ""}(?= (\\p{L}{2,})(?!\\p{L})|)`,
			(label, digits = "", noun) => {
				if (/^\d{10,}$/.test(digits) && !digits.endsWith("000")) return numbers.sayDigits(digits);
				return say(digits, noun === undefined ? undefined : language.genderOf?.(noun, label));
			},
		),
		...Object.entries(language.signs ?? {}).map(([sign, said]) => rule(quote(sign), () => ` ${said} `)),
	];
	return language.hasNoSpaces ? rules.map(joinWords) : rules;
};

/** @returns a rule for numbers that stand among letters of the language, whose words stand together */
const joinWords = ([pattern, write]: Rule): Rule => [
	new RegExp(pattern.source.replaceAll("\\p{L}", "\\p{Script=Latin}"), pattern.flags),
	(...groups) => write(...groups)?.replaceAll(" ", ""),
];

/** Those that are said in hundreds: "nineteen eighty-four". */
const isYear = (digits: string): boolean => /^(?:1[1-9]|20)\d\d$/.test(digits);
