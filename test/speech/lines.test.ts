import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type CutOptions,
	cutInTwo,
	cutIntoLines,
	estimateSeconds,
	shortenText,
} from "../../src/speech/text/lines.ts";
import { makeSpeakable } from "../../src/speech/text/speakable.ts";
import { noNames } from "../support/names.ts";

const cut = (text: string, changes: Partial<CutOptions> = {}) =>
	cutIntoLines(text, { lineMax: 600, locale: "en-US", ...changes });
const fold = (text: string) => text.replace(/\s+/g, " ").trim();
const squeeze = (text: string) => text.replace(/\s+/g, "");

describe("the Lines of a text", () => {
	test("are none for an empty text", () => {
		expect(cut("")).toEqual([]);
		expect(cut(" \n ")).toEqual([]);
	});

	type Row = [what: string, locale: string, lineMax: string, text: string, ...lines: string[]];
	test.each(readRows<Row>(import.meta.url, "lines.tsv"))("%s", (_, locale, lineMax, text, ...lines) => {
		expect(cut(text, { locale, lineMax: Number(lineMax) })).toEqual(lines);
	});

	test("begin with a short one if a listener waits", () => {
		const text = "Hello there, everybody who came. This is rather longer than the first one was. And more.";
		expect(cut(text, { firstMax: 40 })).toEqual([
			"Hello there, everybody who came.",
			"This is rather longer than the first one was. And more.",
		]);
	});

	test("are at most 45 s in Chinese, Japanese and Korean", () => {
		const lines = cut("これは長い文章です。とても長いです。".repeat(60), { locale: "ja", firstMax: 120 });
		expect(Math.max(...lines.map(estimateSeconds))).toBeLessThanOrEqual(45);
		expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(180);
		expect(lines[0]?.length).toBeLessThanOrEqual(70);
		expect(lines.every((line) => line.endsWith("。"))).toBe(true);
		expect(cut("世界".repeat(400), { locale: "zh" }).join("")).toBe("世界".repeat(400));
	});
});

const limits = fc.record({
	lineMax: fc.integer({ min: 2, max: 700 }),
	firstMax: fc.integer({ min: 2, max: 150 }),
	locale: fc.constantFrom("en-US", "de", "ja", "th", "!", ""),
});
const piece = fc.oneof(
	fc.constantFrom(
		...["Mr. ", "a. ", ".\n", "\n\n", "1. ", ", ", "。", "、", "世界", "ก็", "e\u0301", "\u0301", " "],
		...["👩‍👩‍👧", "🇩🇪", "\r\n", "\u0600", "🇩"],
	),
	fc.lorem({ maxCount: 20, mode: "words" }),
	anyString({ maxLength: 20 }),
);
/** Any text without the marks of delivery tags, which aren't words. */
const anyText = fc
	.array(piece, { maxLength: 80 })
	.map((parts) => parts.join("").replace(/[\uE000-\uF8FF]/g, ""));

describe("whatever the text", () => {
	test("no Line exceeds its limits or is empty, and no character is lost or repeated", () => {
		fc.assert(
			fc.property(anyText, limits, (text, options) => {
				const lines = cutIntoLines(text, options);
				expect(squeeze(lines.join(""))).toBe(squeeze(text));
				for (const [index, line] of lines.entries()) {
					const max = index === 0 ? Math.min(options.firstMax, options.lineMax) : options.lineMax;
					expect(line.length).toBeLessThanOrEqual(max);
					expect(estimateSeconds(line)).toBeLessThanOrEqual(45);
					expect(squeeze(line)).not.toBe("");
				}
			}),
			{ numRuns: 600 },
		);
	});

	test("words shorter than a Line aren't cut", () => {
		const words = fc.array(fc.stringMatching(/^[a-z]{1,15}[.,!]?$/), { minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(words, fc.integer({ min: 40, max: 300 }), (list, lineMax) => {
				const text = list.join(" ");
				expect(fold(cut(text, { lineMax, firstMax: 40 }).join(" "))).toBe(fold(text));
			}),
		);
	});

	test("a grapheme that fits a Line isn't cut", () => {
		const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
		const clusters = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }), { maxLength: 60 });
		fc.assert(
			fc.property(clusters, fc.integer({ min: 60, max: 120 }), (list, lineMax) => {
				const text = list.join(" ");
				const ends = new Set([...graphemes.segment(text)].map(({ index }) => index).concat(text.length));
				let at = 0;
				for (const line of cut(text, { lineMax })) {
					const start = text.indexOf(line, at);
					at = start + line.length;
					expect([ends.has(start), ends.has(at)]).toEqual([true, true]);
				}
			}),
		);
	});
});

test.each(readRows<[text: string, seconds: string]>(import.meta.url, "estimates.tsv"))(
	"the estimated duration of %j counts words, characters, abbreviations and signs as they are spoken: %s s",
	(text, seconds) => expect(estimateSeconds(text)).toBeCloseTo(Number(seconds)),
);

test("a text with delivery tags is shortened and cut in two like one without", () => {
	const words = "This is a sentence of some words that is read aloud to all of you. ".repeat(20);
	const tagged = makeSpeakable(`Hello. [pause] ${words}`, noNames);
	expect(estimateSeconds(shortenText(tagged, 15, "en"))).toBeGreaterThan(10);
	const whispered = makeSpeakable(
		"[whispers] Now we are whispering to you. Somebody extraordinarily important is standing behind. Do not turn around.",
		noNames,
	);
	expect(cutInTwo(whispered)?.join(" ")).toBe(whispered);
});
