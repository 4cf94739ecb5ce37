import type { LocaleString } from "discord-api-types/v10";
import de from "./de.json" with { type: "json" };
import type { descriptions, sentences } from "./en.ts";
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

type Texts<English> = Readonly<Record<keyof English, string>>;

/** What a language's file holds: English's keys and no others. */
interface Translation {
	/** What each command, subcommand and option is called, as Discord allows it. */
	readonly names: Texts<typeof descriptions>;
	/** What each of them does, in at most 100 characters. */
	readonly descriptions: Texts<typeof descriptions>;
	/** Every sentence that a member may read: ICU messages with the English ones' placeholders. */
	readonly sentences: Texts<typeof sentences>;
}

export interface Language extends Translation {
	/** Discord's locales that it is for: all of one language. */
	readonly locales: readonly [LocaleString, ...LocaleString[]];
}

/** Keys of a file that English doesn't have: none. */
type NoOthers<File extends Translation> = {
	readonly [Part in keyof Translation]: {
		readonly [Key in Exclude<keyof File[Part], keyof Translation[Part]>]: never;
	};
};

const language = <File extends Translation>(
	locales: Language["locales"],
	file: File & NoOthers<File>,
): Language => ({ locales, ...file });

/** Herald's languages beside English. A new one is a file like these, added here. */
export const languages: readonly Language[] = [
	language(["de"], de),
	language(["es-ES", "es-419"], es),
	language(["fr"], fr),
	language(["ja"], ja),
	language(["pt-BR"], pt),
];
