import { anyString } from "@herald/common/testing/any-string.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { normalise, splitPhrases, writePlainly } from "../src/engine/read-text.ts";

test.each([
	["Café naïve, Straße — “quoted” and it’s fine…", 'Cafe naive, Strasse, "quoted" and it\'s fine...'],
	["[whispers] Come here <laugh> now", "Come here now"],
	["Wait <short pause> what", "Wait, what"],
	["See https://www.example.com/a/b?c=d.", "See example dot com."],
	[`See http://${".".repeat(200)}x.`, "See link."],
	["See http://a..b/c", "See a dot b"],
	["Items [3] and 2 < 4", "Items three and two four"],
	["It costs €5 & £20", "It costs five euros and twenty pounds"],
	["🎉 Party 🎉 time", "Party time"],
	["one\r\n\r\ntwo", "one\ntwo"],
	["日本語だけ", ""],
	["?!… 🎉", ""],
	["3.5 km on 2026-11-22", "three point five kilometers on November twenty-second, twenty twenty-six"],
])("%j is read as %j", (text, read) => {
	expect(normalise(text)).toBe(read);
});

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
	[
		"de",
		"Am 2026-11-22 fuhr ich 3,5 km mit 50 km/h.",
		"Am zweiundzwanzigsten November zweitausendsechsundzwanzig fuhr ich drei Komma fünf Kilometer mit fünfzig Kilometer pro Stunde.",
	],
	["ru", "5 km, 2 kg", "5 километров, 2 килограмма"],
	["it", "1 km, 20 °C, 8 GB, 10 %, 14:30", "1 chilometro, 20 gradi Celsius, 8 gigabyte, 10 %, 14:30"],
	["it", "$12.50 or €5", "12.50 $ or 5 €"],
	["it", "2026-13-45, 1.2.3 km, 5 kmx, 12-2026-11-22", "2026-13-45, 1.2.3 km, 5 kmx, 12-2026-11-22"],
	["grc", "5 km", "5 km"],
	["it", "a\ua717 \u{12000} x\u00b2 \u2463 \u2167", "a x\u00b2 4 VIII"],
	["de", "Schau: https://www.beispiel.de/a?b [lacht] 🎉🎉 **so** `da` …", "Schau: beispiel.de so da …"],
	["hi", "नमस्ते\u200d जी", "नमस्ते\u200d जी"],
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

test("sentences are phrases; titles and initials end none", () => {
	expect(
		splitPhrases("Dr. Smith met J. Doe. They talked! Did it help?\nNo.", "en").map(({ text }) => text),
	).toEqual(["Dr. Smith met J. Doe.", "They talked!", "Did it help?", "No."]);
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

test.each([
	["ja", "猫が好きです。犬も好き！はい", ["猫が好きです。", "犬も好き！", "はい"]],
	["hi", "नमस्ते। कैसे हो?", ["नमस्ते।", "कैसे हो?"]],
	["ru", "Привет. Как дела?", ["Привет.", "Как дела?"]],
	["de", "Am 22. November. Es regnet.", ["Am 22. November.", "Es regnet."]],
	["el", "Καλημέρα; Ναι.", ["Καλημέρα;", "Ναι."]],
])("in %s, %j is spoken as %j", (language, text, phrases) => {
	expect(splitPhrases(text, language).map((phrase) => phrase.text)).toEqual(phrases);
});

test("a long text without spaces is cut between its characters", () => {
	const phrases = splitPhrases("𠮷".repeat(900), "zh").map(({ text }) => text);
	expect(phrases.join("")).toBe("𠮷".repeat(900));
	for (const phrase of phrases) expect(phrase.isWellFormed()).toBe(true);
});
