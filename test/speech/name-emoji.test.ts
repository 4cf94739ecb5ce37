import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emojiNamer, findEmoji, loadEmojiNames } from "../../src/speech/text/emoji/name-emoji.ts";

const namerFor = async (language: string) => emojiNamer(await loadEmojiNames(language), language);
const say = async (text: string, language = "en") =>
	(await namerFor(language))(text).replace(/\s+/g, " ").trim();

describe("an emoji is read by its name", () => {
	test.each([
		["en", "I won 🎉", "I won, party popper"],
		["en", "🎉 for all", "party popper, for all"],
		["en", "so good 😂😂😂 😂!", "so good, face with tears of joy !"],
		["en", "😂👍", "face with tears of joy thumbs up"],
		["en", "👍🏽 and 👍", "thumbs up, and, thumbs up"],
		["en", "❤️ ❤", "red heart red heart"],
		["en", "🏳️‍🌈 and 👨‍👩‍👧", "rainbow flag, and, man"],
		["en", "🤷‍♀️", "woman shrugging"],
		["en", "to 🇩🇪", "to, Germany"],
		["de", "nach 🇩🇪", "nach, Deutschland"],
		["de", "super 👍", "super, Daumen hoch"],
		["pt-BR", "😂", "rosto chorando de rir"],
		["zh-TW", "👍", "拇指向上"],
		["nb", "👍", "tommel opp"],
		["en", "press 1️⃣ or #️⃣", "press 1 or #"],
		["en", "Top 🔟 songs", "Top 10 songs"],
		["en", "© 2026, 3 < 4", "© 2026, 3 < 4"],
		["tlh", "yes 👍", "yes"],
	])("in %s: %s", async (language, text, said) => {
		expect(await say(text, language)).toBe(said);
	});

	test("at most ten times in a text", async () => {
		expect((await say("🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷")).split(" ").slice(-2)).toEqual(["tiger", "face"]);
	});
});

test("in any text, all emoji are replaced by their names, and a text without emoji stays unchanged", async () => {
	const name = await namerFor("en");
	const anything = fc.oneof(
		fc.string({ unit: "grapheme" }),
		fc.string({ unit: fc.constantFrom("👩‍👧", "👍🏽", "🇩🇪", "🇩", "\u200D", "\uFE0F", "1️⃣", "a", " ", "🏽") }),
	);
	fc.assert(
		fc.property(anything, (text) => {
			expect(findEmoji(name(text))).toBe(false);
		}),
		{ numRuns: 500 },
	);
	expect(name("Hello, world 1 # *")).toBe("Hello, world 1 # *");
});
