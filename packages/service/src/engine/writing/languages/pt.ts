import pt from "cldr-rbnf/rbnf/pt.json" with { type: "json" };
import { before, behind, type LanguageData } from "../language.ts";
import words from "./pt.json" with { type: "json" };
import { decadeAfter, etcetera, fractionsBy, ordinal, regnalNumber, romanAfter } from "./shared-rules.ts";

const months =
	"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(" ");
const month = months.join("|");

/** Nouns that are followed by their number: "nível 1". */
const labels =
	/^(?:nível|capítulo|fase|parte|versão|página|número|temporada|episódio|dia|rodada|grupo|zona|sala|andar|classe|tipo|opção|passo|plano|top|tomo|liga|canal|jogador|time)$/i;
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

export const portuguese: LanguageData = {
	...words,
	sets: { rules: pt.rbnf.rbnf.SpelloutRules, ...words.sets },
	fractions: fractionsBy("meio", { 3: "terço", 4: "quarto", 5: "quinto", 8: "oitavo" }, "s"),
	sayMoney: (units, cents, centWord) => `${units} e ${cents} ${centWord}`,
	ofMoney: (currency) => `de ${currency}`,
	genderOf: (word, label = "") => {
		if (labels.test(label) || others.test(word)) return undefined;
		return feminine.test(word) ? "feminine" : undefined;
	},
	sayTime: ({ hours, minutes }, numbers) => {
		const hour = numbers.say(hours, "feminine");
		return minutes === 0 ? `${hour} hora${hours > 1 ? "s" : ""}` : `${hour} e ${numbers.say(minutes)}`;
	},
	sayDate: (day, monthNumber, year, numbers) =>
		`${day === 1 ? "primeiro" : numbers.say(day)} de ${months[monthNumber - 1]}${year === undefined ? "" : ` de ${numbers.sayYear(year)}`}`,
	rules: (numbers) => [
		...etcetera("etcétera"),
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
		romanAfter(crowned, (value, name) => `${name} ${regnalNumber(numbers, value, "masculine")}`),
		romanAfter(crownedWomen, (value, name) => `${name} ${regnalNumber(numbers, value, "feminine")}`),
		romanAfter(counted, (value, name) => `${name === "séc." ? "século" : name} ${numbers.say(value)}`),
		decadeAfter("anos", numbers),
	],
};
