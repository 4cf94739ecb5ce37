import { IntlMessageFormat } from "intl-messageformat";
import { de } from "./de.ts";
import { en } from "./en.ts";

type Key = keyof typeof en;

/** The name before the comma in `count, plural, one …`. */
type NameOf<Inside> = Inside extends `${infer Name},${string}` ? Name : Inside;
/** A plural's branches (`{# texts}`) are in braces too: only a name without a space or `#` is a placeholder. */
type Name<Inside> = NameOf<Inside> extends `${string}${" " | "#"}${string}` ? never : NameOf<Inside>;
type Placeholders<S> = S extends `${string}{${infer Rest}`
	? (Rest extends `${infer Inside}}${string}` ? Name<Inside> : never) | Placeholders<Rest>
	: never;
type Params<K extends Key> = Readonly<Record<Placeholders<(typeof en)[K]>, string | number>>;

/** Says a sentence in one language: `t("say.progress", { done: 1, total: 3 })`. */
export type Translate = (<K extends Key>(
	key: K,
	...params: Placeholders<(typeof en)[K]> extends never ? [] : [Params<K>]
) => string) & {
	/** That language, "en" or "de". */
	readonly language: string;
};

/** Sentences are parsed when first used. */
const translator = (language: string, sentences: Readonly<Record<Key, string>>): Translate => {
	const messages = new Map<Key, IntlMessageFormat>();
	const translate: <K extends Key>(key: K, ...params: [Params<K>?]) => string = (key, params) => {
		let message = messages.get(key);
		if (!message) {
			// The sentences aren't HTML: "<" is just a "<".
			message = new IntlMessageFormat(sentences[key], language, undefined, { ignoreTag: true });
			messages.set(key, message);
		}
		return String(message.format(params));
	};
	return Object.assign(translate, { language });
};

const english = translator("en", en);
const languages: Readonly<Record<string, Translate>> = { en: english, de: translator("de", de) };

/** @returns the sentences of a member's locale ("de", "en-GB"), English where there is no such language */
export const textsFor = (locale: string): Translate => languages[locale.split("-")[0] ?? ""] ?? english;
