import { readRows } from "@herald/common/testing/read-rows.ts";
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import type { WrittenOption } from "../../src/discord/command.ts";
import { settleTags } from "../../src/speech/text/delivery-tags.ts";
import type { DescriptionKey, SentenceKey } from "../../src/texts/en.ts";
import * as en from "../../src/texts/en.ts";
import { textsFor } from "../../src/texts/index.ts";
import { type Language, languages } from "../../src/texts/languages.ts";
import rules from "./texts.json" with { type: "json" };

/** The parser's number for text between placeholders. */
const literal = 0;
type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

const parse = (sentence: string): Element[] =>
	new IntlMessageFormat(sentence, "en", undefined, { ignoreTag: true }).getAst();

/** The names of a sentence's placeholders, including those in plural branches. */
const namesIn = (elements: readonly Element[]): string[] =>
	elements.flatMap((element) => {
		if (!("value" in element) || element.type === literal) return [];
		const branches = "options" in element ? Object.values(element.options) : [];
		return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
	});

const placeholders = (sentence: string): string[] => [...new Set(namesIn(parse(sentence)))].sort();

/** By language, the texts that are rightly the same as in English. Each was judged by hand. */
const alike: Readonly<Record<string, readonly string[]>> = rules.alike;

const keys = Object.keys(en.sentences) as SentenceKey[];

/**
 * The plural forms that a language uses for numbers below 10,000. Some languages use another form for a million, but
 * Herald's numbers are smaller.
 */
const formsOf = (locale: string, type: Intl.PluralRuleType): string[] => {
	const rules = new Intl.PluralRules(locale, { type });
	return [...new Set(Array.from({ length: 10_000 }, (_, number) => rules.select(number)))];
};

/** @returns the keys of sentences that lack a plural form, each with that form */
const missingForms = (locale: string, sentences: Readonly<Record<SentenceKey, string>>): string[] => {
	const forms = { cardinal: formsOf(locale, "cardinal"), ordinal: formsOf(locale, "ordinal") };
	return keys.flatMap((key) =>
		parse(sentences[key]).flatMap((element) =>
			"pluralType" in element
				? forms[element.pluralType ?? "cardinal"]
						.filter((form) => !(form in element.options))
						.map((form) => `${key}: ${form}`)
				: [],
		),
	);
};

/** A command, subcommand, option or choice, with its children. */
interface Node {
	readonly name: string;
	readonly type?: number;
	readonly name_localizations?: Readonly<Record<string, string>>;
	readonly description?: string;
	readonly description_localizations?: Readonly<Record<string, string>>;
	readonly options?: readonly WrittenOption[];
	readonly choices?: readonly Node[];
}
const tree: readonly Node[] = commands.map(({ data }) => data);
const nodes = (inside: readonly Node[]): Node[] =>
	inside.flatMap((node) => [node, ...nodes(node.options ?? []), ...nodes(node.choices ?? [])]);
const nameIn = ({ name, name_localizations: names }: Node, locale: string): string => names?.[locale] ?? name;

/** The names that Discord shows to members, in English and in another language. */
const shownIn = (locale: string): readonly (readonly [string, string])[] => {
	const walk = (node: Node, english: string, other: string): (readonly [string, string])[] => [
		[english, other],
		...(node.options ?? []).flatMap((option) =>
			option.type === ApplicationCommandOptionType.Subcommand
				? walk(option, `${english} ${option.name}`, `${other} ${nameIn(option, locale)}`)
				: walk(option, option.name, nameIn(option, locale)),
		),
		...(node.choices ?? []).map(
			(choice) => [`${english}: ${choice.name}`, `${other}: ${nameIn(choice, locale)}`] as const,
		),
	];
	return tree.flatMap((command) => walk(command, `/${command.name}`, `/${nameIn(command, locale)}`));
};

/** @returns the names in backticks. Herald's own tags, which are in brackets, are left out */
const quoted = (sentence: string): string[] =>
	(sentence.match(/`[^`]+`/g) ?? []).map((it) => it.slice(1, -1)).filter((it) => !it.startsWith("["));
/** Settings and placeholders are the same in every language. */
const isUniversal = (name: string): boolean => /^(?:[A-Z_]+|\{\w+\})$/.test(name);

/** Sentences that name a command, option or choice differently than Discord shows it. */
const misnamed = (locale: string, sentences: Readonly<Record<SentenceKey, string>>): string[] => {
	const shown = shownIn(locale);
	return keys.filter((key) => {
		const wanted = quoted(en.sentences[key]);
		const said = quoted(sentences[key]);
		const isSaid = (name: string) =>
			isUniversal(name)
				? said.includes(name)
				: shown.some(([english, other]) => english === name && said.includes(other));
		return said.length !== wanted.length || !wanted.every(isSaid);
	});
};

/** The most characters that Discord takes for a text, by the text's key. */
const longest = rules.limits.map(({ keys, most }) => [new RegExp(keys), most] as const);
const tooLong = (sentences: Readonly<Record<SentenceKey, string>>): string[] =>
	keys.filter((key) => longest.some(([where, max]) => where.test(key) && sentences[key].length > max));

const typedName = /^[-_'\p{L}\p{N}]{1,32}$/u;
const isName = (name: string, { type, description }: Node, locale: string): boolean => {
	if (type === ApplicationCommandType.Message && description === undefined)
		return name.length > 0 && name.length <= 32;
	return typedName.test(name) && name === name.toLocaleLowerCase(locale);
};
const named = nodes(tree).filter(({ type }) => type !== undefined);
const siblings: readonly (readonly Node[])[] = [
	tree,
	...nodes(tree).flatMap(({ options, choices }) => [options ?? [], choices ?? []]),
];
const doubles = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) < at);

/** The size of a command as Discord counts it: each text in its longest language. */
const sizeOf = (node: Node & { readonly value?: string }): number => {
	const most = (text = "", others: Readonly<Record<string, string>> = {}) =>
		Math.max(text.length, ...Object.values(others).map(({ length }) => length));
	return (
		most(node.name, node.name_localizations) +
		most(node.description, node.description_localizations) +
		(node.value?.length ?? 0) +
		[...(node.options ?? []), ...(node.choices ?? [])].reduce((sum, inner) => sum + sizeOf(inner), 0)
	);
};

/** Every text with its English original. */
const pairs = ({ sentences, descriptions }: Language, locale: string) => [
	...keys.map((key) => [en.sentences[key], sentences[key]] as const),
	...Object.entries(descriptions).map(([key, text]) => [en.descriptions[key as DescriptionKey], text]),
	...named.map((node) => [node.name, nameIn(node, locale)] as const),
];
const hasWords = (text = ""): boolean => /\p{L}/u.test(text.replace(/\{[^{}]*\}/g, ""));

describe.each(languages)("the texts in $locales.0", (language) => {
	const { sentences, locales } = language;
	const [locale] = locales;

	test("hold the same keys as the English ones, in the same order", () => {
		const described = Object.keys(en.descriptions);
		expect(Object.keys(sentences)).toEqual(keys);
		expect(Object.keys(language.descriptions)).toEqual(described);
		expect(Object.keys(language.names)).toEqual(described);
	});

	test("have the same placeholders", () => {
		const names = (of: Readonly<Record<SentenceKey, string>>) =>
			Object.fromEntries(keys.map((key) => [key, placeholders(of[key])]));
		expect(names(sentences)).toEqual(names(en.sentences));
	});

	test("have each form of their plurals", () => {
		expect(missingForms(locale, sentences)).toEqual([]);
	});

	test("name commands, options and choices as Discord shows them", () => {
		expect(misnamed(locale, sentences)).toEqual([]);
	});

	test("are never empty, and fit Discord's limits", () => {
		expect(pairs(language, locale).filter(([, text]) => text?.trim() === "")).toEqual([]);
		expect(tooLong(sentences)).toEqual([]);
		const descriptions = Object.values(language.descriptions);
		expect(descriptions.filter(({ length }) => length > 100)).toEqual([]);
	});

	test("give commands and options names that Discord accepts", () => {
		const refused = named.filter((node) => !isName(nameIn(node, locale), node, locale));
		expect(refused.map((node) => nameIn(node, locale))).toEqual([]);
		expect(siblings.flatMap((nodes) => doubles(nodes.map((node) => nameIn(node, locale))))).toEqual([]);
	});

	test("are the same as in English only if the word is", () => {
		const same = pairs(language, locale).flatMap(([english, text]) =>
			english === text && hasWords(text) ? [text] : [],
		);
		expect([...new Set(same)].sort()).toEqual([...(alike[locale] ?? [])].sort());
	});
});

test("the English texts have each form of their plurals, and fit Discord's limits", () => {
	expect(missingForms("en-GB", en.sentences)).toEqual([]);
	expect(tooLong(en.sentences)).toEqual([]);
	expect(misnamed("en-GB", en.sentences)).toEqual([]);
});

/**
 * Words that a language's texts don't use, because another word or none is right: the first pattern. The second matches
 * the keys of the texts in which they are right. `src/texts/en.ts` and `src/texts/README.md` say what is used instead.
 */
const unsaid = readRows<[locale: string, words: string, right: string]>(import.meta.url, "unsaid.tsv");
/** @returns a text without placeholders and without what is in backticks, such as names of commands */
const plain = (text: string): string => text.replace(/`[^`]*`|\{\w+\}/g, "");

test.each([["en-GB", en] as const, ...languages.map((language) => [language.locales[0], language] as const)])(
	"sentences name buttons and settings as they are labelled, in %s",
	(_, { sentences: texts }) => {
		for (const key of ["reading.notice", "reading.declined"] as const)
			expect(texts[key]).toContain(`**${texts["setting.reading"]}**`);
		for (const key of ["button.pause_reading", "button.dont_read_me"] as const)
			expect(texts["setting.notes.hint"]).toContain(`**${texts[key]}**`);
	},
);

test.each([en, ...languages])("the tags named in $locales.0 are tags that Herald understands", (texts) => {
	const tags = texts.sentences["help.task.tags"].match(/\[[^\]]+\]/g) ?? [];
	const marks = new Set(tags.map((tag) => settleTags(tag, (mark) => mark)));
	expect(tags.filter((tag) => marks.has(tag))).toEqual([]);
	expect(marks.size).toBe(17);
});

test("no command exceeds Discord's size limit in its longest language", () => {
	expect(tree.filter((command) => sizeOf(command) > 8_000)).toEqual([]);
});

test("every locale of a language has its own names and descriptions of commands", () => {
	const locales = languages.flatMap((language) => language.locales);
	const lacks = (texts: Readonly<Record<string, string>> | undefined) =>
		locales.some((locale) => texts?.[locale] === undefined);
	const lacking = nodes(tree).filter(
		({ name_localizations: names, description, description_localizations: texts }) =>
			lacks(names) || (description !== undefined && lacks(texts)),
	);
	expect(lacking).toEqual([]);
});

test.each(["en", "de", "fr", "es-ES", "pt-BR"])(
	"zero differs from one, and one minute is singular, in %s",
	(locale) => {
		const t = textsFor(locale);
		const told = (left: number) => t("book.over.guild", { left, limit: 30 });
		const imported = (total: number) => t("words.imported", { total });
		expect(imported(0)).not.toBe(imported(1));
		expect(told(1)).not.toMatch(/quedan hoy 1|1 (?:minutos|minutes|Minuten)\b/);
		if (locale === "pt-BR") expect(told(0)).toContain("0 minutos");
		expect(t("book.offer", { minutes: 1 })).not.toContain("unos");
		const texts = languages.find(({ locales }) => locales.some((each) => each === locale))?.sentences ?? {};
		const percents = Object.values<string>(texts).filter((text) => text.includes("%"));
		if (locale !== "pt-BR") expect(percents.filter((text) => !text.includes("\u00a0%"))).toEqual([]);
	},
);

test.each([en, ...languages])("the texts in $locales.0 use one word for one thing", (language) => {
	const { locales, descriptions, sentences } = language;
	const rows = unsaid.filter(([locale]) => locale === locales[0]);
	expect(rows).not.toEqual([]);
	const found = rows.flatMap(([, words, right]) =>
		Object.entries({ ...descriptions, ...sentences }).filter(
			([key, text]) => new RegExp(words, "u").test(plain(text)) && !new RegExp(right).test(key),
		),
	);
	expect(found).toEqual([]);
});

test("in Spanish and Portuguese, the option for where speech goes is named like its setting", () => {
	for (const { locales, names, sentences } of languages)
		if (/^(?:es|pt)-/.test(locales[0]))
			expect(names["sound.as"]).toBe(sentences["setting.delivery"].toLowerCase());
});

test("French has a non-breaking space before its high signs", () => {
	const fr = languages.find(({ locales }) => locales[0] === "fr");
	const bare = (text: string) =>
		text.replace(/`[^`]*`|<[^>]*>|https?:\S+|\{\w+, [a-z]+(?:, (?:::[\w-]+)?)?|\/\/|\d:\d/g, "");
	const texts = Object.values<string>(fr?.sentences ?? {});
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => /[^\u00a0\u202f][;:!?»]|«(?!\u00a0)/.test(bare(text)))).toEqual([]);
});

test.each(
	readRows<[locale: string, key: SentenceKey, values: string, said: string]>(
		import.meta.url,
		"agreement.tsv",
	),
)("words agree with what is filled in: in %s, %s with %s is “%s”", (locale, key, values, said) => {
	const t = textsFor(locale) as (key: SentenceKey, values: object) => string;
	expect(t(key, JSON.parse(values))).toBe(said);
});
