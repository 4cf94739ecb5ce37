/** The rules for numbers and signs that all languages share, filled with a language's words. */

import { before, behind, type Gender, type LanguageData, outside, type Rule } from "./language.ts";
import { createNumbers, type NumberWriter } from "./numbers.ts";
import { anyOf, makeUnitRules, signOf, writtenUnits } from "./units.ts";

interface Parts {
	readonly language: LanguageData;
	readonly numbers: NumberWriter;
	/** A pattern of a number without its sign. */
	readonly number: string;
	/** Writes a number in words. `written` is the number as it stands in the text. */
	readonly say: (written: string, noun?: Gender) => string;
}

const rule = (source: string, write: Rule[1]): Rule => [new RegExp(source, "gu"), write];

/** @returns the rules of a language with data of its own, in the order in which they are applied */
export const makeRules = (language: LanguageData, tag: string): readonly Rule[] => {
	const numbers = createNumbers(language, tag);
	const parts: Parts = { language, numbers, number: numbers.pattern, say: numbers.write };
	const { signs = {} } = language;
	const [spanRule, ...unitRules] = makeUnitRules(language, numbers, tag);
	const rules = [
		abbreviationRule(parts),
		rule(`${before}24/7${behind}`, () => language.allDay),
		phoneRule(parts),
		// "<3" is a heart.
		rule(
			`(?<![^\\s("'„«])(?!<3(?!\\p{N}))(${anyOf(Object.keys(language.marks))})(?=(?:${anyOf(Object.keys(language.money))})?\\d)`,
			(mark = "") => `${language.marks[mark]} `,
		),
		spanRule,
		rangeOfUnitsRule(parts),
		...language.rules(numbers),
		...dateAndTimeRules(parts),
		...codeRules(parts),
		...moneyRules(parts),
		sumRule(parts),
		...countRules(parts),
		...rangeRules(parts),
		...fractionRules(parts),
		...unitRules,
		...largeRules(parts),
		...numberRules(parts),
		rule(`(${anyOf(Object.keys(signs))})`, (sign = "") => ` ${signs[sign]} `),
	];
	return language.hasNoSpaces ? rules.map(joinWords) : rules;
};

/** Abbreviations, with or without the spaces inside them. */
const abbreviationRule = ({ language }: Parts): Rule => {
	const fold = (written: string): string => written.replace(/[ \u00a0]/g, "");
	const said = new Map(
		Object.entries(language.abbreviations).map(([written, words]) => [fold(written), words]),
	);
	const written = anyOf(Object.keys(language.abbreviations)).replaceAll(" ", "[ \u00a0]?");
	return rule(`(?<![\\p{L}\\p{N}.])(${written})(?![\\p{L}\\p{N}])`, (found = "") => said.get(fold(found)));
};

/** @returns the rule for a language without spaces between words: numbers may touch letters, and words are joined */
const joinWords = ([pattern, write]: Rule): Rule => [
	new RegExp(pattern.source.replaceAll("\\p{L}", "\\p{Script=Latin}"), pattern.flags),
	(...groups) => write(...groups)?.replaceAll(" ", ""),
];

/** Phone numbers, said in the groups in which they are written. */
const phoneRule = ({ language, numbers }: Parts): Rule =>
	rule(
		String.raw`(?<![\p{L}\p{N}])(\+\d{1,3}|\(?\b0\d{1,4}\)?|\(?\b\d{3}\)?(?=[- ]\d{3}[- ]\d{4})|\(?\b\d{2,3}\)?(?= ?9?\d{4}-\d{4})|\b\d{5}(?=-\d{3,4}\b))((?:[ \u00a0/.-]?\(?\d{1,8}\)?){1,6})(?![\p{L}\p{N}]|[.,:]\d)`,
		(first = "", rest = "") => {
			if (!language.sets) return undefined;
			const groups = `${first} ${rest}`.match(/\d+/g) ?? [];
			const { length } = groups.join("");
			const isDate = groups.length === 3 && /^\d\d([/.-])\d\d\1\d{4}$/.test(first + rest);
			if (length < 8 || length > 15 || groups.length < 2 || isDate) return undefined;
			const plus = first.startsWith("+") ? `${language.plus} ` : "";
			return `${plus}${groups.map((group) => numbers.sayDigits(group)).join(", ")}`;
		},
	);

const isDate = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;
/** @returns a year, in this century if it has only two digits */
const longYear = (year: string): number => (year.length === 2 ? 2_000 + Number(year) : Number(year));

const dateAndTimeRules = ({ language, numbers }: Parts): Rule[] => {
	const sayDate = (first: number, second: number, year?: number): string | undefined => {
		if (isDate(first, second) && !(language.hasTwoOrders && isDate(second, first) && first !== second))
			return language.sayDate(first, second, year, numbers);
		return language.hasTwoOrders && !isDate(first, second) && isDate(second, first)
			? language.sayDate(second, first, year, numbers)
			: undefined;
	};
	return [
		rule(
			String.raw`${before}(\d{4})-(\d\d)-(\d\d)(?:${behind}(?!-)|(T)(?=\d\d:\d\d))`,
			(year = "", month = "", day = "", time) => {
				if (!isDate(Number(day), Number(month))) return undefined;
				return `${language.sayDate(Number(day), Number(month), Number(year), numbers)}${time === undefined ? "" : ", "}`;
			},
		),
		rule(
			String.raw`${before}(\d{1,2})(?:/(\d{1,2})/(\d{4}|\d\d)|([-.])(\d{1,2})\4(\d{4}))${behind}(?![/-])`,
			(first, second, year, _mark, other, fullYear = "") =>
				sayDate(Number(first), Number(second ?? other), longYear(year ?? fullYear)),
		),
		// A season such as 2024/25 isn't a fraction.
		rule(String.raw`${before}((?:19|20)\d\d)/(\d{4}|\d\d)${behind}(?!/)`, (from = "", until = "") =>
			Number(until.slice(-2)) === (Number(from) + 1) % 100
				? `${numbers.sayYear(Number(from))} ${numbers.sayYear(Number(until))}`
				: undefined,
		),
		rule(
			String.raw`(?<![\p{L}\p{N}])(${language.dateWords ?? "(?!)"}) (\d{1,2})/(\d{1,2})${behind}(?!/)`,
			(word = "", day = "", month = "") => {
				const said = sayDate(Number(day), Number(month));
				return said && `${word} ${said}`;
			},
		),
		// Between two times of day, replaces the dash with a word; the rule after this one says the times.
		rule(
			String.raw`${before}(\d{1,2}:\d\d) ?[-–] ?(?=\d{1,2}:\d\d(?!\p{N}))`,
			(from = "") => `${from} ${language.to} `,
		),
		rule(
			String.raw`${before}(\d{1,2}):(\d\d)(?::(\d\d))?(?:[ \u00a0]?(${language.timeMarks}))?${behind}`,
			(hours, minutes, seconds, mark = "") => {
				const clock = { hours: Number(hours), minutes: Number(minutes), mark };
				const isTime = clock.hours <= 24 && clock.minutes <= 59 && seconds === undefined;
				return isTime ? language.sayTime(clock, numbers) : undefined;
			},
		),
	];
};

/** Codes of capitals and digits, version numbers, and digits after words such as "PIN". */
const codeRules = ({ language, numbers, say }: Parts): Rule[] => [
	rule(
		String.raw`${outside}(?=(?:[A-Z]*\d){3})(?=(?:\d*[A-Z]){2})([A-Z\d]{5,8})(?![\p{L}\p{N}_]|[-./]\p{N})`,
		(code = "") => language.sets && [...code].map((sign) => (/\d/.test(sign) ? say(sign) : sign)).join(" "),
	),
	rule(
		String.raw`(?<![\p{L}\p{N}])[vV]\.?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}]|\.\d)`,
		(version = "") =>
			`${language.version} ${version
				.split(".")
				.map((one) => say(one))
				.join(` ${language.dot ?? language.point} `)}`,
	),
	rule(
		String.raw`${before}(\d{1,2})\.(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})${behind}`,
		(first = "", second = "", third = "") => {
			const isGroup = second.length === 3 && third.length === 3;
			const mayBeDate = !language.hasTwoOrders && third.length === 2 && isDate(Number(first), Number(second));
			if (isGroup || mayBeDate) return undefined;
			return [first, second, third].map((one) => say(one)).join(` ${language.dot ?? language.point} `);
		},
	),
	rule(
		String.raw`(?<![\p{L}\p{N}])(${language.codeWords ?? "(?!)"})((?: |: ?)(?:is |es |ist |é |est )?)(\d{4,8})(?![\p{L}\p{N}]|[.,:/-]\p{N})`,
		(word = "", between = "", digits = "") => `${word}${between}${numbers.sayDigits(digits)}`,
	),
];

const genderOf = (noun: LanguageData["money"][string] | undefined): Gender =>
	noun?.isFeminine ? "feminine" : "masculine";

/**
 * @returns the words for a number and its magnitude: "5k" as one number, "5m" as a number and a word; undefined if
 *   the magnitude is unknown, or if a number of thousands isn't whole when multiplied: "1.2345k"
 */
const sayLarge = ({ language, numbers, say }: Parts, written: string, magnitude: string, noun?: Gender) => {
	const large = language.magnitudes[magnitude];
	if (large === undefined) return undefined;
	const { value } = numbers.read(written);
	if (!("times" in large))
		return `${say(written, genderOf(large))} ${numbers.isOne(value) ? large.one : large.many}`;
	const times = Math.round(value * large.times * 1e6) / 1e6;
	return Number.isInteger(times) ? numbers.say(times, noun) : undefined;
};

const sayMoney = (parts: Parts, written: string, magnitude: string | undefined, currency: string) => {
	const { language, numbers, say } = parts;
	const money = language.money[currency];
	if (!money) return undefined;
	const noun = genderOf(money);
	if (magnitude !== undefined) {
		const large = sayLarge(parts, written, magnitude, noun);
		const isNoun = "one" in (language.magnitudes[magnitude] ?? {});
		const of = isNoun ? language.ofMoney?.(money.many) : undefined;
		return large && `${large} ${of ?? money.many}`;
	}
	const read = numbers.read(written);
	// Money has no thousandths, so three digits after a mark mean thousands, whichever mark it is.
	const isThousands = read.decimals.length === 3;
	const value = isThousands ? Math.round(read.value * 1_000) : read.value;
	const decimals = isThousands ? "" : read.decimals;
	if (decimals.length > 2 || (decimals !== "" && !money.cent)) return `${say(written)} ${money.many}`;
	const cents = Number(decimals.padEnd(2, "0"));
	const whole = Math.trunc(value);
	const isMillions = whole >= 1e6 && whole % 1e6 === 0;
	const many = (isMillions && language.ofMoney?.(money.many)) || money.many;
	const units = `${numbers.say(whole, noun)} ${numbers.isOne(whole) ? money.one : many}`;
	if (cents === 0 || !money.cent) return units;
	const centWords = numbers.say(cents, "masculine");
	const centWord = cents === 1 ? money.cent.one : money.cent.many;
	if (whole === 0) return `${centWords} ${centWord}`;
	return language.sayMoney(units, centWords, centWord, numbers.say(cents));
};

const moneyRules = (parts: Parts): Rule[] => {
	const { language, number, say } = parts;
	const currencies = anyOf(Object.keys(language.money));
	/** The currencies that may stand before a number: all but those written as words, as in "5 euros 50". */
	const leading = anyOf(Object.keys(language.money).filter((written) => !/^\p{L}{4,}$/u.test(written)));
	const magnitude = `(?:[ \u00a0\u202f]?(${anyOf(Object.keys(language.magnitudes))}))?`;
	return [
		rule(
			` ?/ ?(?<=(?:(?:${currencies}) ?[\\d.,]{1,15}|\\d ?(?:${currencies})) ?/ ?)(${anyOf(Object.keys(language.per ?? {}))})(?![\\p{L}\\p{N}])`,
			(unit = "") => ` ${language.per?.[unit]}`,
		),
		rule(
			`(?<![\\p{L}\\p{N}])(${leading})( ?)(${number})[-–](?=${number}(?![\\p{L}\\p{N}]))`,
			(currency = "", space = "", from = "") => `${say(from)} ${language.to} ${currency}${space}`,
		),
		rule(
			`${before}(${number})[-–](?=${number}${magnitude}[ \u00a0\u202f]?(${currencies})(?![\\p{L}\\p{N}]))`,
			(from = "", _large, currency = "") =>
				`${say(from, genderOf(language.money[currency]))} ${language.to} `,
		),
		rule(
			`(?<![\\p{L}\\p{N}])([-−+]?)(${leading})[ \u00a0\u202f]?(-?)(${number})${magnitude}(?![\\p{L}\\p{N}]|[.,:/]\\p{N})`,
			(sign = "", currency = "", inner = "", written = "", large) => {
				const said = sayMoney(parts, written, large, currency);
				return said && `${signOf(language, sign || inner)}${said}`;
			},
		),
		rule(
			`${before}([-−+]?)(${number})${magnitude}[ \u00a0\u202f]?(${currencies})(?![\\p{L}\\p{N}$€£¥])`,
			(sign = "", written = "", large, currency = "") => {
				const said = sayMoney(parts, written, large, currency);
				return said && `${signOf(language, sign)}${said}`;
			},
		),
	];
};

/** Sums such as "2 + 2 = 4". */
const sumRule = ({ language, number, say }: Parts): Rule => {
	const names: Readonly<Record<string, string>> = {
		"+": language.plus,
		"-": language.minus,
		"−": language.minus,
		"=": language.equals,
		"×": language.times,
		"*": language.times,
		x: language.times,
		"÷": language.over,
		":": language.over,
		"/": language.over,
	};
	const step = new RegExp(` ?([+×*÷=:/x−-]) ?([-−]?)(${number}|[?x])`, "gu");
	return rule(
		String.raw`${before}([-−]?)(${number})((?: ?[-+−×*÷/:=x] ?[-−]?(?:${number}|[?x](?!\p{L})))+)${behind}`,
		(sign = "", first = "", rest = "") => {
			// Without "=", a "-", "/" or ":" that has no space before it may mean a range or a fraction, and a text
			// with none of the signs "+", "×", "*" and "÷" may be no sum.
			if (!rest.includes("=") && (/(?<! )[-−/:]/.test(rest) || !/[+×*÷]/.test(rest))) return undefined;
			const said = rest.replace(
				step,
				(_, operator: string, own: string, value: string) =>
					` ${names[operator]} ${signOf(language, own)}${/\d/.test(value) ? say(value) : value}`,
			);
			return `${signOf(language, sign)}${say(first)}${said}`;
		},
	);
};

const countRules = ({ language, numbers, say }: Parts): Rule[] => [
	rule(String.raw`${before}(\d{1,4})(?:[x×]| [x×] )(\d{1,4})${behind}`, (width = "", height = "") => {
		const sayPixels = (digits: string) =>
			width.length > 2 && digits.length === 4 ? numbers.sayYear(Number(digits)) : say(digits);
		return `${sayPixels(width)} ${language.by} ${sayPixels(height)}`;
	}),
	rule(String.raw`${before}(\d{1,4}(?:[.,]\d{1,2})?)[x×](?![\p{L}\p{N}])`, (count = "") =>
		count === "1" ? language.often.once : `${say(count, "feminine")} ${language.often.times}`,
	),
	rule(
		String.raw`(?<![\p{L}\p{N}#&])(?:#|(?:${language.numberSigns})[ \u00a0]?)(\d{1,6})(?![\p{L}\p{N}]|[.,]\d)`,
		(digits = "") => `${language.number} ${say(digits)}`,
	),
];

/** Whether digits are taken for a year: 1100 to 2099. */
const isYear = (digits: string): boolean => /^(?:1[1-9]|20)\d\d$/.test(digits);

/** A dash between two numbers that both have a unit: "9h-17h", "$5-$10". */
const rangeOfUnitsRule = ({ language }: Parts): Rule => {
	const currencies = anyOf(Object.keys(language.money));
	const behindBoth = `${currencies}|${writtenUnits(language)}|${anyOf(Object.keys(language.magnitudes))}|${language.timeMarks}`;
	return rule(
		` ?[-–] ?(?<=(?:(?:${currencies}) ?[\\d.,]{1,15}|\\d ?(?:${behindBoth}|h\\d\\d)) ?[-–] ?)(?=(?:${currencies}) ?\\d|[\\d.,]{0,15}\\d ?(?:${behindBoth})(?!\\p{L}))`,
		() => ` ${language.to} `,
	);
};

/** Ranges and scores. The second number of a range is left to later rules. */
const rangeRules = ({ language, numbers, number, say }: Parts): Rule[] => [
	rule(
		`${before}(${number})[-–](?=(${number})(?![\\p{L}\\p{N}]*[-–]\\d|\\p{N})(?:[ \u00a0]?(${writtenUnits(language)}))?)`,
		(from = "", until = "", unit = "") => {
			const noun = language.feminineUnits.includes(unit) ? "feminine" : undefined;
			const [low, high] = [numbers.read(from).value, numbers.read(until).value];
			const isSeason = from.length === 4 && until.length === 2;
			const first = isYear(from) && (isSeason || isYear(until)) ? numbers.sayYear(low) : say(from, noun);
			return `${first} ${low < high || isSeason ? language.to : language.score} `;
		},
	),
	rule(
		String.raw`${before}(\d{1,2})(?::| : )(\d{1,2})${behind}`,
		(one = "", other = "") => `${say(one)} ${language.score} ${say(other)}`,
	),
];

const vulgar: Readonly<Record<string, readonly [number, number]>> = {
	"½": [1, 2],
	"⅓": [1, 3],
	"⅔": [2, 3],
	"¼": [1, 4],
	"¾": [3, 4],
	"⅛": [1, 8],
};
/** Denominators that are taken for the best possible mark: "8/10" is a mark out of ten. */
const best = new Set([5, 10, 20, 100]);

const fractionRules = ({ language, numbers, say }: Parts): Rule[] => {
	const sayFraction = (whole: string | undefined, numerator: number, denominator: number) => {
		const said = language.fractions(numerator, denominator, numbers);
		if (said === undefined || whole === undefined) return said;
		return [say(whole, language.andFraction === "" ? "masculine" : undefined), language.andFraction, said]
			.filter((word) => word !== "")
			.join(" ");
	};
	return [
		rule(String.raw`${before}(\d{1,3})?[ \u00a0]?([½⅓⅔¼¾⅛])`, (whole, sign = "") =>
			sayFraction(whole, ...(vulgar[sign] ?? [1, 2])),
		),
		rule(
			String.raw`${before}(?:(\d{1,3}) )?(\d{1,3})/(\d{1,3})${behind}(?!/)`,
			(whole, one = "", other = "") => {
				const [numerator, denominator] = [Number(one), Number(other)];
				if (one === "50" && other === "50") return `${say(one)} ${say(other)}`;
				// In languages without `outOf`, "1/2" is more likely a date.
				if (language.outOf === undefined) return undefined;
				if (whole === undefined && best.has(denominator) && numerator <= denominator)
					return `${say(one)} ${language.outOf} ${say(other)}`;
				return numerator < denominator ? sayFraction(whole, numerator, denominator) : undefined;
			},
		),
	];
};

const largeRules = (parts: Parts): Rule[] => {
	const { language, number, say } = parts;
	/** Magnitudes that are clear without a currency, unlike "5m", which may be minutes, or "5K", which may be a name. */
	const magnitudes = anyOf(
		Object.keys(language.magnitudes).filter((written) => /^(?:[kM万億]|mi|bi)$|.{3}/.test(written)),
	);
	return [
		// "4K" and "8K" are resolutions.
		rule(String.raw`${before}([48])[kK](?![\p{L}\p{N}])`, (digits = "") => `${say(digits)} K`),
		rule(
			`${before}([-−+]?)(${number})([ \u00a0]?)(${magnitudes})(?![\\p{L}\\p{N}])`,
			(sign = "", written = "", space = "", magnitude = "") => {
				if (space !== "" && magnitude.length === 1) return undefined;
				const said = sayLarge(parts, written, magnitude);
				return said && `${signOf(language, sign)}${said}`;
			},
		),
	];
};

/** The remaining numbers: resolutions, years, signed and plain numbers. */
const numberRules = ({ language, numbers, number, say }: Parts): Rule[] => [
	rule(
		String.raw`${before}(\d{3,4})([pi])(?![\p{L}\p{N}])`,
		(digits = "", sign = "") => `${numbers.sayYear(Number(digits))} ${sign}`,
	),
	rule(String.raw`${before}(\d{1,6})\+(?![\p{L}\p{N}+])`, (digits = "") => `${say(digits)} ${language.plus}`),
	rule(String.raw`${before}(\d{4})${behind}`, (digits = "") =>
		isYear(digits) ? numbers.sayYear(Number(digits)) : undefined,
	),
	rule(`(?<![^\\s("'„«])([-−+±])(${number})${behind}`, (sign = "", written = "") =>
		sign === "±"
			? `${language.plus} ${language.minus} ${say(written)}`
			: `${signOf(language, sign)}${say(written)}`,
	),
	rule(
		`(?<=(?<!\\p{L})(\\p{L}+) |)${before}(${number})${behind}${language.hasOrdinalStops ? "(?!\\. ?\\p{L})" : ""}(?= (\\p{L}{2,})(?!\\p{L})|)`,
		(label, written = "", noun) => {
			if (/^\d{9,}$/.test(written) && !written.endsWith("000")) return numbers.sayDigits(written);
			return say(
				written,
				noun === undefined ? undefined : language.genderOf?.(noun, label, numbers.read(written).value),
			);
		},
	),
];
