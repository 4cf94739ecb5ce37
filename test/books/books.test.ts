import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Book, type BookLine, type BookPage, listLines } from "../../src/books/book.ts";
import { cutReading, findNextPage, findPage, fitChannel } from "../../src/books/fit-channel.ts";
import { planBook } from "../../src/books/plan-book.ts";
import { findDialogue, type SpokenBlock, writeDialogue, writePages } from "../../src/books/say-book.ts";
import { cutPart, type MadeLine, writeComments } from "../../src/books/speak-book.ts";
import { estimateHeardMs } from "../../src/say/sound/write-lines.ts";
import type { Line } from "../../src/speech/line.ts";
import { findTurns } from "../../src/speech/text/cut-at-names.ts";
import { type Block, readPlain } from "../../src/speech/text/document/block.ts";
import { makeSpeakable } from "../../src/speech/text/speakable.ts";
import { noNames } from "../support/names.ts";

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

const minute = 60_000;
const page = (ms: number): BookPage => ({ lines: ["words"], ms });
const day = (minutes?: number) =>
	minutes === undefined
		? { limitMs: undefined, leftMs: undefined }
		: { limitMs: 60 * minute, leftMs: minutes * minute };

test("a member is asked about a book of more than ten minutes, or one that doesn't fit into the day", () => {
	const short = [page(9 * minute)];
	const long = [page(6 * minute), page(5 * minute)];
	const free = { member: day(), guild: day() };
	expect(planBook(short, free)).toMatchObject({ asks: false, exceeds: [], fitting: { pages: 1 } });
	expect(planBook(long, free)).toMatchObject({ asks: true, exceeds: [], fitting: { pages: 2 } });
	expect(planBook(short, { member: day(8), guild: day() })).toMatchObject({
		asks: true,
		exceeds: ["member"],
	});
	const days = { member: day(10), guild: day(7) };
	expect(planBook(long, days)).toMatchObject({
		exceeds: ["member", "guild"],
		fitting: { pages: 1, ms: 6 * minute },
	});
	expect(planBook([page(minute / 2), page(20 * minute)], days).fitting.pages).toBe(0);
});

const makeLine = (bytes: number, heading?: string, beginsPage = true): MadeLine => ({
	line: { line: { text: "words", voice: "Kore" }, beginsPage, ...(heading !== undefined && { heading }) },
	spoken: { packed: new Uint8Array(bytes), durationMs: 61_000, madeMs: 0, compromises: [] },
});

test("a file is cut at a heading, unless that is too early, else at a paragraph, else where it is full", () => {
	const lines = (...cuts: (string | undefined)[]) => cuts.map((heading) => makeLine(10, heading));
	expect(cutPart(lines("One", undefined, undefined), 30)).toBeUndefined();
	expect(cutPart(lines("One", undefined, "Two", undefined), 30)).toBe(2);
	expect(cutPart(lines("One", "Two", undefined, undefined, undefined, undefined), 50)).toBe(5);
	const within = [makeLine(10), makeLine(10), makeLine(10, undefined, false)];
	expect(cutPart(within, 20)).toBe(1);
	const never = [makeLine(10), ...Array.from({ length: 3 }, () => makeLine(10, undefined, false))];
	expect(cutPart(never, 30)).toBe(3);
	expect(cutPart([makeLine(100), makeLine(10)], 30)).toBe(1);
});

test("a file's comments hold its chapters, with the times at which they begin", () => {
	expect(writeComments("Kore A Book", [makeLine(1, "One"), makeLine(1), makeLine(1, "Two\nmore")])).toEqual([
		"TITLE=Kore A Book",
		"CHAPTER001=00:00:00.000",
		"CHAPTER001NAME=One",
		"CHAPTER002=00:02:02.040",
		"CHAPTER002NAME=Two more",
	]);
});

test("all words of a text are in the Lines of its pages, in order", async () => {
	const block = fc.record({
		text: fc
			.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 200 })
			.map((words) => words.join(" ")),
		isHeading: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(block, { maxLength: 20 }), async (blocks) => {
			const pages = await writePages(
				blocks.map(({ text, isHeading }) => ({ text, ...(isHeading && { heading: true as const }) })),
				async (block) => block,
				"en",
			);
			const lines = pages.flatMap(({ lines }) => lines).map(String);
			expect(lines.join(" ").split(/\s+/).filter(Boolean)).toEqual(
				blocks.flatMap(({ text }) => text.split(" ")),
			);
			for (const line of lines) expect(line.length).toBeLessThanOrEqual(600);
		}),
		{ numRuns: 30 },
	);
});

const sentence = "This sentence has eight words and a few.";
const line: Line = { text: sentence, voice: "Kore" };
const sentenceMs = estimateHeardMs([line]);

describe("a stretch of a book that is read in one go", () => {
	/** Three pages, of two, three and one Lines. */
	const lines: readonly BookLine[] = [true, false, true, false, false, true].map((beginsPage) => ({
		line,
		beginsPage,
	}));

	test("ends with its page, from whichever Line it begins", () => {
		const ends = lines.map((_, from) => cutReading(lines, from, 60_000));
		expect(ends).toEqual([2, 2, 5, 5, 5, 6]);
	});

	test("holds as much of a long page as a text may be, and at least one Line", () => {
		expect(cutReading(lines, 2, sentenceMs * 2.5)).toBe(4);
		expect(cutReading(lines, 4, sentenceMs * 2.5)).toBe(5);
		expect(cutReading(lines, 2, 1)).toBe(3);
	});

	test("is found from any of its Lines, and none is found after the last one", () => {
		expect(lines.map((_, at) => findPage(lines, at))).toEqual([0, 0, 2, 2, 2, 5]);
		expect(findPage(lines, lines.length)).toBe(5);
		expect(lines.map((_, at) => findNextPage(lines, at))).toEqual([2, 2, 5, 5, 5, 6]);
	});
});

test("a book in a channel has a short first Line and no Line longer than a text may be there, and loses no word", async () => {
	const said: Line = { ...line, text: `${sentence} `.repeat(12).trim(), pauseMs: 400 };
	const long = book([
		{ lines: [`${sentence} `.repeat(8).trim()], ms: 8 * sentenceMs },
		{ lines: [said], ms: 12 * sentenceMs },
	]);
	const [first, second] = (await fitChannel({ ...long, speed: 1 }, 5 * sentenceMs)).pages;
	expect(String(first?.lines[0]).length).toBeLessThanOrEqual(120);
	expect(first?.lines.join(" ")).toBe(`${sentence} `.repeat(8).trim());
	const pieces = second?.lines as readonly Line[];
	expect(pieces.map(({ pauseMs }) => pauseMs)).toEqual([400, ...pieces.slice(1).map(() => undefined)]);
	for (const piece of pieces) expect(estimateHeardMs([piece])).toBeLessThan(5.5 * sentenceMs);
});

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
