import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type ComposeOptions, compose } from "../../src/reading/compose-message.ts";
import { makeNameSpeakable, sayName } from "../../src/reading/spoken-names.ts";
import type { MessageParts } from "../../src/say/answers/message-parts.ts";
import { estimateSeconds, shortenText } from "../../src/speech/text/lines.ts";
import { textsFor } from "../../src/texts/index.ts";

const nothing: MessageParts = {
	content: "",
	names: { users: new Map(), channels: new Map(), roles: new Map() },
	forwards: false,
	reply: undefined,
	poll: undefined,
	pictures: 0,
	videos: 0,
	sounds: 0,
	files: 0,
	voiceSeconds: undefined,
	stickers: [],
	hasEmbed: false,
};
const write = (parts: Partial<MessageParts>, options: Partial<ComposeOptions> = {}, locale = "en-US") =>
	compose(
		{ ...nothing, ...parts },
		{
			phrases: { t: textsFor(locale), language: undefined },
			language: undefined,
			locale,
			author: "Anna",
			answers: undefined,
			maxSeconds: 15,
			read: (text) => text,
			canRead: () => true,
			someone: "someone",
			ofName: (_, language) => language,
			...options,
		},
	);

describe("a message", () => {
	test("has the author's name in the message's language, and Herald's own words in the server's", () => {
		const phrases = { t: textsFor("en"), language: "en" };
		const inGerman = { phrases, language: "de" };
		expect(write({ content: "Hallo" }, inGerman)).toMatchObject({ leadLanguage: "de", language: "de" });
		expect(write({ content: "Ja" }, { ...inGerman, answers: "Ben" }).leadLanguage).toBe("en");
		expect(write({ pictures: 1 }, inGerman)).toMatchObject({ leadLanguage: "en", language: undefined });
		expect(write({ content: "Да" }, { ...inGerman, author: "Иван", answers: "Ben" }).lead).toBe(
			"someone to Ben",
		);
	});

	test("is read with each attachment named in a phrase of its own", () => {
		const parts = { pictures: 2, videos: 1, sounds: 1, files: 3, hasEmbed: true, stickers: ["Wave 👋"] };
		expect(write(parts)).toMatchObject({
			body: "",
			extras: ["2 images", "a video", "an audio file", "3 files", "a sticker: Wave", "an embed"],
		});
		expect(write({ voiceSeconds: 12.4 }).extras).toEqual(["a voice message of 12 seconds"]);
		expect(write({ voiceSeconds: 0.2 }, {}, "de").extras).toEqual(["eine Sprachnachricht von einer Sekunde"]);
	});

	test("that is too long ends with a complete sentence and “and more”", () => {
		const content = "This is the first sentence of it. And this is the second one. ".repeat(10);
		const { body, extras } = write({ content, pictures: 1 }, { maxSeconds: 10 });
		expect(content.startsWith(body)).toBe(true);
		expect(body).toMatch(/it\.$/);
		expect(estimateSeconds(body)).toBeLessThanOrEqual(10);
		expect(estimateSeconds(body)).toBeGreaterThan(6);
		expect(extras).toEqual(["and more", "an image"]);
	});

	test("with speakers' names is divided among them, and is cut within a turn", () => {
		const turn = (speaker: string, speakable: string) => {
			return { speaker, speakable, voice: speaker, language: "en", style: undefined, speed: 1 };
		};
		const long = "This is the first sentence of it. And this is the second one. ".repeat(3).trim();
		const turns = [turn("Kore", "Hello!"), turn("Puck", long), turn("Leda", "Me too.")];
		expect(write({ pictures: 1 }, { turns, maxSeconds: 60 })).toMatchObject({
			lead: "Anna",
			body: `Hello!\n${long}\nMe too.`,
			turns,
			extras: ["an image"],
		});
		const cut = write({}, { turns, maxSeconds: 8 });
		expect(cut.turns?.map(({ speaker }) => speaker)).toEqual(["Kore", "Puck"]);
		expect(long.startsWith(cut.turns?.[1]?.speakable as string)).toBe(true);
		expect(estimateSeconds(cut.body)).toBeLessThanOrEqual(8);
		expect(cut.extras).toEqual(["and more"]);
	});

	test("is read without words that the service has no voice for, and without signs that say nothing", () => {
		expect(write({ content: "Привет", pictures: 1 }, { canRead: () => false })).toMatchObject({
			body: "",
			extras: ["an image"],
			isForeign: true,
		});
		expect(write({ content: "🎉 !!" })).toMatchObject({ body: "", extras: [], isForeign: false });
	});
});

test("any text is shortened to what may be spoken", () => {
	const units = ["word ", "long-winded ", "a. ", "b! ", "京", "สวัส", "\n\n", ", ", "😀", "x".repeat(40)];
	const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 200 });
	fc.assert(
		fc.property(text, fc.integer({ min: 5, max: 60 }), (whole, seconds) => {
			const short = shortenText(whole, seconds, "en");
			// A single cut word may take slightly longer.
			expect(estimateSeconds(short)).toBeLessThanOrEqual(seconds + 0.4);
			expect(whole.includes(short)).toBe(true);
			if (estimateSeconds(whole) <= seconds && whole.length <= 300) expect(short).toBe(whole);
		}),
	);
});

test.each(readRows<[name: string, said: string]>(import.meta.url, "names.tsv"))(
	"the name %s is spoken as %s",
	(name, said) => expect(makeNameSpeakable(name)).toBe(said),
);

test("only the beginning of a name is processed after the dictionary has replaced parts of it", () => {
	// Stands for a dictionary that turns a nickname into thousands of decorating characters.
	const rewrite = () => `x${"_.-".repeat(4_000)}y`;
	const replaced = vi.spyOn(String.prototype, "replace");
	sayName("一二".repeat(16), { rewrite, canRead: () => true, someone: "someone" });
	const lengths = replaced.mock.contexts.map((text) => String(text).length);
	replaced.mockRestore();
	expect(Math.max(...lengths)).toBeLessThanOrEqual(200);
});

test("a spoken name is short, in one line, and without markup", () => {
	fc.assert(
		fc.property(anyString({ maxLength: 32 }), (name) => {
			const said = makeNameSpeakable(name);
			expect(said.length).toBeLessThanOrEqual(80);
			expect(said).not.toMatch(/[\n<>@#*_`|~]/);
		}),
	);
});
