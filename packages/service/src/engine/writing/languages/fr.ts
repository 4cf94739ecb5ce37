import fr from "cldr-rbnf/rbnf/fr.json" with { type: "json" };
import { before, behind, type LanguageData } from "../language.ts";
import { readRoman, roman } from "../numbers.ts";
import words from "./fr.json" with { type: "json" };
import { decadeAfter, etcetera, ordinal, romanAfter } from "./shared-rules.ts";

const months = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
	" ",
);
const shortMonths = ["janv", "févr", "avr", "juil", "sept", "oct", "nov", "déc"];
const month = [...months, ...shortMonths.map((name) => `${name}(?:\\.|(?!\\p{L}))`)].join("|");
const monthOf = (written: string): string =>
	months.find((name) => name.startsWith(written.replace(".", ""))) ?? written;

const crowned =
	"Louis|Henri|Charles|François|Philippe|Napoléon|Élisabeth|Elizabeth|Jean-Paul|Pie|Benoît|Léon|Guillaume|Alexandre|Nicolas|Catherine|Frédéric|Ramsès";
const counted =
	"GTA|chapitre|Chapitre|acte|Acte|tome|Tome|partie|Partie|livre|Livre|scène|Scène|phase|Phase|épisode|Épisode|volume|Volume|Final Fantasy|Diablo|Rocky";

/** Elides "de": "d'euros", "de dollars". */
const ofMoney = (currency: string) => (/^[aeiouyh]/i.test(currency) ? `d'${currency}` : `de ${currency}`);

const feminine =
	/^\p{L}+(?:tions?|sions?|ettes?|esses?|ées)$|^(?:fois|heures?|minutes?|secondes?|semaines?|années?|journées?|nuits?|personnes?|parties?|pages?|questions?|choses?|vidéos?|photos?|chansons?|victoires?|défaites?|balles?|bières?|pizzas?|places?|vies?|équipes?|livres?|filles?|femmes?|bouteilles?|cartes?|clés?|manches?|saisons?|idées?|missions?|commandes?|lignes?|lettres?|mains?|parts?|tables?|voitures?)$/u;

export const french: LanguageData = {
	...words,
	sets: { rules: fr.rbnf.rbnf.SpelloutRules, ...words.sets },
	// With hyphens, espeak-ng speaks the silent "t" of "quatre-vingt" before a consonant.
	polish: (words) => words.replace(/quatre-vingt-(?=[b-df-hj-np-tv-z])/g, "quatre-vingts "),
	fractions: (numerator, denominator, numbers) => {
		const names: Readonly<Record<number, string>> = { 2: "demi", 3: "tiers", 4: "quart" };
		if (denominator === 2 && numerator !== 1) return undefined;
		const name = names[denominator];
		if (name === undefined) return undefined;
		return `${numbers.say(numerator)} ${name}${denominator === 4 && numerator > 1 ? "s" : ""}`;
	},
	sayMoney: (units, cents) => `${units} ${cents}`,
	ofMoney,
	genderOf: (word) => (feminine.test(word) ? "feminine" : undefined),
	sayTime: ({ hours, minutes }, numbers) =>
		`${numbers.say(hours, "feminine")} heure${hours > 1 ? "s" : ""}${minutes === 0 ? "" : ` ${numbers.say(minutes, "feminine")}`}`,
	sayDate: (day, monthNumber, year, numbers) =>
		`${day === 1 ? "premier" : numbers.say(day)} ${months[monthNumber - 1]}${year === undefined ? "" : ` ${numbers.sayYear(year)}`}`,
	rules: (numbers) => [
		[
			/(?<![\p{L}\p{N}.])(M\.|Dr)(?= \p{Lu}\p{Ll}| et [Mm])/gu,
			(title) => (title === "Dr" ? "docteur" : "monsieur"),
		],
		...etcetera("et cetera"),
		[
			new RegExp(`${before}(\\d{1,2})(?:er)? (${month})(?: (\\d{4}))?${behind}`, "gu"),
			(day = "", name = "", year) =>
				Number(day) < 1 || Number(day) > 31
					? undefined
					: `${day === "1" ? "premier" : numbers.say(Number(day))} ${monthOf(name)}${year === undefined ? "" : ` ${numbers.sayYear(Number(year))}`}`,
		],
		[
			new RegExp(`${before}(?<![-–])(\\d{1,2}) ?[hH](\\d\\d)?(?:min|mn)?${behind}`, "gu"),
			(hours = "", minutes) =>
				Number(hours) > 24
					? undefined
					: french.sayTime({ hours: Number(hours), minutes: Number(minutes ?? 0), mark: "h" }, numbers),
		],
		[
			new RegExp(`${before}(\\d{1,4})(?:(er)|(re|ère)|(nde?)|(e|è|ème|eme|ième))s?(?![\\p{L}\\p{N}])`, "gu"),
			(digits = "", first, firstFeminine, second, other) => {
				const value = Number(digits);
				if (first !== undefined) return value === 1 ? "premier" : undefined;
				if (firstFeminine !== undefined) return value === 1 ? "première" : undefined;
				if (second !== undefined) return value === 2 ? (second === "nde" ? "seconde" : "second") : undefined;
				return other === undefined || value === 1 ? undefined : ordinal(numbers, value, "masculine");
			},
		],
		[
			new RegExp(`(?<![\\p{L}\\p{N}])(${roman})(?:(er)|e|ème)(?![\\p{L}\\p{N}])`, "gu"),
			(numeral = "", first) =>
				first && numeral !== "I" ? undefined : ordinal(numbers, readRoman(numeral), "masculine"),
		],
		romanAfter(crowned, (value, name) => `${name} ${value === 1 ? "premier" : numbers.say(value)}`),
		romanAfter(counted, (value, name) => `${name} ${numbers.say(value)}`),
		decadeAfter("années|Années", numbers),
	],
};
