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

/** By their base languages. A new one is a file like the others. */
const languages: Readonly<Record<string, LanguageData>> = {
	de: german,
	en: english,
	es: spanish,
	fr: french,
	ja: japanese,
	pt: portuguese,
};

/** By tag, since a region has marks of its own in numbers. */
const known = new Map<string, readonly Rule[]>();
/** Clients may send any tag. */
const knownMax = 50;

/** @returns what is replaced in a text of a language, in this order */
const rulesOf = (tag: string): readonly Rule[] => {
	const found = known.get(tag);
	if (found) return found;
	const language = languages[baseLanguage(tag) ?? ""];
	const rules = language ? makeRules(language, tag) : makePlainRules(tag);
	if (known.size < knownMax) known.set(tag, rules);
	return rules;
};

/**
 * Writes out what engines can't read as people do: numbers, money, dates, units and signs, in the language's own words. What
 * isn't sure stays as it stands.
 *
 * @param language - a BCP 47 tag
 * @returns the text in words
 */
export const writeOut = (text: string, language: string): string => {
	let out = text;
	// Behind the groups are the place and the whole text.
	for (const [pattern, write] of rulesOf(language))
		out = out.replace(pattern, (found: string, ...groups) => write(...groups.slice(0, -2)) ?? found);
	return out;
};
