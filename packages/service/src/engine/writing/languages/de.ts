import de from "cldr-rbnf/rbnf/de.json" with { type: "json" };
import { before, behind, type LanguageData, type Numbers } from "../language.ts";
import { readRoman, roman } from "../numbers.ts";

const months = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(
	" ",
);
const monthNames = [
	...months,
	"Jan.",
	"Feb.",
	"Jän.",
	"Jänner",
	"Apr.",
	"Aug.",
	"Sept.",
	"Sep.",
	"Okt.",
	"Nov.",
	"Dez.",
];
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

const million = ["Million", "Millionen", "feminine"] as const;
const milliard = ["Milliarde", "Milliarden", "feminine"] as const;

export const german: LanguageData = {
	tag: "de",
	sets: {
		rules: de.rbnf.rbnf.SpelloutRules,
		counting: "%spellout-numbering",
		cardinal: "%spellout-cardinal-masculine",
		feminine: "%spellout-cardinal-feminine",
		year: "%spellout-numbering-year",
	},
	point: "Komma",
	dot: "Punkt",
	minus: "minus",
	plus: "plus",
	times: "mal",
	over: "geteilt durch",
	equals: "gleich",
	to: "bis",
	score: "zu",
	outOf: "von",
	by: "mal",
	often: ["einmal", "mal"],
	number: "Nummer",
	numberSigns: "Nr\\.|№|No\\.",
	andFraction: "",
	fractions: (numerator, denominator, numbers) => {
		if (denominator === 2) return numerator === 1 ? "ein halb" : undefined;
		const name = fractionNames[denominator];
		return name === undefined ? undefined : `${numbers.say(numerator, "masculine")} ${name}`;
	},
	allDay: "vierundzwanzig sieben",
	version: "Version",
	money: {
		"€": { one: "Euro", many: "Euro", cent: ["Cent", "Cent"] },
		EUR: { one: "Euro", many: "Euro", cent: ["Cent", "Cent"] },
		Euro: { one: "Euro", many: "Euro", cent: ["Cent", "Cent"] },
		$: { one: "Dollar", many: "Dollar", cent: ["Cent", "Cent"] },
		USD: { one: "US-Dollar", many: "US-Dollar", cent: ["Cent", "Cent"] },
		"£": { one: "Pfund", many: "Pfund", cent: ["Penny", "Pence"] },
		"¥": { one: "Yen", many: "Yen" },
		CHF: { one: "Franken", many: "Franken", cent: ["Rappen", "Rappen"] },
		R$: { one: "Real", many: "Real", cent: ["Centavo", "Centavos"] },
	},
	sayMoney: (units, _cents, _centWord, countedCents) => `${units} ${countedCents}`,
	marks: { "~": "etwa", ">": "mehr als", "<": "weniger als" },
	per: {
		Monat: "pro Monat",
		"Std.": "pro Stunde",
		Std: "pro Stunde",
		h: "pro Stunde",
		Stunde: "pro Stunde",
		Tag: "pro Tag",
		Woche: "pro Woche",
		Jahr: "pro Jahr",
		Person: "pro Person",
		kg: "pro Kilo",
	},
	codeWords: "Code|PIN|Pin|PLZ|Passwort",
	andCentimeters: "",
	magnitudes: {
		k: 1000,
		K: 1000,
		"Tsd.": 1000,
		M: million,
		"Mio.": million,
		Mio: million,
		Million: million,
		Millionen: million,
		"Mrd.": milliard,
		Mrd: milliard,
		Milliarde: milliard,
		Milliarden: milliard,
	},
	units: {
		"m²": ["Quadratmeter", "Quadratmeter"],
		qm: ["Quadratmeter", "Quadratmeter"],
		"km²": ["Quadratkilometer", "Quadratkilometer"],
		"m³": ["Kubikmeter", "Kubikmeter"],
		Hz: ["Hertz", "Hertz"],
		kHz: ["Kilohertz", "Kilohertz"],
		MHz: ["Megahertz", "Megahertz"],
		GHz: ["Gigahertz", "Gigahertz"],
		W: ["Watt", "Watt"],
		kW: ["Kilowatt", "Kilowatt"],
		kWh: ["Kilowattstunde", "Kilowattstunden"],
		mAh: ["Milliamperestunde", "Milliamperestunden"],
		fps: ["FPS", "FPS"],
		px: ["Pixel", "Pixel"],
		"Std.": ["Stunde", "Stunden"],
		Std: ["Stunde", "Stunden"],
		"Min.": ["Minute", "Minuten"],
		Min: ["Minute", "Minuten"],
		Mbps: ["Megabit pro Sekunde", "Megabit pro Sekunde"],
		"Sek.": ["Sekunde", "Sekunden"],
		sek: ["Sekunde", "Sekunden"],
		"St.": ["Stück", "Stück"],
		PS: ["PS", "PS"],
		Mbit: ["Megabit", "Megabit"],
		"Mbit/s": ["Megabit pro Sekunde", "Megabit pro Sekunde"],
		"MB/s": ["Megabyte pro Sekunde", "Megabyte pro Sekunde"],
		dB: ["Dezibel", "Dezibel"],
		mg: ["Milligramm", "Milligramm"],
		t: ["Tonne", "Tonnen"],
	},
	hasOrdinalStops: true,
	genderOf: (word, label = "", value) => {
		if (value !== 1 || !/^\p{Lu}/u.test(word) || /^\p{Lu}/u.test(label)) return undefined;
		if (notFeminine.test(word)) return "masculine";
		return feminine.test(word) ? "feminine" : "masculine";
	},
	feminineUnits: new Set([
		"h",
		"min",
		"s",
		"sec",
		"ms",
		"Std.",
		"Std",
		"Min.",
		"Min",
		"Sek.",
		"sek",
		"kWh",
		"mAh",
		"mph",
		"t",
	]),
	timeMarks: "Uhr|h",
	sayTime: ({ hours, minutes }, numbers) =>
		`${numbers.say(hours, "masculine")} Uhr${minutes === 0 ? "" : ` ${numbers.say(minutes)}`}`,
	sayDate: (day, monthNumber, year, numbers) =>
		`${ordinal(numbers, day, "r")} ${months[monthNumber - 1]}${year === undefined ? "" : ` ${numbers.sayYear(year)}`}`,
	abbreviations: {
		"z. B.": "zum Beispiel",
		"d. h.": "das heißt",
		"u. a.": "unter anderem",
		"ca.": "circa",
		"bzw.": "beziehungsweise",
		"evtl.": "eventuell",
		"ggf.": "gegebenenfalls",
		"inkl.": "inklusive",
		"vs.": "versus",
		"mind.": "mindestens",
		"zzgl.": "zuzüglich",
		"MwSt.": "Mehrwertsteuer",
		"Hr.": "Herr",
		"Dr.": "Doktor",
		"Prof.": "Professor",
		"Tel.": "Telefon",
		"C++": "C plus plus",
		"C#": "C sharp",
	},
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
			[
				new RegExp(`(?<![\\p{L}])(${counted}) (${roman})(?![\\p{L}\\p{N}])`, "gu"),
				(name, numeral = "") => `${name} ${numbers.say(readRoman(numeral))}`,
			],
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
