import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { LanguageData, Rule } from "./language.ts";
import { german } from "./languages/de.ts";
import { english } from "./languages/en.ts";
import { spanish } from "./languages/es.ts";
import { french } from "./languages/fr.ts";
import { japanese } from "./languages/ja.ts";
import { portuguese } from "./languages/pt.ts";
import { makeRules } from "./make-rules.ts";
import { makePlainRules } from "./units.ts";

/** The languages with data of their own. A new language is its words (`languages/TAG.json`) and its rules (`TAG.ts`). */
const languages: Readonly<Record<string, LanguageData>> = {
	de: german,
	en: english,
	es: spanish,
	fr: french,
	ja: japanese,
	pt: portuguese,
};

/**
 * The rules made so far, by tag. The base language isn't enough, because regions differ in their decimal and thousands
 * separators.
 */
const known = new Map<string, readonly Rule[]>();
/** The most tags in the cache: clients may send any tag. */
const knownMax = 50;

const rulesOf = (tag: string): readonly Rule[] => {
	const found = known.get(tag);
	if (found) return found;
	const language = languages[baseLanguage(tag) ?? ""];
	const rules = language ? makeRules(language, tag) : makePlainRules(tag);
	if (known.size < knownMax) known.set(tag, rules);
	return rules;
};

/**
 * Writes out what engines don't read as people do: numbers, money, dates, units and signs, in the language's own words.
 * Ambiguous text is left unchanged.
 *
 * @param language - a BCP 47 tag
 */
export const writeOut = (text: string, language: string): string => {
	let out = text;
	// The last two arguments aren't groups, but the match's offset and the whole text.
	for (const [pattern, write] of rulesOf(language))
		out = out.replace(pattern, (found: string, ...groups) => write(...groups.slice(0, -2)) ?? found);
	return out;
};
