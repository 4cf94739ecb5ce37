import { type DescriptionKey, descriptions, type SentenceKey, sentences } from "./en.ts";
import { type Language, languages } from "./languages.ts";

const localize = (pick: (language: Language) => string): Record<string, string> =>
	Object.fromEntries(
		languages.flatMap((language) => language.locales.map((locale) => [locale, pick(language)])),
	);

/** What a command or option does, and what it is called in other languages than English. */
export interface CommandDescription {
	readonly description: string;
	/** By Discord's locale; so with the descriptions. */
	readonly name_localizations: Readonly<Record<string, string>>;
	readonly description_localizations: Readonly<Record<string, string>>;
}

/** @returns the fields of a command or option that say what it is called and does, in every language */
export const describeCommand = (key: DescriptionKey): CommandDescription => ({
	description: descriptions[key],
	name_localizations: localize((language) => language.names[key]),
	description_localizations: localize((language) => language.descriptions[key]),
});

/** @returns the fields of a choice that say what it is called, in every language */
export const nameChoice = (key: SentenceKey) => ({
	name: sentences[key],
	name_localizations: localize((language) => language.sentences[key]),
});
