import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emojiNamer } from "../../src/speech/text/emoji/name-emoji.ts";
import type { SpeakableContext } from "../../src/speech/text/speakable/context.ts";
import { isSpeakable, makeSpeakable } from "../../src/speech/text/speakable.ts";

const context: SpeakableContext = {
	users: new Map([
		["1", "Ann"],
		["2", "**Bob**\n\u202E||x||"],
		["3", "\u200B!!!"],
	]),
	channels: new Map([["10", "general-chat"]]),
	roles: new Map([["20", "Moderators"]]),
	locale: "en-US",
	timeZone: "Europe/Berlin",
};
const speak = (text: string, changes: Partial<SpeakableContext> = {}) =>
	makeSpeakable(text, { ...context, ...changes });

describe("a member's text is read as a person would:", () => {
	test.each(readRows<[what: string, text: string, spoken: string]>(import.meta.url, "speakable.tsv"))(
		"%s",
		(_what, text, spoken) => {
			expect(speak(text)).toBe(spoken);
		},
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
