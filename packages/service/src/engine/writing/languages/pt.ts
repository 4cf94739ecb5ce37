import pt from "cldr-rbnf/rbnf/pt.json" with { type: "json" };
import { before, behind, type Gender, type LanguageData, type Numbers } from "../language.ts";
import { readRoman, roman } from "../numbers.ts";

const months =
	"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(" ");
const month = months.join("|");

const ordinal = (numbers: Numbers, value: number, gender: Gender) =>
	numbers.spell(value, `%spellout-ordinal-${gender}`);
/** Nouns that are followed by their number: "nível 1". */
const labels = new Set(
	"nível capítulo fase parte versão página número temporada episódio dia rodada grupo zona sala andar classe tipo opção passo plano top tomo liga canal jogador time".split(
		" ",
	),
);
/** After the tenth, Brazilians use cardinal numbers. */
const inOrder = (numbers: Numbers, value: number, gender: Gender) =>
	value <= 10 ? ordinal(numbers, value, gender) : numbers.say(value);

const feminine =
	/^(?:vez|vezes|noites?|tardes?|partes?|classes?|chaves?|bases?|mortes?|torres?|séries?|fases?|frases?|chances?|mão|mãos|mulher(?:es)?|fotos?|motos?|\p{L}{2,}(?:ção|são|ções|sões|dades?|gem|gens)|\p{L}{2,}[aã]s?)$/u;
/** Masculine nouns that look feminine, and words that aren't nouns. */
const others =
	/^(?:dias?|mapas?|planetas?|caras?|(?:problem|tem|sistem|program|idiom|clim|poem|dram|esquem|fantasm|diplom|sintom|dilem|quilogram|gram)as?|contra|para|pra|cada|era|fora|nada|agora|ela|elas|mas|já|lá|cá|tá|tão|são|não)$/u;

const crowned =
	"Pedro|João Paulo|João|Luís|Henrique|Carlos|Filipe|Pio|Bento|Leão|Francisco|Napoleão|Jorge|Guilherme|Nicolau|Alexandre|Afonso|Ramsés";
const crownedWomen = "Maria|Elizabeth|Isabel|Catarina";
const counted =
	"GTA|séc\\.|século|Século|capítulo|Capítulo|tomo|Tomo|ato|Ato|parte|Parte|volume|Volume|fase|Fase|episódio|Episódio|livro|Livro|Final Fantasy|Diablo|Rocky";

const million = ["milhão", "milhões"] as const;
const billion = ["bilhão", "bilhões"] as const;

export const portuguese: LanguageData = {
	tag: "pt",
	sets: {
		rules: pt.rbnf.rbnf.SpelloutRules,
		counting: "%spellout-cardinal-masculine",
		cardinal: "%spellout-cardinal-masculine",
		feminine: "%spellout-cardinal-feminine",
		year: "%spellout-cardinal-masculine",
	},
	point: "vírgula",
	dot: "ponto",
	readsDecimals: true,
	minus: "menos",
	plus: "mais",
	times: "vezes",
	over: "dividido por",
	equals: "igual a",
	to: "a",
	score: "a",
	outOf: "de",
	by: "por",
	often: ["uma vez", "vezes"],
	number: "número",
	numberSigns: "[Nn]\\.? ?[°º]|[Nn]úm\\.",
	andFraction: "e",
	fractions: (numerator, denominator, numbers) => {
		if (denominator === 2) return numerator === 1 ? "meio" : undefined;
		const names: Readonly<Record<number, string>> = { 3: "terço", 4: "quarto", 5: "quinto", 8: "oitavo" };
		const name = names[denominator];
		return name && `${numbers.say(numerator)} ${name}${numerator === 1 ? "" : "s"}`;
	},
	allDay: "vinte e quatro por sete",
	version: "versão",
	money: {
		R$: { one: "real", many: "reais", cent: ["centavo", "centavos"] },
		reais: { one: "real", many: "reais", cent: ["centavo", "centavos"] },
		BRL: { one: "real", many: "reais", cent: ["centavo", "centavos"] },
		"€": { one: "euro", many: "euros", cent: ["centavo", "centavos"] },
		EUR: { one: "euro", many: "euros", cent: ["centavo", "centavos"] },
		$: { one: "dólar", many: "dólares", cent: ["centavo", "centavos"] },
		USD: { one: "dólar", many: "dólares", cent: ["centavo", "centavos"] },
		US$: { one: "dólar", many: "dólares", cent: ["centavo", "centavos"] },
		"£": { one: "libra", many: "libras", cent: ["pêni", "pence"], isFeminine: true },
		"¥": { one: "iene", many: "ienes" },
	},
	sayMoney: (units, cents, centWord) => `${units} e ${cents} ${centWord}`,
	marks: { "~": "cerca de", ">": "mais de", "<": "menos de" },
	per: {
		mês: "por mês",
		h: "por hora",
		hora: "por hora",
		dia: "por dia",
		semana: "por semana",
		ano: "por ano",
		pessoa: "por pessoa",
		kg: "o quilo",
	},
	codeWords: "[Cc]ódigo|[Cc]ode|PIN|[Ss]enha",
	andCentimeters: "e",
	ofMoney: (currency) => `de ${currency}`,
	magnitudes: {
		k: 1000,
		K: 1000,
		mil: 1000,
		M: million,
		mi: million,
		milhão: million,
		milhões: million,
		bi: billion,
		bilhão: billion,
		bilhões: billion,
	},
	units: {
		"m²": ["metro quadrado", "metros quadrados"],
		m2: ["metro quadrado", "metros quadrados"],
		"km²": ["quilômetro quadrado", "quilômetros quadrados"],
		"m³": ["metro cúbico", "metros cúbicos"],
		Hz: ["hertz", "hertz"],
		kHz: ["quilohertz", "quilohertz"],
		MHz: ["megahertz", "megahertz"],
		GHz: ["gigahertz", "gigahertz"],
		W: ["watt", "watts"],
		kW: ["quilowatt", "quilowatts"],
		kWh: ["quilowatt-hora", "quilowatts-hora"],
		mAh: ["miliampere-hora", "miliamperes-hora"],
		fps: ["FPS", "FPS"],
		px: ["pixel", "pixels"],
		hs: ["hora", "horas"],
		hrs: ["hora", "horas"],
		seg: ["segundo", "segundos"],
		mins: ["minuto", "minutos"],
		Mbps: ["megabit por segundo", "megabits por segundo"],
		dB: ["decibel", "decibéis"],
		mg: ["miligrama", "miligramas"],
	},
	genderOf: (word, label = "") => {
		if (labels.has(label.toLowerCase()) || others.test(word)) return undefined;
		return feminine.test(word) ? "feminine" : undefined;
	},
	dateWords: "dia|Dia|em|Em|até",
	feminineUnits: new Set(["h", "hs", "hrs", "mph", "lb", "lbs", "oz"]),
	timeMarks: "h|hs|hrs",
	sayTime: ({ hours, minutes }, numbers) => {
		const hour = numbers.say(hours, "feminine");
		return minutes === 0 ? `${hour} hora${hours > 1 ? "s" : ""}` : `${hour} e ${numbers.say(minutes)}`;
	},
	sayDate: (day, monthNumber, year, numbers) =>
		`${day === 1 ? "primeiro" : numbers.say(day)} de ${months[monthNumber - 1]}${year === undefined ? "" : ` de ${numbers.sayYear(year)}`}`,
	abbreviations: {
		"p. ex.": "por exemplo",
		"Sr.": "senhor",
		"Sra.": "senhora",
		"Dr.": "doutor",
		"Dra.": "doutora",
		"Prof.": "professor",
		EUA: "Estados Unidos",
		"vs.": "versus",
		vs: "versus",
		"aprox.": "aproximadamente",
		"tel.": "telefone",
		"Tel.": "Telefone",
		"C++": "C mais mais",
		"C#": "C sharp",
	},
	rules: (numbers) => [
		[/(?<![\p{L}\p{N}.])etc\.(?=\s+\p{Lu}|\s*$)/gmu, () => "etcétera."],
		[/(?<![\p{L}\p{N}.])etc(?:\.|(?!\p{L}))/gu, () => "etcétera"],
		[
			new RegExp(`${before}(\\d{1,2})º? de (${month})(?: de (\\d{4}))?${behind}`, "gu"),
			(day = "", name = "", year) =>
				`${day === "1" ? "primeiro" : numbers.say(Number(day))} de ${name}${year === undefined ? "" : ` de ${numbers.sayYear(Number(year))}`}`,
		],
		[
			new RegExp(`${before}(?<![-–])(\\d{1,2}) ?h(\\d\\d)(?:min)?${behind}`, "gu"),
			(hours = "", minutes = "") =>
				Number(hours) > 24 || Number(minutes) > 59
					? undefined
					: portuguese.sayTime({ hours: Number(hours), minutes: Number(minutes), mark: "h" }, numbers),
		],
		// A match's goals: "2x1".
		[
			/(?=\d)(?<=(?:ganh|perd|venc|empat|gole)\p{L}* (?:de |por )?|\p{Lu}\p{Ll}+ )(\d{1,2}) ?x ?(\d{1,2})(?![\p{L}\p{N}])/gu,
			(ours = "", theirs = "") => `${numbers.say(Number(ours))} a ${numbers.say(Number(theirs))}`,
		],
		// An hour, or a number before a noun: the article tells the gender.
		[
			/(?<!\p{L})(às|Às|à|À|das|pelas|umas) (\d{1,3})(?![\p{L}\p{N}%€$ªº°]|[.,:/–-]\p{N}| ?h\b|\.[ªº])/gu,
			(article, digits = "") => `${article} ${numbers.say(Number(digits), "feminine")}`,
		],
		[
			/(?<![\p{L}\p{N}.,])(\d{1,4})(\.?)(?:(º)|ª)(?![\p{L}\p{N}])/gu,
			(digits = "", stop, masculine) => {
				const value = Number(digits);
				// "20º" is more likely a temperature than an ordinal.
				if (masculine !== undefined && stop === "" && value > 10 && value < 50) return undefined;
				return ordinal(numbers, value, masculine === undefined ? "feminine" : "masculine");
			},
		],
		[
			new RegExp(`(?<![\\p{L}])(${crowned}) (${roman})(?![\\p{L}\\p{N}])`, "gu"),
			(name, numeral = "") => `${name} ${inOrder(numbers, readRoman(numeral), "masculine")}`,
		],
		[
			new RegExp(`(?<![\\p{L}])(${crownedWomen}) (${roman})(?![\\p{L}\\p{N}])`, "gu"),
			(name, numeral = "") => `${name} ${inOrder(numbers, readRoman(numeral), "feminine")}`,
		],
		[
			new RegExp(`(?<![\\p{L}])(${counted}) (${roman})(?![\\p{L}\\p{N}])`, "gu"),
			(name, numeral = "") => `${name === "séc." ? "século" : name} ${numbers.say(readRoman(numeral))}`,
		],
		[
			/(?<![\p{L}\p{N}])(anos) ((?:19|20)?)([1-9]0)(?![\p{L}\p{N}])/gu,
			(word, century = "", decade = "") => `${word} ${numbers.say(Number(`${century}${decade}`))}`,
		],
	],
};
