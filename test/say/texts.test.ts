import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { de } from "../../src/discord/texts/de.ts";
import { en } from "../../src/discord/texts/en.ts";

const placeholders = (sentence: string): string[] => (sentence.match(/\{\w+\}/g) ?? []).sort();

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
/** Settings, and what is filled in, are the same in every language. */
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
