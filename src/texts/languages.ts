import type { LocaleString } from "discord-api-types/v10";
import de from "./de.json" with { type: "json" };
import type { descriptions, sentences } from "./en.ts";
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

type Texts<English> = Readonly<Record<keyof English, string>>;

/** The contents of a language's file: the keys of the English texts, and no others. */
interface Translation {
	/** The name of each command, subcommand and option, within Discord's rules. */
	readonly names: Texts<typeof descriptions>;
	/** What each command, subcommand and option does, in at most 100 characters. */
	readonly descriptions: Texts<typeof descriptions>;
	/** Every sentence that members read: ICU messages with the placeholders of the English ones. */
	readonly sentences: Texts<typeof sentences>;
}

export interface Language extends Translation {
	/** Discord's locales of this language. */
	readonly locales: readonly [LocaleString, ...LocaleString[]];
}

/** Turns a key that the English texts don't have into a type error. */
type NoOthers<File extends Translation> = {
	readonly [Part in keyof Translation]: {
		readonly [Key in Exclude<keyof File[Part], keyof Translation[Part]>]: never;
	};
};

const language = <File extends Translation>(
	locales: Language["locales"],
	file: File & NoOthers<File>,
): Language => ({ locales, ...file });

/** Herald's languages besides English. A new language is another file, added here. */
export const languages: readonly Language[] = [
	language(["de"], de),
	language(["es-ES", "es-419"], es),
	language(["fr"], fr),
	language(["ja"], ja),
	language(["pt-BR"], pt),
];
