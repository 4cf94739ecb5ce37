import { Recent } from "@herald/common/recent.ts";

/** By the locale that they name languages in: of Discord's locales and of languages themselves. */
const namers = new Recent<Intl.DisplayNames>(300);

/** @returns what a language is called in another one: "Deutsch" for "de" in "de-DE" */
export const nameLanguage = (tag: string, locale: string): string =>
	namers.get(locale, () => new Intl.DisplayNames([locale, "en"], { type: "language" })).of(tag) ?? tag;
