import en from "cldr-rbnf/rbnf/en.json" with { type: "json" };
import { before, behind, type LanguageData, type Numbers } from "../language.ts";
import { roman } from "../numbers.ts";
import words from "./en.json" with { type: "json" };
import { romanAfter } from "./shared-rules.ts";

const months = "January February March April May June July August September October November December".split(
	" ",
);
/** A pattern of months as people write them; "May", "June" and "July" have no shorter form. */
const month = months.map((name) => (name.length > 4 ? `${name}|${name.slice(0, 3)}t?\\.?` : name)).join("|");
const monthOf = (written: string) => months.findIndex((name) => name.startsWith(written.slice(0, 3))) + 1;

/** Names that kings, queens and popes share. */
const crowned =
	"Louis|Henry|Charles|Elizabeth|George|Edward|Richard|William|James|Philip|John Paul|Pius|Benedict|Leo|Francis|Napoleon|Nicholas|Alexander|Catherine|Frederick|Wilhelm|Ramesses|Mary";
/** Words before a Roman numeral: "Chapter IV". */
const counted =
	"GTA|Chapter|chapter|Part|part|Act|Scene|Volume|Book|Phase|Episode|World War|Final Fantasy|Rocky|Diablo|Street Fighter";
/** A Roman numeral; a lone "I" only before a mark or the end, because it is also a word. */
const numeral = `(?!I(?![IVX])(?! ?[.,;:!?)]|$))${roman}`;

const ordinal = (numbers: Numbers, value: number) => numbers.spell(value, "%spellout-ordinal");

const sayDate: LanguageData["sayDate"] = (day, monthNumber, year, numbers) =>
	`${months[monthNumber - 1]} ${ordinal(numbers, day)}${year === undefined ? "" : `, ${numbers.sayYear(year)}`}`;

/** @returns the plural of a number's words: "nineties" for "ninety" */
const plural = (words: string): string => (words.endsWith("y") ? `${words.slice(0, -1)}ies` : `${words}s`);

const fractionNames: Readonly<Record<number, readonly [string, string]>> = {
	2: ["half", "halves"],
	4: ["quarter", "quarters"],
};

export const english: LanguageData = {
	...words,
	sets: { rules: en.rbnf.rbnf.SpelloutRules, ...words.sets },
	fractions: (numerator, denominator, numbers) => {
		// Other denominators are more likely dates: "9/11".
		if (![2, 3, 4, 8].includes(denominator)) return undefined;
		const [one, many] = fractionNames[denominator] ?? [
			ordinal(numbers, denominator),
			`${ordinal(numbers, denominator)}s`,
		];
		return `${numbers.say(numerator)} ${numerator === 1 ? one : many}`;
	},
	sayMoney: (units, cents, centWord) => `${units} and ${cents} ${centWord}`,
	sayTime: ({ hours, minutes, mark }, numbers) => {
		const half = mark === "" ? "" : ` ${mark.toLowerCase().charAt(0)} m`;
		const hour = numbers.say(hours);
		if (minutes > 0) return `${hour} ${minutes < 10 ? "oh " : ""}${numbers.say(minutes)}${half}`;
		if (half !== "") return `${hour}${half}`;
		return hours > 12 || hours === 0 ? `${hour} hundred` : `${hour} o'clock`;
	},
	sayDate,
	rules: (numbers) => [
		// Resolutions such as "720p"; the next rule is for graphics cards such as "RTX 4090".
		[
			/(?<![\p{L}\p{N}.,])([1-9])([1-9]\d)([pi])(?![\p{L}\p{N}])/gu,
			(hundreds = "", rest = "", sign) =>
				`${numbers.say(Number(hundreds))} ${numbers.say(Number(rest))} ${sign}`,
		],
		[
			/(?<!\p{L})([RG]TX|RX) (\d{4})(?!\p{N})/gu,
			(name, digits = "") => `${name} ${numbers.sayYear(Number(digits))}`,
		],
		[/(?<![\p{L}\p{N}.])etc\.(?=\s+\p{Lu}|\s*$)/gmu, () => "et cetera."],
		[/(?<![\p{L}\p{N}.])etc\./gu, () => "et cetera"],
		[
			new RegExp(`(?<![\\p{L}\\p{N}])(${month}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?${behind}`, "gu"),
			(name = "", day = "", year) =>
				Number(day) >= 1 && Number(day) <= 31
					? sayDate(Number(day), monthOf(name), year === undefined ? undefined : Number(year), numbers)
					: undefined,
		],
		[
			new RegExp(`(the )?${before}(\\d{1,2}) (${month})(?: (\\d{4}))?${behind}`, "gu"),
			(_the, day = "", name = "", year) =>
				Number(day) >= 1 && Number(day) <= 31
					? `the ${ordinal(numbers, Number(day))} of ${months[monthOf(name) - 1]}${year === undefined ? "" : ` ${numbers.sayYear(Number(year))}`}`
					: undefined,
		],
		[
			new RegExp(`${before}(\\d{1,9})(?:st|nd|rd|th)(?![\\p{L}\\p{N}])`, "gu"),
			(digits = "") => ordinal(numbers, Number(digits)),
		],
		[
			new RegExp(`${before}(1\\d|20)(\\d)0s(?![\\p{L}\\p{N}])`, "gu"),
			(century = "", decade = "") =>
				decade === "0"
					? `${century === "20" ? "two thousand" : `${numbers.say(Number(century))} hundred`}s`
					: plural(numbers.sayYear(Number(`${century}${decade}0`))),
		],
		[
			/(?<![\p{L}\p{N}])((?:the|early|mid|late)[ -]|['’])([2-9]0)s(?![\p{L}\p{N}])/gu,
			(before = "", digits = "") =>
				`${/['’]/.test(before) ? "" : before}${plural(numbers.say(Number(digits)))}`,
		],
		[
			/(?<![\p{L}\p{N}.:])(?:(\d{1,2}) ?[-–] ?)?(\d{1,2}) ?([ap])(?:m|\.m\.)(?![\p{L}\p{N}])/giu,
			(from, hours = "", half = "") =>
				`${from === undefined ? "" : `${numbers.say(Number(from))} to `}${numbers.say(Number(hours))} ${half.toLowerCase()} m`,
		],
		[
			/(?<![\p{L}\p{N}])([3-8])(?:['’]| ?ft ?)(\d{1,2})(?:["”]| ?in(?!\p{L})|(?![\p{L}\p{N}]))/gu,
			(feet = "", inches = "") => `${numbers.say(Number(feet))} foot ${numbers.say(Number(inches))}`,
		],
		[
			/(?<![\p{L}\p{N}+-])(\d{3})-(\d{4})(?![\p{L}\p{N}-])/gu,
			(one = "", other = "") => `${numbers.sayDigits(one)}, ${numbers.sayDigits(other)}`,
		],
		romanAfter(crowned, (value, name) => `${name} the ${ordinal(numbers, value)}`, numeral),
		romanAfter(counted, (value, name) => `${name} ${numbers.say(value)}`, numeral),
	],
};
