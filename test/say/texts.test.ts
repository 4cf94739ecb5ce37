import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { de } from "../../src/discord/texts/de.ts";
import { en } from "../../src/discord/texts/en.ts";
import { textsFor } from "../../src/discord/texts/index.ts";

/** The parser's number for the text between placeholders. */
const literal = 0;
type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

const parse = (sentence: string): Element[] =>
	new IntlMessageFormat(sentence, "en", undefined, { ignoreTag: true }).getAst();

/** A sentence's placeholders, including those in plural branches. */
const namesIn = (elements: readonly Element[]): string[] =>
	elements.flatMap((element) => {
		if (!("value" in element) || element.type === literal) return [];
		const branches = "options" in element ? Object.values(element.options) : [];
		return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
	});

const placeholders = (sentence: string): string[] => [...new Set(namesIn(parse(sentence)))].sort();

const languages = { en, de } as const;
type Language = keyof typeof languages;

/** Every plural in a language's sentences, with its forms. */
const plurals = Object.entries(languages).flatMap(([language, sentences]) =>
	(Object.keys(en) as (keyof typeof en)[]).flatMap((key) =>
		parse(sentences[key]).flatMap((element) =>
			"pluralType" in element
				? [{ language: language as Language, key, type: element.pluralType, forms: element.options }]
				: [],
		),
	),
);

test.each(plurals)("$language has each form of its plurals in $key", ({ language, type, forms }) => {
	const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
	expect(Object.keys(forms)).toEqual(expect.arrayContaining(pluralCategories));
});

test("a number chooses its form in each language", () => {
	const skipped = (locale: string, count: number) => textsFor(locale)("channel.skipped.count", { count });
	expect([1, 2, 1_000].map((count) => skipped("en-GB", count))).toEqual([
		"Skipped 1 text.",
		"Skipped 2 texts.",
		"Skipped 1,000 texts.",
	]);
	expect([1, 2].map((count) => skipped("de", count))).toEqual([
		"1 Text übersprungen.",
		"2 Texte übersprungen.",
	]);
	const place = (number: number) => textsFor("en-US")("channel.place", { place: number, seconds: 5 });
	expect([2, 3, 11, 21].map((number) => place(number).split(" ")[0])).toEqual(["2nd", "3rd", "11th", "21st"]);
});

test("what is filled in is never read as part of the sentence", () => {
	expect(
		textsFor("en")("problem.unknown_voice", { voice: "{suggestions} '<b>'", suggestions: "**Kore**" }),
	).toBe("There is no voice called “{suggestions} '<b>'”. Did you mean **Kore**?");
});

describe("the German texts", () => {
	test("hold the same keys as the English ones", () => {
		expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
	});

	test.each(Object.keys(en) as (keyof typeof en)[])("%s has the same placeholders", (key) => {
		expect(placeholders(de[key])).toEqual(placeholders(en[key]));
	});
});

interface Named {
	readonly name: string;
	readonly type?: number;
	readonly name_localizations?: unknown;
	readonly choices?: readonly Named[];
	readonly description?: string;
	readonly description_localizations?: unknown;
	readonly options?: readonly Named[];
}

const undescribed = (node: Named, path = ""): string[] => [
	...(node.description && !(node.description_localizations as { de?: string } | undefined)?.de
		? [`${path} ${node.name}`]
		: []),
	...(node.options?.flatMap((option) => undescribed(option, `${path} ${node.name}`)) ?? []),
];

const germanOf = ({ name, name_localizations }: Named): string =>
	(name_localizations as { de?: string } | undefined)?.de ?? name;

/** What Discord shows to members, in English and in German. */
const shown: readonly (readonly [string, string])[] = commands.flatMap(({ data }) => {
	const walk = (node: Named, english: string, german: string): (readonly [string, string])[] => [
		[english, german],
		...(node.options ?? []).flatMap((option) =>
			option.type === ApplicationCommandOptionType.Subcommand
				? walk(option, `${english} ${option.name}`, `${german} ${germanOf(option)}`)
				: walk(option, option.name, germanOf(option)),
		),
		...(node.choices ?? []).map(
			(choice) => [`${english}: ${choice.name}`, `${german}: ${germanOf(choice)}`] as const,
		),
	];
	const command = data as Named;
	return walk(command, `/${command.name}`, `/${germanOf(command)}`);
});

const quoted = (sentence: string): string[] =>
	(sentence.match(/`[^`]+`/g) ?? []).map((it) => it.slice(1, -1));
/** Settings and placeholders are the same in every language. */
const isUniversal = (name: string): boolean => /^(?:[A-Z_]+|\{\w+\})$/.test(name);

test.each((Object.keys(en) as (keyof typeof en)[]).filter((key) => quoted(en[key] + de[key]).length > 0))(
	"%s names commands, options and choices as Discord shows them in each language",
	(key) => {
		const names = quoted(en[key]);
		const german = quoted(de[key]);
		expect(german).toHaveLength(names.length);
		for (const [at, name] of names.entries()) {
			const known = isUniversal(name) ? [name] : shown.filter(([is]) => is === name).map(([, is]) => is);
			expect(known, name).toContain(german[at]);
		}
	},
);

test("every command and option is described in German", () => {
	expect(commands.flatMap(({ data }) => undescribed(data as Named))).toEqual([]);
});
