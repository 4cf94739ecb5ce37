import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	entryMaxCharacters,
	foldDictionaryWord,
	makeEntry,
	prepareDictionary,
	readDictionaryLines,
	writeDictionaryLines,
} from "../../src/reading/dictionary.ts";
import given from "./dictionary-lines.json" with { type: "json" };

const say = async (text: string, words: Readonly<Record<string, string>>): Promise<string> => {
	const entries = Object.entries(words).map(([word, said]) => ({ word, say: said }));
	return (await prepareDictionary(entries))(text);
};

const replacements = readRows<[what: string, text: string, words: string, said: string]>(
	import.meta.url,
	"replacements.tsv",
);
test.each(replacements)("replaces %s", async (_, text, words, said) => {
	expect(await say(text, JSON.parse(words))).toBe(said);
});

/** Does what the dictionary does by the simplest search: each entry at each place. */
const sayNaively = (text: string, entries: readonly (readonly [string, string])[]): string => {
	const characters = [...text.toLowerCase()];
	const isLetter = (at: number) => /[a-zé]/.test(characters[at] ?? "");
	const isFree = (at: number) => !(isLetter(at - 1) && isLetter(at));
	let said = "";
	for (let at = 0; at < characters.length; ) {
		const fitting = entries
			.map(([word, as]) => ({ word: [...word.toLowerCase()], as }))
			.filter(({ word }) => word.every((character, i) => character === characters[at + i]))
			.filter(({ word }) => isFree(at) && isFree(at + word.length))
			.sort((a, b) => b.word.length - a.word.length)[0];
		said += fitting ? fitting.as : ([...text][at] ?? "");
		at += fitting?.word.length ?? 1;
	}
	return said;
};

test("finds the same as a search for each word at each place", async () => {
	const unit = fc.constantFrom("a", "b", "A", "é", "京", "山", "!", " b ");
	const word = fc.string({
		unit: fc.constantFrom("a", "b", "é", "京", "山", "!"),
		minLength: 1,
		maxLength: 4,
	});
	const entries = fc.uniqueArray(fc.tuple(word, fc.constantFrom("x", "a", "")), { selector: ([key]) => key });
	await fc.assert(
		fc.asyncProperty(fc.string({ unit, maxLength: 30 }), entries, async (text, list) => {
			const spaced = text.replace(/ +/g, " ");
			expect(await say(spaced, Object.fromEntries(list))).toBe(sayNaively(spaced, list));
		}),
		{ numRuns: 3_000 },
	);
});

test("limits the length of its output, however long the text and its entries are", async () => {
	const text = await say("a ".repeat(4_000), { a: "b".repeat(100) });
	expect(text.length).toBeLessThanOrEqual(12_000);
	expect(text.startsWith("bbb")).toBe(true);
});

describe("a dictionary's file", () => {
	test("has a word, a tab and its replacement in each line, and lines without them are reported", async () => {
		const tooLong = [`${"w".repeat(entryMaxCharacters + 1)}\tx`, `${"㌖".repeat(entryMaxCharacters)}\tx`];
		const { lines, entries, refused } = given;
		expect(await readDictionaryLines([...lines, ...tooLong])).toEqual({ entries, refused, unsure: [] });
	});

	test("is read back as it was written", async () => {
		const part = fc.string({ unit: "grapheme", maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(fc.array(fc.tuple(part, part), { maxLength: 20 }), async (pairs) => {
				const kept = pairs.map((pair) => makeEntry(...pair)).filter((made) => typeof made !== "string");
				const entries = [...new Map(kept.map((entry) => [foldDictionaryWord(entry.word), entry])).values()];
				const read = await readDictionaryLines(writeDictionaryLines(entries));
				expect(read).toEqual({ entries, unsure: [], refused: [] });
			}),
		);
	});
});

test.each(readRows<[what: string, ...lines: string[]]>(import.meta.url, "separators.tsv"))(
	"a file with %s between words and replacements is read",
	async (_what, ...lines) => {
		const { entries, refused } = await readDictionaryLines(lines);
		expect(refused).toEqual([]);
		expect(entries[0]).toEqual({ word: "brb", say: "be right back" });
		expect(entries[1]?.say).toMatch(/good game: well played$/);
	},
);

test("quoted values of CSV may contain commas and quotes", async () => {
	const { entries } = await readDictionaryLines(['"a, b","say ""hi"", b"', "c,d"]);
	expect(entries).toEqual([
		{ word: "a, b", say: 'say "hi", b' },
		{ word: "c", say: "d" },
	]);
});
