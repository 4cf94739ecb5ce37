import { Recent } from "@herald/common/recent.ts";

/** Cached by the locale in which they name languages. */
const namers = new Recent<Intl.DisplayNames>(300);

/** @returns a language's name in a locale: "Deutsch" for "de" in "de-DE" */
export const nameLanguage = (tag: string, locale: string): string =>
	namers.get(locale, () => new Intl.DisplayNames([locale, "en"], { type: "language" })).of(tag) ?? tag;
