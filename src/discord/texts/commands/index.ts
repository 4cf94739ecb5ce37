import { de } from "./de.ts";
import { type ChoiceKey, type CommandTexts, choices, type DescriptionKey, descriptions } from "./en.ts";

const others: Readonly<Record<string, CommandTexts>> = { de };

const localize = (pick: (texts: CommandTexts) => string): Record<string, string> =>
	Object.fromEntries(Object.entries(others).map(([locale, texts]) => [locale, pick(texts)]));

/** What a command or option does, and what it is called in other languages than English. */
export interface CommandDescription {
	readonly description: string;
	readonly name_localizations: Readonly<Record<string, string>>;
	readonly description_localizations: Readonly<Record<string, string>>;
}

/** @returns the fields of a command or option that say what it is called and does, in every language */
export const describeCommand = (key: DescriptionKey): CommandDescription => ({
	description: descriptions[key],
	name_localizations: localize(({ commands }) => commands[key][0]),
	description_localizations: localize(({ commands }) => commands[key][1]),
});

/** @returns the fields of a choice that say what it is called, in every language */
export const nameChoice = (key: ChoiceKey) => ({
	name: choices[key],
	name_localizations: localize((texts) => texts.choices[key]),
});
