/** By the locale that they name languages in: of Discord's locales and of languages themselves, which are few. */
const namers = new Map<string, Intl.DisplayNames>();

const namerFor = (locale: string): Intl.DisplayNames => {
	const known = namers.get(locale);
	if (known) return known;
	const namer = new Intl.DisplayNames([locale, "en"], { type: "language" });
	namers.set(locale, namer);
	return namer;
};

/** @returns what a language is called in another one: "Deutsch" for "de" in "de-DE" */
export const nameLanguage = (tag: string, locale: string): string => namerFor(locale).of(tag) ?? tag;
