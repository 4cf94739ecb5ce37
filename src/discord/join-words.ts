import { Recent } from "@herald/common/recent.ts";
import type { Translate } from "../texts/index.ts";

/** By locale and type, since making a format takes longer than using it. */
const formats = new Recent<Intl.ListFormat>(100);

/** @returns words as a list in a sentence, with the language's "and" or "or" before the last one */
export const joinWords = (words: readonly string[], word: "and" | "or", { locale }: Translate): string => {
	const type = word === "and" ? "conjunction" : "disjunction";
	return formats.get(`${locale} ${type}`, () => new Intl.ListFormat(locale, { type })).format(words);
};

/** @returns words separated by the language's comma */
export const listWords = (words: readonly string[], t: Translate): string => words.join(t("list.separator"));
