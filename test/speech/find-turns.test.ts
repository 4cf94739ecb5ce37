import { readRows } from "@herald/common/testing/read-rows.ts";
import { prebuiltVoices } from "@herald/common/wire/voices.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findTurns } from "../../src/speech/text/cut-at-names.ts";
import { foldLetters } from "../../src/speech/text/speakable/letters.ts";

const names = [...prebuiltVoices.map(({ name }) => name), "Old Man"];
const find = (text: string, exact = false) => findTurns(text, { names, exact, locale: "en" });
const namesAndTexts = (text: string, exact = false) =>
	find(text, exact)?.flatMap(({ name = "", text }) => [name, text]);

describe("who speaks", () => {
	test.each(readRows<[what: string, text: string, ...turns: string[]]>(import.meta.url, "find-turns.tsv"))(
		"%s: %s",
		(_, text, ...turns) => expect(namesAndTexts(text) ?? []).toEqual(turns),
	);

	test.each([
		["Kore: Hello. Puck: Hi! Leda: Well… Kore: “Yes.” Puck: Fine."],
		["kore: hello. puck: hi! leda: well… kore: “yes.” puck: fine."],
	])("if a text begins with a name, turns also begin after the end of a sentence: %s", (text) => {
		expect(find(text)?.map(({ name }) => name)).toEqual(["Kore", "Puck", "Leda", "Kore", "Puck"]);
	});

	test("in messages, only a name in its own case counts", () => {
		expect(find("kore: hello", true)).toBeUndefined();
		expect(namesAndTexts("Kore: hello. puck: hi", true)).toEqual(["Kore", "hello. puck: hi"]);
	});

	test("within a turn, a name counts only at the beginning of a sentence or line", () => {
		for (const text of [
			"Kore: I asked Puck: go home.",
			"Kore: I met Mr. Puck: he is well.",
			"Kore: Puck: and others",
			"Kore: ||well.\nPuck: no||",
		])
			expect(find(text)).toEqual([{ name: "Kore", text: text.slice(6) }]);
	});
});

const labels =
	"Note Reminder Edit PS TL;DR Hinweis Achtung Erinnerung Nachtrag Remarque Rappel Attention Nota Aviso Recordatorio Ojo Observação Lembrete Atenção 注意 メモ 追記 お知らせ 例".split(
		" ",
	);
const piece = fc.oneof(
	fc.lorem({ mode: "sentences", maxCount: 2 }),
	fc.stringMatching(/^https:\/\/[a-z]{1,9}\.example\/[\w%?=&#/-]{0,20}$/),
	fc.constantFrom(..."12:30|at 9:05:|3:1|10：00|a :smile:|so: :)|C:\\Kore|::|Kore|Puck,".split("|")),
	fc.constantFrom(...labels).map((label) => `${label}: `),
	fc.string({ unit: "grapheme" }).filter((text) => !/kore|puck|leda|orus/i.test(text)),
);
const prose = fc
	.array(fc.tuple(piece, fc.constantFrom(" ", "\n", ". ")), { minLength: 1, maxLength: 12 })
	.map((pieces) => pieces.flat().join(""))
	.filter((text) => !/(?:kore|puck)\s?[:：]/i.test(text.normalize("NFC").replace(/\s+/g, " ")));

describe("ordinary colons", () => {
	test("never make a text of prose, links, times and labels a dialogue", () => {
		fc.assert(
			fc.property(prose, fc.boolean(), (text, exact) => find(text, exact) === undefined),
			{ numRuns: 500 },
		);
	});

	test("stay in the words of a turn, which loses only white space", () => {
		fc.assert(
			fc.property(fc.array(prose, { minLength: 1, maxLength: 4 }), (texts) => {
				const words = (text: string) => foldLetters(text).replace(/\s+/g, "");
				const lines = texts.map(
					(text, n) => `${n % 2 ? "Puck" : "Kore"}: x${text.replaceAll(/[`|\\]/g, "")}`,
				);
				const turns = find(lines.join("\n"));
				expect(turns?.map((turn) => `${turn.name}: ${words(turn.text)}`)).toEqual(
					lines.map((line) => `${line.slice(0, 6)}${words(line.slice(6))}`),
				);
			}),
		);
	});
});
