import { Recent } from "@herald/common/recent.ts";
import type { Translate } from "../texts/index.ts";

/** By locale and type: making one takes longer than its work. */
const formats = new Recent<Intl.ListFormat>(100);

/** @returns words as a list in a sentence, with the language's own "and" or "or" before the last one */
export const joinWords = (words: readonly string[], word: "and" | "or", { locale }: Translate): string => {
	const type = word === "and" ? "conjunction" : "disjunction";
	return formats.get(`${locale} ${type}`, () => new Intl.ListFormat(locale, { type })).format(words);
};

/** @returns words one after the other, with the language's own comma between them */
export const listWords = (words: readonly string[], t: Translate): string => words.join(t("list.separator"));
