import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteText } from "../../src/say/answers/choose-request.ts";
import { seeText } from "../support/discord-markup.ts";

const context = {
	users: new Map([["123456789012345678", "Ada *the* first"]]),
	channels: new Map([["223456789012345678", "general"]]),
	roles: new Map([["323456789012345678", "Crew"]]),
	locale: "en-GB",
};
const quote = (text: string) => quoteText(text, context);

const marks = [
	..."|| | ` `` ``` ** * __ _ ~~ \\ :// </say:5> <id:guide> @everyone @here é̀̂ 👨‍👩‍👧‍👦".split(" "),
	..."<@123456789012345678> <@!5> <@&323456789012345678> <#223456789012345678> <#7>".split(" "),
	..."<t:1700000000:R> <t:99999999999999999> <:party:423456789012345678>".split(" "),
	..."https://example.com/a_b [a](https://example.com)".split(" "),
	...["\n", " ", "> ", "# ", "- ", "1. ", "\u200b", "\ud800", "\ue000"],
];
const word = fc.integer({ min: 100, max: 999 }).map((number) => `w${number}w`);
const text = fc.oneof(
	fc.array(fc.oneof(fc.constantFrom(...marks), word), { maxLength: 40 }).map((parts) => parts.join("")),
	fc
		.array(fc.oneof(fc.constantFrom("||", "|", "`", "*", "\\", "\n# ", " "), word), { maxLength: 20 })
		.map((parts) => parts.join("")),
	// Texts in which other markup takes spoiler bars apart.
	fc
		.array(
			fc.oneof(
				word,
				word.map((hidden) => `||${hidden}||`),
				fc.constantFrom("`||`", "**a ||b**", "\\||", "https://a.b/||c ", "\n# ||\n", "_||_", " "),
			),
			{ maxLength: 8 },
		)
		.map((parts) => parts.join("")),
	anyString({ maxLength: 300 }),
);
const check = (holds: (text: string) => void) => fc.assert(fc.property(text, holds), { numRuns: 2_000 });
const wordsIn = (seen: string) => new Set(seen.match(/w\d{3}w/g) ?? []);

describe("a quotation of any text", () => {
	test("reveals no spoiler", () => {
		check((written) => {
			const open = wordsIn(seeText(written).open);
			for (const shown of wordsIn(seeText(quote(written)).open)) expect(open).toContain(shown);
		});
	});

	test("mentions nobody, and shows no raw id", () => {
		check((written) => {
			expect(quote(written)).not.toMatch(/<@[!&]?\d|@everyone|@here|<a?:\w+:\d|<\/|<id:|https?:\/\//);
			for (const [, id] of quote(written).matchAll(/<#(\d+)>/g)) expect(written).toContain(`<#${id}>`);
		});
	});

	test("is one line of at most 100 visible characters, and renders only spoilers, channels and times", () => {
		check((written) => {
			const shown = quote(written);
			expect(shown.length).toBeLessThanOrEqual(800);
			expect(shown).not.toMatch(/\n/);
			const { open, hidden } = seeText(shown);
			expect((open + hidden).replaceAll("\u200b", "").length).toBeLessThanOrEqual(100);
			// Without spoilers and escapes, no markup is left.
			expect(shown.replace(/\\[\s\S]/g, "").replaceAll("||", "")).not.toMatch(/[*_~`|\\]/);
			// The quote block in the answer keeps its form.
			expect(shown).not.toMatch(/^(?:[-+>*]|#{1,3} |\d+\.) ?/);
		});
	});
});

test.each(readRows<[written: string, shown: string]>(import.meta.url, "quote.tsv"))(
	"%s is quoted as it is rendered",
	(written, shown) => expect(quote(written)).toBe(shown),
);

test("a quotation names the author", () => {
	expect(quoteText("hello", context, "A*b")).toBe("**A\\*b:** hello");
});
