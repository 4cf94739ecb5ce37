import fc from "fast-check";
import { expect, test } from "vitest";
import { normalise } from "../../src/service/engine/flite/normalise.ts";
import { splitPhrases } from "../../src/service/engine/phrases.ts";

test.each([
	["Café naïve, Straße — “quoted” and it’s fine…", 'Cafe naive, Strasse, "quoted" and it\'s fine...'],
	["[whispers] Come here <laugh> now", "Come here now"],
	["Wait <short pause> what", "Wait, what"],
	["See https://www.example.com/a/b?c=d.", "See example dot com."],
	[`See http://${".".repeat(200)}x.`, "See link."],
	["See http://a..b/c", "See a dot b"],
	["Items [3] and 2 < 4", "Items 3 and 2 4"],
	["It costs €5 & £20", "It costs 5 euros and 20 pounds"],
	["🎉 Party 🎉 time", "Party time"],
	["one\r\n\r\ntwo", "one\ntwo"],
	["日本語だけ", ""],
	["?!… 🎉", ""],
])("%j is read as %j", (text, read) => {
	expect(normalise(text)).toBe(read);
});

test("whatever comes, what is read is printable ASCII and nothing that Flite would spell for ever", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
			const read = normalise(text);
			expect(read).toMatch(/^[\n\x20-\x7e]*$/);
			for (const word of read.split(/\s+/)) expect(word.length).toBeLessThanOrEqual(40);
		}),
	);
});

test("sentences are phrases; titles and initials end none", () => {
	expect(
		splitPhrases("Dr. Smith met J. Doe. They talked! Did it help?\nNo.", "en").map(({ text }) => text),
	).toEqual(["Dr. Smith met J. Doe.", "They talked!", "Did it help?", "No."]);
});

test("a paragraph's end is a longer silence than a sentence's, and a comma's a shorter one", () => {
	const long = `${"word ".repeat(60)}end, ${"word ".repeat(60)}end. Next.\nLast.`;
	const [clause, sentence, paragraph] = splitPhrases(long, "en").map(({ gapMs }) => gapMs);
	expect(clause).toBeLessThan(sentence as number);
	expect(sentence).toBeLessThan(paragraph as number);
});

test("no phrase is too long, and no word is lost, doubled or moved", () => {
	const word = fc.stringMatching(/^[a-zA-Z0-9]{1,30}[.,;!?]?$/);
	fc.assert(
		fc.property(fc.array(word, { maxLength: 300 }), fc.constantFrom(" ", "\n"), (words, between) => {
			const phrases = splitPhrases(words.join(between), "en").map(({ text }) => text);
			for (const phrase of phrases) expect(phrase.length).toBeLessThanOrEqual(400);
			expect(phrases.join(" ").split(/\s+/).filter(Boolean)).toEqual(words);
		}),
	);
});

test.each([
	["ja", "猫が好きです。犬も好き！はい", ["猫が好きです。", "犬も好き！", "はい"]],
	["hi", "नमस्ते। कैसे हो?", ["नमस्ते।", "कैसे हो?"]],
	["ru", "Привет. Как дела?", ["Привет.", "Как дела?"]],
	["el", "Καλημέρα; Ναι.", ["Καλημέρα;", "Ναι."]],
])("in %s, %j is spoken as %j", (language, text, phrases) => {
	expect(splitPhrases(text, language).map((phrase) => phrase.text)).toEqual(phrases);
});

test("a long text without spaces is cut between its characters", () => {
	const phrases = splitPhrases("𠮷".repeat(900), "zh").map(({ text }) => text);
	expect(phrases.join("")).toBe("𠮷".repeat(900));
	for (const phrase of phrases) expect(phrase.isWellFormed()).toBe(true);
});
