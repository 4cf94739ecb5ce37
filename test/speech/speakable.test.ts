import { anyString } from "@herald/common/testing/any-string.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emojiNamer } from "../../src/speech/text/emoji/name-emoji.ts";
import type { SpeakableContext } from "../../src/speech/text/speakable/context.ts";
import { isSpeakable, makeSpeakable } from "../../src/speech/text/speakable.ts";
import { textLanguages, textsFor } from "../../src/texts/index.ts";

/**
 * How long a hostile text may take, in ms: a hundred times what a linear rule needs, and less than a quadratic rule
 * needs.
 */
const hostileMs = 10_000;

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
	test.each([
		["strangers as someone", "<@99> in <#99> as <@&99>", "someone in a channel as a role"],
		["games as a game", "play <@$1402418491272986635> now", "play a game now"],
		["neighbours apart", "<@1><@1>x<:a_b:1>", "Ann Ann x, a b"],
		["a name's markup as characters", "<@2>", "**Bob** ||x||"],
		["a name without a letter as someone", "<@3>", "someone"],
		["a spoiler as its word", "the end: ||he dies||!", "the end: spoiler!"],
		["a spoiler around a link without the link", "||https://a.com||", "spoiler"],
		["a spoiler around code without the code", "||`secret` ```x```||", "spoiler"],
		["a spoiler over lines", "||a\nb||c", "spoiler c"],
		["an open spoiler as it stands", "||a", "||a"],
		["a link by its host", "see https://www.Example.com/a_b_c?d=*e*f.", "see a link to example.com."],
		["a link in brackets", "(https://example.com)", "(a link to example.com)"],
		["a link without embed", "<https://example.com/x>", "a link to example.com"],
		["a link by where it truly leads", "https://google.com@evil.com:81/", "a link to evil.com"],
		["a link before Japanese", "https://example.comを見て", "a link to example.comを見て"],
		["a link without a host", "https://", "a link"],
		["a masked link by its words", '[**the** docs](https://a.com/b_(c) "title") ok', "the docs ok"],
		["a masked link that shows a link", "[https://a.com](https://b.com)", "a link to a.com"],
		["inline code as it stands", "run `npm **ci**` and `` a`b ``", "run npm **ci** and a`b"],
		["mentions in code literally", "`<@1>` `||x||` `https://a.com`", "<@1> ||x|| https://a.com"],
		["an open backtick as it stands", "a ` b ``c", "a ` b ``c"],
		["escaped markup literally", "\\*a\\* \\<@1> \\||b\\|| \\`c\\`", "*a* <@1> ||b|| `c`"],
		["bold, italics, underline and strike", "**a** *b* _c_ __d__ ~~e~~ ***f*** __*g*__", "a b c d e f g"],
		["names and products unharmed", "snake_case_name 2*3*4 5 * 6 * 7", "snake_case_name 2*3*4 5 * 6 * 7"],
		[
			"headings, quotes, lists and subtext",
			"# A\n> b\n- c\n  * d\n-# e\n>>> f\n> - g\n1. h",
			"A\nb\nc\nd\ne\nf\ng\n1. h",
		],
		["a guild's page", "<id:customize>", "Channels and Roles"],
		["long runs cut to three", "nooooooo!!!!!! ------", "nooo!!! ---"],
		["runs of composed characters cut to three", "e\u0323\u0301".repeat(6), "ẹ\u0301".repeat(3)],
		["numbers whole", "1000000 is 1,000,000", "1000000 is 1,000,000"],
		["what has no sound removed", "a\u200Bb\u202Ec\u0000d\uD800e\uE000f\u00ADg", "abcdefg"],
		["white space folded, paragraphs kept", " a \t b\u00A0c \r\n\r\n \n d\u2028e ", "a b c\n\nd\ne"],
	])("%s", (_name, text, spoken) => {
		expect(speak(text)).toBe(spoken);
	});

	test("timestamps are read as dates of the locale, in the given time zone", () => {
		expect(speak("<t:0:D>")).toBe("January 1, 1970");
		expect(speak("<t:0>", { locale: "de" })).toBe("1. Januar 1970 um 01:00");
		expect(speak("<t:0:t>", { locale: "no such locale" })).toBe("1:00 AM");
		expect(speak("<t:99999999999999999>")).toBe("a date");
		const { timeZone: _, ...anywhere } = context;
		expect(makeSpeakable("<t:0:t>", anywhere)).toBe("12:00 AM UTC");
	});

	test("Herald's own words are in the locale's language", () => {
		expect(speak("<@9> ||x|| https://a.de", { locale: "de-AT" })).toBe("jemand Spoiler ein Link zu a.de");
		expect(speak("<@9>", { locale: "xx" })).toBe("someone");
	});

	test.each([
		["en", "a game in a channel"],
		["de", "ein Spiel in ein Kanal"],
		["fr", "un jeu in un salon"],
		["es", "un juego in un canal"],
		["pt-BR", "um jogo in um canal"],
		["ja", "ゲーム in チャンネル"],
		["it", "in"],
	])("unknown games and channels are named in %s", (language, spoken) => {
		expect(speak("<@$1402418491272986635> in <#99>", { language })).toBe(spoken);
	});

	test("Herald's own words are in the text's language, and are left out if Herald has none in it", () => {
		expect(speak("<@9> ||x|| https://a.de", { language: "de" })).toBe("jemand Spoiler ein Link zu a.de");
		expect(speak("<@1>, vedi https://a.de||x||<@9>```js\nx\n``` ok", { language: "it" })).toBe(
			"Ann, vedi a.de ok",
		);
		expect(speak("<t:0:D>", { language: "it" })).toBe("1 gennaio 1970");
	});

	test("relative times such as “in two hours” are computed from now, and rounded", () => {
		const now = 1_800_000_000_000;
		const at = (seconds: number, locale = "en-US") =>
			speak(`<t:${now / 1_000 + seconds}:R>`, { now, locale });
		expect(
			[7_200, 90, 89, -59.6, -3_600 * 23.6, 86_400 * 45, -86_400 * 700].map((seconds) =>
				at(Math.round(seconds)),
			),
		).toEqual([
			"in 2 hours",
			"in 2 minutes",
			"in 1 minute",
			"1 minute ago",
			"1 day ago",
			"in 1 month",
			"2 years ago",
		]);
		expect(["de", "fr", "es-ES", "pt-BR", "ja"].map((locale) => at(-259_200, locale))).toEqual([
			"vor 3 Tagen",
			"il y a 3 jours",
			"hace 3 días",
			"há 3 dias",
			"3 日前",
		]);
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

	test("words without markup are unchanged, and reading them again changes nothing", () => {
		const plain = fc.array(fc.stringMatching(/^[a-zäß世0-9,.!?]{1,9}$/), { maxLength: 30 });
		fc.assert(
			fc.property(plain, (words) => {
				const once = speak(words.join(" "));
				expect(speak(once)).toBe(once);
			}),
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

	const hostile = [
		...["**a ", "*a ", "_a ", "``` ", "</a ", "> ", "- ", "-# ", "| ", "a | ", " ", "\n ", "🇭 "],
		...["<:aa:1> ", "||", "|", "`", "`a``", "__", "~~", "~", "[", "[a](", "[a](https://b/(c)", "<"],
		...["<@", "<t:0:F>", "<@1>", "<:aa:1>", "\\", "\\*", ">", "#", "https://", "https://a."],
		...["https://)", "(", "e\u0301\u0302", "\u200D", "👩\u200D", "🇩", "<a:", "@", "...", "_a"],
		...["**a***", "__a___", "(^", "¯\\_", ":'", "T_", "ﾉ", "ʕ•", "|-", "&amp;", "&#x26;", "𝓗"],
		...["e\u0336", "0123456789abcdef", "a-", "[a]\n<b>", "https://discord.com/channels/1/2/"],
	];

	test.each(hostile)(
		"hostile characters (%j), twenty times the longest text, are read in time",
		(unit) => {
			expect(typeof speak(unit.repeat(120_000 / unit.length))).toBe("string");
		},
		hostileMs,
	);

	test("mixtures of hostile characters are read in time", () => {
		const several = fc.array(fc.constantFrom(...hostile), { minLength: 2, maxLength: 4 });
		fc.assert(
			fc.property(several, (units) => {
				const unit = units.join("");
				expect(typeof speak(unit.repeat(30_000 / unit.length))).toBe("string");
			}),
			{ numRuns: 30 },
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

test.each(textLanguages)("every tag that /help names in %s is a tag of Herald's", (language) => {
	const named = textsFor(language)("help.task.tags").match(/\[[^\]]+\]/g) ?? [];
	expect(named.length).toBeGreaterThan(10);
	for (const tag of named) expect(speak(`a ${tag} b`)).not.toContain(tag);
});
