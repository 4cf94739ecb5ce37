import es from "cldr-rbnf/rbnf/es.json" with { type: "json" };
import { before, behind, type LanguageData } from "../language.ts";
import words from "./es.json" with { type: "json" };
import { decadeAfter, etcetera, fractionsBy, ordinal, regnalNumber, romanAfter } from "./shared-rules.ts";

const months =
	"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const month = months.join("|");

/** Nouns that are followed by their number, "nivel 1", and masculine articles. */
const labels =
	/^(?:nivel|capítulo|fase|parte|versión|página|número|temporada|episodio|día|ronda|grupo|zona|sala|piso|clase|tipo|opción|paso|plan|top|tomo|liga|canal|jugador|equipo|el|del|al)$/i;
const feminine =
	/^(?:vez|veces|noches?|tardes?|partes?|clases?|llaves?|bases?|muertes?|torres?|series?|calles?|mujer(?:es)?|fotos?|motos?|manos?|\p{L}{2,}(?:[cs]ión|[cs]iones|dad|dades|as?))$/u;
const masculine =
	/^(?:mes|meses|bots?|clips?|chats?|links?|likes?|posts?|cafés?|jefes?|kills?|wins?|raids?|bans?|bugs?|\p{L}{2,}(?:os?|ore?s?|[aeiou]l|[aeiou]les|ón|ones))$/u;
const masculineInA =
	/^(?:días?|mapas?|planetas?|(?:problem|tem|sistem|program|idiom|clim|poem|dram|esquem|fantasm|diplom|síntom|dilem)as?)$/u;
/** Frequent words that aren't nouns, though some end like nouns. */
const others =
	/^(?:contra|para|hasta|desde|cada|nada|era|está|ahora|por|como|del|al|los|pero|cuando|solo|cual|tal|mal)$/u;

const crowned =
	"Juan Pablo|Felipe|Carlos|Fernando|Alfonso|Luis|Enrique|Pío|Benedicto|León|Francisco|Napoleón|Jorge|Guillermo|Nicolás|Alejandro|Juan Carlos|Pedro|Ramsés";
const crownedWomen = "Isabel|Catalina";
const counted =
	"GTA|s\\.|siglo|Siglo|capítulo|Capítulo|tomo|Tomo|acto|Acto|parte|Parte|volumen|Volumen|fase|Fase|episodio|Episodio|libro|Libro|Final Fantasy|Diablo|Rocky";

export const spanish: LanguageData = {
	...words,
	sets: { rules: es.rbnf.rbnf.SpelloutRules, ...words.sets },
	fractions: fractionsBy("medio", { 3: "tercio", 4: "cuarto", 5: "quinto", 8: "octavo" }, "s"),
	sayMoney: (units, cents, centWord) => `${units} con ${cents} ${centWord}`,
	ofMoney: (currency) => `de ${currency}`,
	genderOf: (word, label = "") => {
		if (labels.test(label) || others.test(word)) return undefined;
		if (masculineInA.test(word)) return "masculine";
		if (feminine.test(word)) return "feminine";
		return masculine.test(word) ? "masculine" : undefined;
	},
	sayTime: ({ hours, minutes, mark }, numbers) => {
		const hour = numbers.say(hours, "feminine");
		const half = /^[ap]/.test(mark) ? ` ${mark.charAt(0)} m` : "";
		if (minutes > 0) return `${hour} y ${numbers.say(minutes)}${half}`;
		return half === "" ? `${hour} en punto` : `${hour}${half}`;
	},
	sayDate: (day, monthNumber, year, numbers) =>
		`${numbers.say(day)} de ${months[monthNumber - 1]}${year === undefined ? "" : ` de ${numbers.sayYear(year)}`}`,
	rules: (numbers) => [
		...etcetera("etcétera"),
		[
			new RegExp(`${before}(\\d{1,2}) de (${month})(?: (del?) (\\d{4}))?${behind}`, "gu"),
			(day = "", name = "", of, year) =>
				`${numbers.say(Number(day))} de ${name}${year === undefined ? "" : ` ${of} ${numbers.sayYear(Number(year))}`}`,
		],
		[
			/(?<![\p{L}\p{N}.,])(\d{1,4})(\.?)(?:(er)|([ºo°])|([ªa]))(?![\p{L}\p{N}])/gu,
			(digits = "", stop, short, masculine, feminine) => {
				const value = Number(digits);
				// "20º" is more likely a temperature than an ordinal.
				if (masculine === "º" && stop === "" && value > 10 && value < 50) return undefined;
				// "2o" and "3a" may be the number of an apartment, and are left unchanged.
				if (short !== undefined) return value === 1 ? "primer" : value === 3 ? "tercer" : undefined;
				if (/[oa°]/.test(`${masculine ?? ""}${feminine ?? ""}`)) return undefined;
				return ordinal(numbers, value, masculine === undefined ? "feminine" : "masculine");
			},
		],
		[
			/(?<![\p{L}\p{N}.,])(?:([13])(?:e?r([oa]))|(2)d([oa])|([4-6])t([oa])|(7|10)m([oa])|(8)v([oa])|(9)n([oa]))(?!\p{L})/gu,
			(...groups) => {
				const [digits = "", ending] = groups.filter((group) => group !== undefined);
				return ordinal(numbers, Number(digits), ending === "a" ? "feminine" : "masculine");
			},
		],
		[/\$ ?(?=\d[\d.,]{0,15} (?:pesos|MXN)(?!\p{L}))/gu, () => ""],
		// An hour, or a number before a noun: the article tells the gender.
		[
			/(?<!\p{L})([Ll]as?|[Uu]nas) (\d{1,3})(?![\p{L}\p{N}%€$ªº°]|[.,:/–-]\p{N}| ?[aphm]\b|\.[ªº])/gu,
			(article, digits = "") => `${article} ${numbers.say(Number(digits), "feminine")}`,
		],
		[
			/(?<![\p{L}\p{N}.:])(\d{1,2}) ?([ap])(?:m|\. ?m\.)(?![\p{L}\p{N}])/giu,
			(hours = "", half = "") => `${numbers.say(Number(hours), "feminine")} ${half.toLowerCase()} m`,
		],
		romanAfter(crowned, (value, name) => `${name} ${regnalNumber(numbers, value, "masculine")}`),
		romanAfter(crownedWomen, (value, name) => `${name} ${regnalNumber(numbers, value, "feminine")}`),
		romanAfter(counted, (value, name) => `${name === "s." ? "siglo" : name} ${numbers.say(value)}`),
		decadeAfter("años", numbers),
	],
};
