import type { Translate } from "../texts/index.ts";

/** By locale and type: making one takes longer than its work. */
const formats = new Map<string, Intl.ListFormat>();

const formatFor = (locale: string, type: "conjunction" | "disjunction"): Intl.ListFormat => {
	const key = `${locale} ${type}`;
	const format = formats.get(key) ?? new Intl.ListFormat(locale, { type });
	formats.set(key, format);
	return format;
};

/** @returns words as a list in a sentence, with the language's own "and" or "or" before the last one */
export const joinWords = (words: readonly string[], type: "and" | "or", { locale }: Translate): string =>
	formatFor(locale, type === "and" ? "conjunction" : "disjunction").format(words);

/** @returns words one after the other, with the language's own comma between them */
export const listWords = (words: readonly string[], t: Translate): string => words.join(t("list.separator"));
