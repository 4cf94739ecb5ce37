import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Book, listLines } from "../../src/books/book.ts";
import { findDialogue, type SpokenBlock, writeDialogue, writePages } from "../../src/books/write-book.ts";
import { findTurns } from "../../src/speech/text/cut-at-names.ts";
import { type Block, readPlain } from "../../src/speech/text/document/block.ts";
import { makeSpeakable } from "../../src/speech/text/speakable.ts";
import { noNames } from "../support/no-names.ts";

const options = { names: ["Kore", "Puck", "Leda"], exact: false, locale: "en" };
const find = (blocks: readonly Block[]) => findDialogue(blocks, options);

test("pauses written in a long text are ten seconds at most in total, with all speakers together", async () => {
	const blocks = Array.from({ length: 30 }, (_, at) => ({ text: "Hi. [pause 5s] Ho.", at }));
	const speakAs = async ({ text, at }: (typeof blocks)[number]) => {
		const voice = at % 2 ? "Puck" : "Kore";
		return {
			text: makeSpeakable(text, noNames),
			speaker: { speaker: voice, voice, style: undefined, speed: 1 },
		};
	};
	const lines = (await writePages(blocks, speakAs, "en")).flatMap((page) => page.lines);
	const pauses = lines.map((line) => (typeof line === "string" ? 0 : (line.pauseMs ?? 0)));
	expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(10_000 + 29 * 400);
});

describe("who speaks in a long text", () => {
	test.each(readRows<[what: string, text: string, ...turns: string[]]>(import.meta.url, "dialogue.tsv"))(
		"a turn %s",
		async (_, text, ...turns) => {
			const found = await find(readPlain(text));
			expect(found?.flatMap(({ name = "", text }) => [name, text])).toEqual(turns);
		},
	);

	test("lines of dialogue aren't joined as a paragraph that was broken to fit a page", async () => {
		const line = "So much could be said about it that nobody ever will";
		const turns = await find(readPlain(`Kore: ${line}\nPuck: ${line}\nLeda: ${line}`));
		expect(turns?.map(({ name }) => name)).toEqual(options.names);
		expect(readPlain(`Note: ${line}\n${line}\nand that is all.`)[0]?.text).not.toContain("\n");
	});

	test("speakers are the same as in a short text, and ordinary colons change nothing in either", async () => {
		const names = ["Kore: ", "puck:", "Leda", "Note: ", "said Kore: "];
		const others = ["It is 12:30. ", "Well", "10：00", "yes. ", "\n", "https://example.com/a:b ", "\n\n"];
		const piece = fc.constantFrom(...names, ...others);
		const words = (turns: readonly { readonly name: string | undefined; readonly text: string }[]) =>
			turns.flatMap(({ name, text }) => text.split(/\s+/).map((word) => `${name} ${word}`));
		await fc.assert(
			fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 16 }), async (pieces) => {
				const blocks = readPlain(pieces.join(""));
				const short = findTurns(blocks.map(({ text }) => text).join("\n\n"), options);
				const long = await find(blocks);
				expect(long && words(long)).toEqual(short && words(short));
			}),
			{ numRuns: 1_000 },
		);
	});
});

const speakers = {
	language: "en",
	locale: "en",
	checkWords: () => {},
	findUnheard: () => "nothing" as const,
	chooseLanguage: async () => ({ language: "en", leavesOut: false }),
	resolve: (name = "Charon") => ({
		voice: { value: name, from: "default" as const },
		speaker: name,
		style: name === "Leda" ? { value: "whispering", from: "own" as const } : undefined,
		speed: { value: name === "Puck" ? 1.5 : 1, from: "default" as const },
		languages: [],
	}),
	read: (text: string) => text,
};
const writeLong = async (text: string) => writeDialogue((await find(readPlain(text))) ?? [], speakers);
const book = (pages: Book["pages"]): Book => ({
	quote: "",
	fileName: "",
	voice: "Charon",
	style: "calm",
	speed: 2,
	locale: "en",
	channelId: "",
	pages,
	notes: [],
});

test("each turn is a Line of its speaker, after a pause if the speaker changes", async () => {
	const { pages, speakers, styled } = await writeLong(
		"Night.\n\nKore: One.\n\nStill one.\n\nPuck: Two.\nLeda: Three.\nKore: Four.",
	);
	expect(listLines(book(pages), 9).map(({ line }) => line)).toEqual([
		{ text: "Night.", voice: "Charon", language: "en" },
		{ text: "One.\n\nStill one.", voice: "Kore", language: "en", pauseMs: 400 },
		{ text: "Two.", voice: "Puck", language: "en", tempo: 1.5, pauseMs: 400 },
		{ text: "Three.", voice: "Leda", language: "en", style: "whispering", pauseMs: 400 },
		{ text: "Four.", voice: "Kore", language: "en", pauseMs: 400 },
	]);
	expect(speakers.map(({ name }) => name)).toEqual(["Charon", "Kore", "Puck", "Leda"]);
	expect(styled).toBe("whispering");
	const long = `Kore: ${"So much could be said. ".repeat(40)}\nPuck: ${"No more of that now. ".repeat(40)}`;
	const pauses = (await writeLong(long)).pages.flatMap(({ lines }) =>
		lines.map((line) => (typeof line === "string" ? undefined : line.pauseMs)),
	);
	expect(pauses).toEqual([undefined, undefined, 400, undefined]);
});

test("prose is spoken in the book's one voice, and so is a book stored before books had speakers", async () => {
	const blocks = readPlain("Chapter 1\n\nHello Kore: how are you?\n\nNote: well.");
	expect(await find(blocks)).toBeUndefined();
	const pages = await writePages(blocks, async (block): Promise<SpokenBlock> => block, "en");
	expect(pages.flatMap(({ lines }) => lines)).toEqual([
		"Chapter 1\n\nHello Kore: how are you?\n\nNote: well.",
	]);
	expect(listLines(book([{ lines: ["Words."], ms: 1 }]), 1)).toEqual([
		{ line: { text: "Words.", voice: "Charon", style: "calm", tempo: 2 }, beginsPage: true },
	]);
});

test("a hostile text of 50,000 characters is examined without blocking", async () => {
	for (const part of ["Kore: a. ", "`", "Puck:\n\n", "||x: "])
		await find(readPlain(part.repeat(50_000 / part.length)));
});
