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

test("every command and option is described in German", () => {
	expect(commands.flatMap(({ data }) => undescribed(data as Named))).toEqual([]);
});
