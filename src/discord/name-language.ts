/** @returns what a language is called in another one: "Deutsch" for "de" in "de-DE" */
export const nameLanguage = (tag: string, locale: string): string =>
	new Intl.DisplayNames([locale, "en"], { type: "language" }).of(tag) ?? tag;
