import { descriptions, sentences } from "./en.ts";
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

/** @throws TypeError if there is no such text */
const findKey = <K extends string>(texts: Readonly<Record<K, string>>, key: string): K => {
	if (!Object.hasOwn(texts, key)) throw new TypeError(`src/texts has no ${key}`);
	return key as K;
};

/** @param path - the key of the texts: a command's name, `command.subcommand` or `command.subcommand.option` */
export const describeCommand = (path: string): CommandDescription => {
	const key = findKey(descriptions, path);
	return {
		description: descriptions[key],
		name_localizations: localize((language) => language.names[key]),
		description_localizations: localize((language) => language.descriptions[key]),
	};
};

export const nameChoice = (path: string) => {
	const key = findKey(sentences, path);
	return {
		name: sentences[key],
		name_localizations: localize((language) => language.sentences[key]),
	};
};
