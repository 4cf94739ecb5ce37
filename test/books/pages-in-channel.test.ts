import { describe, expect, test } from "vitest";
import type { Book, BookLine } from "../../src/books/book.ts";
import { cutReading, findNextPage, findPage, fitChannel } from "../../src/books/fit-channel.ts";
import { estimateHeardMs } from "../../src/say/sound/write-lines.ts";
import type { Line } from "../../src/speech/line.ts";

const sentence = "This sentence has eight words and a few.";
const line = (text: string): Line => ({ text, voice: "Kore" });
const sentenceMs = estimateHeardMs([line(sentence)]);

describe("a stretch of a book that is read in one go", () => {
	/** Three pages, of two, three and one Lines. */
	const lines: readonly BookLine[] = [true, false, true, false, false, true].map((beginsPage) => ({
		line: line(sentence),
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
	const said: Line = { ...line(`${sentence} `.repeat(12).trim()), pauseMs: 400 };
	const book: Book = {
		quote: "",
		fileName: "",
		voice: "Kore",
		speed: 1,
		locale: "en-US",
		channelId: "1",
		pages: [
			{ lines: [`${sentence} `.repeat(8).trim()], ms: 8 * sentenceMs },
			{ lines: [said], ms: 12 * sentenceMs },
		],
		notes: [],
	};
	const [first, second] = (await fitChannel(book, 5 * sentenceMs)).pages;
	expect(String(first?.lines[0]).length).toBeLessThanOrEqual(120);
	expect(first?.lines.join(" ")).toBe(`${sentence} `.repeat(8).trim());
	const pieces = second?.lines as readonly Line[];
	expect(pieces.map(({ pauseMs }) => pauseMs)).toEqual([400, ...pieces.slice(1).map(() => undefined)]);
	for (const piece of pieces) expect(estimateHeardMs([piece])).toBeLessThan(5.5 * sentenceMs);
});
