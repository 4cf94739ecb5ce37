import fc from "fast-check";
import { expect, test } from "vitest";
import type { BookPage } from "../../src/books/book.ts";
import { planBook } from "../../src/books/plan-book.ts";
import { cutPart, type MadeLine, writeComments } from "../../src/books/speak-book.ts";
import { writePages } from "../../src/books/write-book.ts";

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
