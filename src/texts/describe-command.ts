import { type DescriptionKey, descriptions, type SentenceKey, sentences } from "./en.ts";
import { type Language, languages } from "./languages.ts";

const localize = (pick: (language: Language) => string): Record<string, string> =>
	Object.fromEntries(
		languages.flatMap((language) => language.locales.map((locale) => [locale, pick(language)])),
	);

/** The description of a command or option in all languages, and its name in all but English. */
export interface CommandDescription {
	readonly description: string;
	/** Keyed by Discord's locale, like the descriptions. */
	readonly name_localizations: Readonly<Record<string, string>>;
	readonly description_localizations: Readonly<Record<string, string>>;
}

export const describeCommand = (key: DescriptionKey): CommandDescription => ({
	description: descriptions[key],
	name_localizations: localize((language) => language.names[key]),
	description_localizations: localize((language) => language.descriptions[key]),
});

export const nameChoice = (key: SentenceKey) => ({
	name: sentences[key],
	name_localizations: localize((language) => language.sentences[key]),
});
