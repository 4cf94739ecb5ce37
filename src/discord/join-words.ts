import type { Translate } from "./texts/index.ts";

/** @returns words as a list in a sentence, with the language's own "and" or "or" before the last one */
export const joinWords = (words: readonly string[], type: "and" | "or", { locale }: Translate): string =>
	new Intl.ListFormat(locale, { type: type === "and" ? "conjunction" : "disjunction" }).format(words);

/** @returns words one after the other, with the language's own comma between them */
export const listWords = (words: readonly string[], t: Translate): string => words.join(t("list.separator"));
