import { anyString } from "@herald/common/testing/any-string.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseLanguage } from "../src/engine/engine.ts";
import { normalise, splitPhrases, writePlainly } from "../src/engine/read-text.ts";
import texts from "./text.json" with { type: "json" };

test.each([...texts.read, [`See http://${".".repeat(200)}x.`, "See link."]])(
	"%j is read as %j",
	(text, read) => expect(normalise(text)).toBe(read),
);

test("whatever comes, what is read is printable ASCII and nothing that Flite would spell for ever", () => {
	fc.assert(
		fc.property(anyString({ maxLength: 500 }), (text) => {
			const read = normalise(text);
			expect(read).toMatch(/^[\n\x20-\x7e]*$/);
			for (const word of read.split(/\s+/)) expect(word.length).toBeLessThanOrEqual(40);
		}),
	);
});

test.each([
	...texts.written,
	["en", `Zalgo${"\u0301".repeat(50)}!!!!!!!!`, `Zalgo${"\u0301".repeat(3)}!!!`],
	["en", "a".repeat(100), `${"a".repeat(40)} ${"a".repeat(40)} ${"a".repeat(20)}`],
])("for an engine that knows %s, %j is written as %j", (language, text, written) => {
	expect(writePlainly(text, language)).toBe(written);
});

test("whatever comes, an engine gets well-formed text without control characters, in phrases of a bounded length", () => {
	fc.assert(
		fc.property(anyString({ maxLength: 500 }), fc.constantFrom("de", "ja", "ar"), (text, tag) => {
			for (const phrase of splitPhrases(writePlainly(text, tag), tag)) {
				expect(phrase.text.isWellFormed()).toBe(true);
				expect(phrase.text).not.toMatch(/\p{Cc}/u);
				expect(phrase.text.length).toBeLessThanOrEqual(200);
			}
		}),
	);
});

test("a paragraph's end is a longer silence than a sentence's, and a comma's a shorter one", () => {
	const long = `${"word ".repeat(30)}end, ${"word ".repeat(30)}end. Next.\nLast.`;
	const [clause, sentence, paragraph] = splitPhrases(long, "en").map(({ gapMs }) => gapMs);
	expect(clause).toBeLessThan(sentence as number);
	expect(sentence).toBeLessThan(paragraph as number);
});

test("no phrase is too long, and no word is lost, doubled or moved", () => {
	const word = fc.stringMatching(/^[a-zA-Z0-9]{1,30}[.,;!?]?$/);
	fc.assert(
		fc.property(fc.array(word, { maxLength: 300 }), fc.constantFrom(" ", "\n"), (words, between) => {
			const phrases = splitPhrases(words.join(between), "en").map(({ text }) => text);
			for (const phrase of phrases) expect(phrase.length).toBeLessThanOrEqual(200);
			expect(phrases.join(" ").split(/\s+/).filter(Boolean)).toEqual(words);
		}),
	);
});

test.each(texts.phrases)("in %s, %j is spoken as %j", (language, text, phrases) => {
	expect(
		splitPhrases(text, language)
			.map((phrase) => phrase.text)
			.join(" | "),
	).toBe(phrases);
});

test("a long text without spaces is cut between its characters", () => {
	const phrases = splitPhrases("𠮷".repeat(900), "zh").map(({ text }) => text);
	expect(phrases.join("")).toBe("𠮷".repeat(900));
	for (const phrase of phrases) expect(phrase.isWellFormed()).toBe(true);
});

const many = new Set(["en", "de", "ru", "uk", "sr", "ja", "zh", "hi"]);

test.each(texts.chosen)("%j, where %j is asked for, is spoken in %s", (text, asked, language) => {
	expect(chooseLanguage(text, asked || undefined, many)).toBe(language);
});
