import de from "cldr-rbnf/rbnf/de.json" with { type: "json" };
import { before, behind, type LanguageData, type Numbers } from "../language.ts";
import { readRoman, roman } from "../numbers.ts";
import words from "./de.json" with { type: "json" };
import { fractionsBy, romanAfter } from "./shared-rules.ts";

const { months, otherMonths } = words;
const monthNames = [...months, ...otherMonths];
const month = monthNames.map((name) => name.replace(".", "\\.")).join("|");
const monthOf = (written: string): string =>
	months.find((name) => name.startsWith(written.slice(0, 3).replace("Jän", "Jan"))) ?? written;

/** Words after which an ordinal ends in "n": "am dritten", "in der zweiten". */
const oblique =
	"am|im|dem|den|des|vom|zum|zur|beim|bis|einem|einen|einer|eines|seit|ab|ihrem|ihren|ihrer|seinem|seinen|seiner|meinem|meinen|meiner|deinem|deinen|deiner|unserem|unseren|unserer|jedem|jeden|jeder|diesem|diesen|dieser|(?:an|auf|aus|bei|in|mit|nach|seit|unter|von|vor|zu) der";
/** Words after which an ordinal ends in "e". */
const plainArticles = "der|die|das|diese|jede|deine|meine|seine|ihre|unsere|eine";

const ordinal = (numbers: Numbers, value: number, ending: "" | "n" | "r" = "") =>
	numbers.spell(value, `%spellout-ordinal${ending && `-${ending}`}`);

const endingOf = (article: string | undefined): "" | "n" | "r" => {
	if (article === undefined) return "r";
	return new RegExp(`^(?:${oblique})$`, "iu").test(article) ? "n" : "";
};

const crowned =
	"Ludwig|Friedrich|Wilhelm|Heinrich|Karl|Otto|Elisabeth|Benedikt|Johannes Paul|Pius|Leo|Franziskus|Napoleon|Philipp|Georg|Alexander|Nikolaus|Katharina";
const counted = "GTA|Kapitel|Teil|Akt|Band|Buch|Phase|Episode|Final Fantasy|Diablo|Rocky";

const fractionNames: Readonly<Record<number, string>> = {
	3: "drittel",
	4: "viertel",
	5: "fünftel",
	8: "achtel",
	10: "zehntel",
};

/** Matches feminine nouns by their endings, and the commonest ones that have no such ending. */
const feminine =
	/(?:ung|heit|keit|schaft|ion|schicht|sicht|[^u]e|a|Person|Nachricht|Antwort|Nacht|Zeit|Mail|Frau|Stadt|Tür|Hand|Bahn|Zahl|Nummer|Party|App|Feder|Mutter|Tochter|Schwester)$/u;
const notFeminine =
	/^(?:Name|Junge|Kollege|Kunde|Auge|Ende|Wochenende|Käse|Hase|Löwe|Affe|Experte|Gebäude|Gemüse|Sofa|Opa|Thema|Komma|Drama|Klima)$/u;

export const german: LanguageData = {
	...words,
	sets: { rules: de.rbnf.rbnf.SpelloutRules, ...words.sets },
	fractions: fractionsBy("ein halb", fractionNames, ""),
	sayMoney: (units, _cents, _centWord, countedCents) => `${units} ${countedCents}`,
	genderOf: (word, label = "", value) => {
		if (value !== 1 || !/^\p{Lu}/u.test(word) || /^\p{Lu}/u.test(label)) return undefined;
		if (notFeminine.test(word)) return "masculine";
		return feminine.test(word) ? "feminine" : "masculine";
	},
	sayTime: ({ hours, minutes }, numbers) =>
		`${numbers.say(hours, "masculine")} Uhr${minutes === 0 ? "" : ` ${numbers.say(minutes)}`}`,
	sayDate: (day, monthNumber, year, numbers) =>
		`${ordinal(numbers, day, "r")} ${months[monthNumber - 1]}${year === undefined ? "" : ` ${numbers.sayYear(year)}`}`,
	rules: (numbers) => {
		const sayDate = (word: string | undefined, day: number, monthName: string | undefined, year?: string) => {
			if (monthName === undefined || day < 1 || day > 31) return undefined;
			const said = `${ordinal(numbers, day, endingOf(word))} ${monthName}`;
			return [word, said, year && numbers.sayYear(Number(year))].filter((part) => part).join(" ");
		};
		const article = `(?:(?<![\\p{L}])(${oblique}|${plainArticles}) )?`;
		return [
			[/(?<![\p{L}\p{N}.])usw\.(?=\s+\p{Lu}|\s*$)/gmu, () => "und so weiter."],
			[/(?<![\p{L}\p{N}.])usw(?:\.|(?!\p{L}))/gu, () => "und so weiter"],
			[/(?<=\p{L})str\.(?= \d)/gu, () => "straße"],
			[
				/(?<!\p{L})([Aa]us|[Bb]ei|[Ii]n|[Mm]it|[Nn]ach|[Ss]eit|[Vv]on|[Vv]or) 1(?= (?!Min|Sek|Std)(\p{Lu}\p{Ll}+))/gu,
				(word, noun = "") => `${word} ${feminine.test(noun) && !notFeminine.test(noun) ? "einer" : "einem"}`,
			],
			[
				new RegExp(`${article}${before}(\\d{1,2})\\. ?[-–] ?(?=\\d{1,2}\\. ?(?:${month})(?!\\p{L}))`, "gu"),
				(word, day = "") =>
					[word, ordinal(numbers, Number(day), endingOf(word)), "bis "].filter((part) => part).join(" "),
			],
			[
				new RegExp(`${article}${before}(\\d{4})-(\\d\\d)-(\\d\\d)${behind}(?!-)`, "giu"),
				(word, year = "", number = "", day = "") =>
					sayDate(word, Number(day), months[Number(number) - 1], year),
			],
			[
				new RegExp(
					`${article}${before}(\\d{1,2})\\.(?: ?(${month})|(\\d{1,2})\\.)(?:(?<=\\.)|(?= |$|[^\\p{L}\\p{N}]))(?: ?(\\d{4}))?(?![\\p{L}\\p{N}])`,
					"giu",
				),
				(word, day = "", name, number, year) => {
					const named = name === undefined ? months[Number(number) - 1] : monthOf(name);
					return sayDate(word, Number(day), named, year);
				},
			],
			[
				new RegExp(`(?<![\\p{L}])(${oblique}|${plainArticles}) (\\d{1,4})\\.(?= \\p{L})`, "giu"),
				(word = "", digits = "") => `${word} ${ordinal(numbers, Number(digits), endingOf(word))}`,
			],
			[
				new RegExp(`${before}([2-9]|\\d{2,4})(ern?)(?![\\p{L}\\p{N}])`, "gu"),
				(digits = "", ending = "") =>
					`${digits.length === 4 ? numbers.sayYear(Number(digits)) : numbers.say(Number(digits))}${ending}`,
			],
			[
				/(?<![\p{L}\p{N}.:])(?:(\d{1,2}) ?[-–] ?)?(\d{1,2})(?:[.:](\d\d))? ?Uhr(?![\p{L}])/gu,
				(from, hours = "", minutes = "0") => {
					if (Number(hours) > 24) return undefined;
					const clock = { hours: Number(hours), minutes: Number(minutes), mark: "Uhr" };
					return `${from === undefined ? "" : `${numbers.say(Number(from))} bis `}${german.sayTime(clock, numbers)}`;
				},
			],
			[
				new RegExp(`(?<![\\p{L}])(${crowned}) (${roman})(?:\\.|(?![\\p{L}\\p{N}]))`, "gu"),
				(name, numeral = "") =>
					`${name} ${name === "Elisabeth" || name === "Katharina" ? "die" : "der"} ${capital(ordinal(numbers, readRoman(numeral)))}`,
			],
			romanAfter(counted, (value, name) => `${name} ${numbers.say(value)}`),
			[
				new RegExp(
					`${before}(\\d{1,4})(?:-?(jährige?[rnms]?|fache?[rnms]?|mal|stündige?[rnms]?|tägige?[rnms]?|köpfige?[rnms]?|prozentige?[rnms]?))${behind}`,
					"gu",
				),
				(digits = "", rest = "") => `${numbers.say(Number(digits), "masculine")}${rest}`,
			],
		];
	},
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
