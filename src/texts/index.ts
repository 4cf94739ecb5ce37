import { IntlMessageFormat } from "intl-messageformat";
import type { SentenceKey, sentences } from "./en.ts";
import * as en from "./en.ts";
import { type Language, languages } from "./languages.ts";

type English<K extends SentenceKey> = (typeof sentences)[K];

/** The name in `count, plural, one …`. */
type NameOf<Inside> = Inside extends `${infer Name},${string}` ? Name : Inside;
/** A placeholder's name. The branches of a plural (`{# texts}`) are in braces, too, but have a space or `#`. */
type Name<Inside> = NameOf<Inside> extends `${string}${" " | "#"}${string}` ? never : NameOf<Inside>;
type Placeholders<S> = S extends `${string}{${infer Rest}`
	? (Rest extends `${infer Inside}}${string}` ? Name<Inside> : never) | Placeholders<Rest>
	: never;
type Params<K extends SentenceKey> = Readonly<Record<Placeholders<English<K>>, string | number>>;

/**
 * The ending of a text's key for readers outside of servers with Herald. For them, the text of `KEY.elsewhere` replaces
 * that of `KEY`.
 */
const elsewhere = ".elsewhere";
type SaidKey = Exclude<SentenceKey, `${string}${typeof elsewhere}`>;

/** Returns a sentence in one language: `t("say.progress", { done: 1, total: 3 })`. */
export type Translate = (<K extends SaidKey>(
	key: K,
	...params: Placeholders<English<K>> extends never ? [] : [Params<K>]
) => string) & {
	/** The language: "en", "pt". */
	readonly language: string;
	/** The locale: "en-GB", "pt-BR". */
	readonly locale: string;
	/** How many hours the locale's clock has. */
	readonly clock: 12 | 24;
};

/** @returns a function that parses each sentence when it is first used */
const createTranslate = (
	{ sentences }: Pick<Language, "sentences">,
	locale: string,
	isElsewhere: boolean,
	clock: Translate["clock"] = 24,
): Translate => {
	const messages = new Map<SentenceKey, IntlMessageFormat>();
	const find = (key: SaidKey): string => {
		const there = `${key}${elsewhere}`;
		return isElsewhere && there in sentences ? sentences[there as SentenceKey] : sentences[key];
	};
	const translate: <K extends SaidKey>(key: K, ...params: [Params<K>?]) => string = (key, params) => {
		let message = messages.get(key);
		if (!message) {
			// The sentences aren't HTML: "<" has no meaning.
			message = new IntlMessageFormat(find(key), locale, undefined, { ignoreTag: true });
			messages.set(key, message);
		}
		return String(message.format(params));
	};
	return Object.assign(translate, { language: baseOf(locale), locale, clock });
};

const baseOf = (locale: string): string => locale.split("-")[0] ?? "";

/** @returns the sentences by locale and by language; a language has those of its first locale */
const listByTag = (isElsewhere: boolean): ReadonlyMap<string, Translate> => {
	const byTag = new Map<string, Translate>();
	for (const language of [en, ...languages])
		for (const locale of language.locales) {
			const translate = createTranslate(language, locale, isElsewhere);
			byTag.set(locale, translate);
			if (!byTag.has(translate.language)) byTag.set(translate.language, translate);
		}
	byTag.set("en-US", createTranslate(en, "en-GB", isElsewhere, 12));
	return byTag;
};
const inServers = listByTag(false);
const outsideOfServers = listByTag(true);

/** The first locale of each language. */
export const textLanguages: readonly string[] = [en, ...languages].map(({ locales: [locale] }) => locale);

/**
 * @param locale - any BCP 47 tag
 * @param isElsewhere - whether the reader is outside of servers with Herald
 * @returns the sentences of that locale, else of its language, else in English
 */
export const textsFor = (locale: string, isElsewhere = false): Translate => {
	const byTag = isElsewhere ? outsideOfServers : inServers;
	return byTag.get(locale) ?? byTag.get(baseOf(locale)) ?? (byTag.get("en") as Translate);
};
