import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settleTags } from "../../src/speech/text/delivery-tags.ts";
import { emojiNamer, findEmoji, loadEmojiNames } from "../../src/speech/text/emoji/name-emoji.ts";
import {
	findWordsAlone,
	isSpeakable,
	makeSpeakable,
	type SpeakableContext,
} from "../../src/speech/text/speakable.ts";
import { someNames as context } from "../support/names.ts";

const speak = (text: string, changes: Partial<SpeakableContext> = {}) =>
	makeSpeakable(text, { ...context, ...changes });

describe("a member's text is read as a person would:", () => {
	test.each(readRows<[what: string, text: string, spoken: string]>(import.meta.url, "speakable.tsv"))(
		"%s",
		(_what, text, spoken) => expect(speak(text)).toBe(spoken),
	);

	type Row = [what: string, locale: string, language: string, text: string, spoken: string];
	test.each(readRows<Row>(import.meta.url, "speakable-languages.tsv"))(
		"%s",
		(_what, locale, language, text, spoken) => {
			const now = 1_800_000_000_000;
			expect(speak(text, { locale, now, ...(language && { language }) })).toBe(spoken);
		},
	);

	test("times are in UTC if no time zone is known, and relative ones are dates if the present isn't", () => {
		const { timeZone: _, ...anywhere } = context;
		expect(makeSpeakable("<t:0:t>", anywhere)).toBe("12:00 AM UTC");
		expect(speak("<t:0:R>")).toBe("January 1, 1970 at 1:00 AM");
	});

	test("emoji among words are kept for a service that speaks them, or left out, or named", () => {
		const text = "hi 👩‍👩‍👧 ❤️ 👍🏽 <:kek:1><:kek:1> there 1️⃣ ©";
		expect(speak(text)).toBe("hi 👩‍👩‍👧 ❤️ 👍🏽 kek, there 1️⃣ ©");
		expect(speak("👍🏽".repeat(9))).toBe("👍🏽".repeat(3));
		expect(speak(text, { emoji: "leave-out" })).toBe("hi there 1 ©");
		const nameEmoji = emojiNamer(new Map([["👍", "thumbs up"]]), "en");
		expect(speak("so 👍🏽 👍🏽", { emoji: "names", nameEmoji })).toBe("so, thumbs up");
		expect(speak("👍🏽 <a:wave:4> !", { emoji: "leave-out", nameEmoji })).toBe("thumbs up wave !");
	});
});

test("a text is speakable if it has a letter or a digit", () => {
	expect(["a", "…7", "世", "ا"].map(isSpeakable)).toEqual([true, true, true, true]);
	expect(["", "?!", "👍", "\u200B"].map(isSpeakable)).toEqual([false, false, false, false]);
});

const markup = fc
	.array(
		fc.constantFrom(
			..."*_~|`\\<>[]()#- \n:@&!tax1".split(""),
			...["||", "```", "https://a.com", "](https://b.com)", "<@1>", "</say:1>", "👩‍👧", "(^_^)"],
			...[":|", "¯\\_(ツ)_/¯", "𝓗", "🇭 ", "\u200D", "\uFE0F"],
		),
		{ maxLength: 60 },
	)
	.map((parts) => parts.join(""));

describe("whatever is typed", () => {
	const anything = fc.oneof(markup, anyString(), fc.string({ unit: "grapheme" }));

	test("the text is read without an error, and nothing without sound is left", () => {
		fc.assert(
			fc.property(anything, fc.constantFrom("service", "leave-out"), (text, emoji) => {
				const spoken = speak(text, { emoji });
				expect(spoken).not.toMatch(/[\p{Co}\p{Cs}\u200B\u202A-\u202E]|[^\S\n]{2}|\n{3}|^\s|\s$/u);
			}),
			{ numRuns: 1_000 },
		);
	});

	test("a spoiler's words are never spoken", () => {
		fc.assert(
			fc.property(markup, (text) => {
				const before = text.replaceAll(/[|\\`]/g, "");
				expect(speak(`${before} ||QZQ ${before} || end`)).not.toContain("QZQ");
			}),
			{ numRuns: 500 },
		);
	});
});

test.each([
	["[pause 0.25s]", "[pause 0.3s]"],
	["[pause 1,25 s]", "[pause 1,3 s]"],
	["[pause 500ms]", "[pause 0.5s]"],
	["[pause 100s]", "[pause 5s]"],
])("the tag %s means the same as %s", (tag, same) => {
	expect(speak(`One ${tag} two`)).toBe(speak(`One ${same} two`));
});

test.each(["[laughs> hi", "Well <breath> now"])("%s contains no tag of Herald's", (text) => {
	expect(speak(text)).toBe(text);
});

/** What members of servers write, its language, and how a person would read it. */
const rows = readRows<[text: string, locale: string, said: string]>(import.meta.url, "chat.tsv");

const names = new Map<string, ReadonlyMap<string, string>>();
for (const [, locale] of rows) names.set(locale, await loadEmojiNames(locale));

const say = (text: string, locale: string): string =>
	makeSpeakable(text, {
		users: new Map([
			["80351110224678912", "Nelly"],
			["175928847299117063", "𝓙𝓪𝓷𝓮"],
		]),
		channels: new Map([
			["41771983423143937", "general"],
			["381870553235193857", "off-topic"],
		]),
		roles: new Map([["165511591545143296", "Mods"]]),
		locale,
		timeZone: "Europe/Berlin",
		now: Date.UTC(2026, 10, 28, 12),
		nameEmoji: emojiNamer(names.get(locale) ?? new Map(), locale),
	});

test.each(rows)("“%s” (%s) is read as: %s", (text, locale, said) => {
	expect(say(text, locale)).toBe(said);
});

/** Texts in which emoji are named, among words, too. Only ten names are in a text. */
const named = readRows<[text: string, locale: string, said: string]>(import.meta.url, "emoji.tsv");
test.each(named)("with names for emoji, “%s” (%s) is: %s", async (text, locale, said) => {
	const name = emojiNamer(await loadEmojiNames(locale), locale);
	expect(name(text).replace(/\s+/g, " ").trim()).toBe(said);
});

/**
 * Rows whose texts can be joined. The other texts have signs that could become markup beside other signs, such as an
 * escaped star.
 */
const plain = rows.filter(([text, , said]) => !/[\\`]/.test(text) && !/[*_~|]/.test(said));
const chat = fc
	.tuple(fc.constantFrom(...new Set(rows.map(([, locale]) => locale))), fc.constantFrom("\n", "\n\n"))
	.chain(([locale, between]) => {
		const texts = plain.filter(([, of]) => of === locale).map(([text]) => text);
		return fc.record({
			locale: fc.constant(locale),
			text: fc
				.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 6 })
				.map((some) => some.join(between)),
		});
	});

/** Functions that write a word as members do: in a style of letters, or with signs around the word. */
const styles: readonly ((word: string) => string)[] = [
	(word) => word,
	(word) => word.toUpperCase(),
	...[0x1d400, 0x1d5d4, 0x1d56c, 0x1d670, 0xff21, 0x24b6, 0x1f130, 0x1f150, 0x1f170].map(
		(first) => (word: string) =>
			word
				.toUpperCase()
				.replace(/[A-Z]/g, (letter) => String.fromCodePoint(first + letter.charCodeAt(0) - 65)),
	),
	(word) => word.replace(/./g, "$&\u0336"),
	(word) => word.replace(/./g, "$&\u0308\u0353\u0311\u0329\u034C"),
	(word) => [...word].map((letter) => "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ"[letter.charCodeAt(0) - 97]).join(""),
	(word) => `**${word}**`,
	(word) => `(${word})`,
	(word) => `[${word}]`,
	(word) => `<${word}>`,
	(word) => `> ${word}`,
	(word) => `| ${word} |`,
	(word) => `:) ${word} ^^`,
	(word) => `😂${word}😂`,
];

describe("whatever members write", () => {
	test("reading the result again changes nothing", () => {
		fc.assert(
			fc.property(chat, ({ text, locale }) => {
				const said = say(text, locale);
				expect(say(said, locale)).toBe(said);
			}),
			{ numRuns: 500 },
		);
	});

	test("the result has at most four times as many characters, apart from names of emoji", () => {
		const anything = fc.oneof(
			chat,
			fc.record({ text: fc.string({ unit: "grapheme" }), locale: fc.constant("de") }),
		);
		fc.assert(
			fc.property(anything, ({ text, locale }) => {
				const written = `a ${text}`;
				expect(say(written, locale).length).toBeLessThanOrEqual(4 * written.length);
			}),
			{ numRuns: 1_000 },
		);
	});

	test("all emoji are replaced by their names", () => {
		const name = emojiNamer(names.get("en") ?? new Map(), "en");
		const emoji = ["👩‍👧", "👍🏽", "🇩🇪", "🇩", "\u200D", "\uFE0F", "1️⃣", "a", " ", "🏽"];
		const anything = fc.oneof(
			fc.string({ unit: "grapheme" }),
			fc.string({ unit: fc.constantFrom(...emoji) }),
		);
		fc.assert(
			fc.property(anything, (text) => {
				expect(findEmoji(name(text))).toBe(false);
			}),
			{ numRuns: 500 },
		);
	});

	test("faces are ignored when a text's language is detected", () => {
		expect(findWordsAlone("salut (ﾟДﾟ) ¯\\_(ツ)_/¯ ʕ•ᴥ•ʔ ಠ_ಠ xD ( ͡° ͜ʖ ͡°)")).toBe("salut");
	});

	test("a word in any style and any surroundings keeps all of its letters", () => {
		const word = fc.stringMatching(/^[a-z]{3,8}$/).filter((word) => !/(.)\1{3}|^x+d+$/.test(word));
		fc.assert(
			fc.property(word, fc.constantFrom(...styles), (word, style) => {
				// A tag, such as <sad>, isn't said.
				fc.pre(settleTags(`<${word}>`, () => "") !== "");
				expect(say(style(word), "en-US").toLowerCase()).toContain(word);
			}),
			{ numRuns: 1_000 },
		);
	});
});
