import { Recent } from "@herald/common/recent.ts";
import { baseLanguage, isWrittenIn, readTag, scriptsIn } from "@herald/common/wire/languages.ts";
import { distance } from "fastest-levenshtein";
import { nameLanguage } from "../../discord/show-text.ts";
import { foldSearched } from "../../shared/fold-searched.ts";
import type { Party } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import { type ChosenLanguage, chooseLanguage, readersOf } from "../../speech/language/choose-language.ts";
import { type Translate, textsFor } from "../../texts/index.ts";
import type { Choice } from "./request.ts";

/** The most languages that a sentence lists. If there are more, it lists none. */
const namedMax = 12;

interface LanguagesOptions {
	/**
	 * @returns the base languages that are spoken, each with a fingerprint of its voices. Undefined if only the service
	 * knows its languages. The service then detects a text's language
	 */
	readonly spoken?: (() => ReadonlyMap<string, string>) | undefined;
	/** @returns the base language of a party's text; undefined if it can't be told */
	readonly detect: (text: string, party: Party) => Promise<string | undefined>;
	/** The operator's default language, a tag. */
	readonly default?: string | undefined;
}

/** Herald's own words, and the language they are spoken in; undefined leaves it to the service. */
export interface Phrases {
	readonly t: Translate;
	readonly language: string | undefined;
}

/** @returns whether a language is written in all scripts of a text; true if the service chooses the language */
export const canBeReadIn = (text: string, language: string | undefined): boolean =>
	language === undefined || scriptsIn(text).every((script) => isWrittenIn(language, script));

/** @returns the result of work on a text; undefined if no voice can read the text */
export const unlessUnread = async <T>(work: Promise<T>): Promise<{ readonly done: T } | undefined> => {
	try {
		return { done: await work };
	} catch (error) {
		if (error instanceof Problem && error.kind === "unread_script") return undefined;
		throw error;
	}
};

/** The languages that members can choose from. Also chooses the language of each text. */
export class Languages {
	/** The operator's default language, a tag; undefined if none is set. */
	readonly default: string | undefined;
	readonly #options: LanguagesOptions;

	constructor(options: LanguagesOptions) {
		this.default = options.default;
		this.#options = options;
	}

	/** @returns the tags of languages that may be meant. @param locale - the language of their names (BCP 47) */
	suggest(typed: string, locale: string): readonly string[] {
		return searchLanguages(typed, this.#listed, locale);
	}

	/**
	 * @param given - a language's name, in the language of a locale or in English, or its tag
	 * @returns the language's tag
	 * @throws {@link Problem} `unknown_language` if `given` names no language; `language_unavailable` if no voice here
	 * speaks it
	 */
	read(given: string, locale: string): string {
		const tag = findLanguage(given, this.#listed, locale);
		if (tag === undefined) {
			const suggestions = nearestLanguages(given, this.#listed, locale);
			throw new Problem({ kind: "unknown_language", language: given, suggestions });
		}
		if (!this.isSpoken(tag)) throw new Problem({ kind: "language_unavailable", tag, spoken: this.#named });
		return tag;
	}

	/**
	 * Chooses the language of a whole text.
	 *
	 * @param text - the text without Herald's own words
	 * @param set - the languages that people set, each with its source, in order of precedence. A language given in the
	 * command overrides the detected one
	 * @param party - who the text belongs to, since parties take turns in the detection of languages
	 * @returns undefined if the service detects the language
	 * @throws {@link Problem} `unread_script` if no voice here reads the text's script
	 */
	async choose(
		text: string,
		set: readonly Choice<string>[],
		party: Party,
	): Promise<ChosenLanguage | undefined> {
		const { spoken, detect } = this.#options;
		// If only the service knows its languages, it also detects a text's language. That is better than taking the
		// language of the member's Discord.
		const first = set.find(({ from }) => from !== "locale");
		if (!spoken) return first && { language: first.value, leavesOut: false };
		const asked = set.find(({ from }) => from === "option");
		const chosen = await chooseLanguage(text, {
			spoken: new Set(spoken().keys()),
			preferred: set.map(({ value }) => value),
			detect: (words) => detect(words, party),
			...(asked && { asked: asked.value }),
		});
		if (!chosen) throw new Problem({ kind: "unread_script", spoken: this.#named });
		return chosen;
	}

	/**
	 * @param set - the languages that people set, by precedence
	 * @returns words for how the language of a text is chosen
	 */
	describe(set: readonly Choice<string>[], t: Translate): string {
		const { spoken } = this.#options;
		const first = set.find(({ value, from }) => (spoken || from !== "locale") && this.isSpoken(value));
		if (!first) return this.describeDefault(t);
		const language = nameLanguage(first.value, t.locale);
		return this.#describeRule(t("language.from", { language, from: t(`from.${first.from}`) }), t);
	}

	/**
	 * Describes how a text's language is chosen if nobody set one.
	 *
	 * @param guildLocale - the language of the server's Discord (BCP 47)
	 */
	describeDefault(t: Translate, guildLocale?: string): string {
		if (!this.#options.spoken && this.default === undefined) return t("language.by_service");
		return this.#describeRule(nameLanguage(this.usual([], guildLocale), t.locale), t);
	}

	#describeRule(language: string, t: Translate): string {
		const { spoken } = this.#options;
		return spoken && spoken().size > 1 ? t("language.unless", { language }) : language;
	}

	/**
	 * @param set - the languages that people set
	 * @returns whether a voice reads at least one of a text's scripts; true if the text has none, or if the voices'
	 * languages aren't known
	 */
	canRead(text: string, set: readonly Choice<string>[]): boolean {
		const { spoken } = this.#options;
		if (!spoken) return true;
		const scripts = scriptsIn(text);
		const wanted = set.map(({ value }) => value);
		const isRead = (script: string) =>
			script === "Latn" || readersOf(script, spoken().keys(), wanted).length > 0;
		return scripts.length === 0 || scripts.some(isRead);
	}

	/**
	 * @param locale - the preferred language (BCP 47)
	 * @param isSet - whether somebody chose it, so that the service must use it
	 * @returns Herald's own words in that language; in English if Herald has no words in it, or no voice speaks it
	 */
	phrasesIn(locale: string, isSet: boolean): Phrases {
		const { spoken } = this.#options;
		const t = textsFor(locale);
		if (!spoken) return { t, language: isSet ? t.language : undefined };
		return spoken().has(t.language) ? { t, language: t.language } : { t: textsFor("en"), language: "en" };
	}

	/**
	 * @param language - of the words around the name; undefined leaves it to the service
	 * @returns the language that a name by itself is said in: `language`, or if that isn't written in the name's script,
	 * a language of the voices that is. If there is none, `language`
	 */
	ofName(name: string, language: string | undefined): string | undefined {
		if (language === undefined || canBeReadIn(name, language)) return language;
		const here = [...(this.#options.spoken?.().keys() ?? [])];
		const readers = scriptsIn(name).flatMap((script) => readersOf(script, here, []));
		return readers.find((base) => canBeReadIn(name, base)) ?? language;
	}

	/** Whether the service must be told the language, because it doesn't detect it. */
	get mustBeSent(): boolean {
		return this.#options.spoken !== undefined;
	}

	/**
	 * @param tags - languages that were chosen, in order of precedence
	 * @param guildLocale - the language of the server's Discord (BCP 47), which counts if nothing else was chosen
	 * @returns the language of a text whose own language can't be told
	 */
	usual(tags: readonly (string | null | undefined)[], guildLocale?: string): string {
		const ofGuild = baseLanguage(guildLocale ?? "");
		return [...tags, this.default, ofGuild].find((tag) => tag && this.isSpoken(tag)) ?? "en";
	}

	/** @returns whether a voice speaks a tag's language; true if the voices' languages aren't known */
	isSpoken(tag: string): boolean {
		return this.#options.spoken?.().has(baseLanguage(tag) ?? "") ?? true;
	}

	get #listed(): readonly string[] {
		return this.#options.spoken ? [...this.#options.spoken().keys()] : commonLanguages;
	}

	get #named(): readonly string[] {
		const listed = this.#listed;
		return listed.length > namedMax ? [] : listed;
	}
}

/** Common languages. A service whose languages aren't known probably speaks them. */
const commonLanguages = (
	"af am ar az be bg bn bs ca cs cy da de el en en-GB en-US es es-ES es-MX et eu fa fi fil fr fr-CA ga gl gu he hi hr " +
	"hu hy id is it ja jv ka kk km kn ko lo lt lv mk ml mn mr ms my ne nl no or pa pl ps pt pt-BR pt-PT ro ru si sk sl " +
	"sq sr sv sw ta te th tr uk ur uz vi yo yue zh zh-TW zu"
).split(" ");

/** A cache of folded names, by tag and locale. Each letter that a member types needs all of them. */
const foldedNames = new Recent<string>(10_000);

const foldName = (tag: string, locale: string): string =>
	foldedNames.get(`${tag} ${locale}`, () => foldSearched(nameLanguage(tag, locale)));

/** @returns a language's names, in the member's language, in English and in itself, and its tag */
const namesOf = (tag: string, locale: string): readonly string[] => [
	foldName(tag, locale),
	foldName(tag, "en"),
	foldName(tag, tag),
	foldSearched(tag),
];

/** Languages that most people want, the commonest first. They come after the language of the member's Discord. */
const favoured = "en es pt fr de ru it pl tr nl ja ko zh ar hi id vi uk".split(" ");

const rankFavoured = (tag: string, locale: string): number => {
	if (baseLanguage(tag) === baseLanguage(locale)) return -1;
	const at = favoured.indexOf(tag);
	return at === -1 ? favoured.length : at;
};

const collators = new Recent<Intl.Collator>(100);

/** @returns the languages of a list that a query may mean, the likeliest first */
const searchLanguages = (typed: string, tags: readonly string[], locale: string): string[] => {
	const query = foldSearched(typed);
	const inOrder = collators.get(locale, () => new Intl.Collator(locale));
	return tags
		.map((tag) => {
			const names = namesOf(tag, locale);
			const rank = [
				(name: string) => name === query,
				(name: string) => name.startsWith(query),
				(name: string) => name.includes(query),
			].findIndex((fits) => names.some(fits));
			return { tag, rank, favour: rankFavoured(tag, locale), name: nameLanguage(tag, locale) };
		})
		.filter(({ rank }) => rank !== -1)
		.sort((a, b) => a.rank - b.rank || a.favour - b.favour || inOrder.compare(a.name, b.name))
		.map(({ tag }) => tag);
};

/** @returns the tag of a language given by its tag or its whole name; undefined for anything else */
const findLanguage = (given: string, tags: readonly string[], locale: string): string | undefined =>
	tags.find((tag) => namesOf(tag, locale).includes(foldSearched(given))) ?? readTag(given);

const suggestionCount = 3;
/** How many characters of a name are compared. More would only cost time. */
const comparedLength = 40;

/** @returns the tags of the languages with the most similar names, the most similar first */
const nearestLanguages = (given: string, tags: readonly string[], locale: string): string[] => {
	const name = foldSearched(given.slice(0, comparedLength));
	return tags
		.map((tag) => ({ tag, far: Math.min(...namesOf(tag, locale).map((known) => distance(name, known))) }))
		.filter(({ far }) => far <= name.length / 3)
		.sort((a, b) => a.far - b.far)
		.slice(0, suggestionCount)
		.map(({ tag }) => tag);
};
