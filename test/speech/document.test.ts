import { readFileSync } from "node:fs";
import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { Tokenizer, type Tokens } from "marked";
import { afterAll, expect, test, vi } from "vitest";
import { ofGuild } from "../../src/shared/party.ts";
import { DocumentReader } from "../../src/speech/text/document/document-reader.ts";
import { readDocument } from "../../src/speech/text/document/read-document.ts";
import { makeSpeakable } from "../../src/speech/text/speakable.ts";
import { noNames } from "../support/names.ts";

/** More characters than any file in these tests has. */
const maxCharacters = 10_000_000;
const documents = new DocumentReader();
afterAll(() => documents.close());

test("at most 20 files of a server wait: the next one is refused with a time, and another server's is still read", async () => {
	const bytes = Buffer.from("Of one server.");
	const of = (guildId: string) => documents.read(bytes, "file.txt", ofGuild(guildId), maxCharacters);
	const results = await Promise.allSettled([...Array.from({ length: 30 }, () => of("one")), of("another")]);
	const refused = results.flatMap((result, at) => (result.status === "rejected" ? [at] : []));
	expect(refused).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
	expect(results[25]).toMatchObject({ reason: { detail: { kind: "too_fast" } } });
});

/** @returns a file's words, block by block, with a number sign before each heading; or why the file can't be read */
const read = (file: string | Uint8Array, name = "file.txt") => {
	const reading = readDocument({
		bytes: typeof file === "string" ? Buffer.from(file) : file,
		name,
		maxCharacters,
	});
	return reading.ok
		? reading.blocks.map(({ text, heading }) => `${heading ? "# " : ""}${makeSpeakable(text, noNames)}`)
		: reading.why;
};

test("UTF-8 and UTF-16 files are read with a byte order mark, and UTF-8 also without one", () => {
	const greeting = "Grüße, 世界 🙂";
	const utf16 = Buffer.from(`\ufeff${greeting}`, "utf16le");
	const utf8 = [greeting, `\ufeff${greeting}`].map((text) => Buffer.from(text));
	for (const bytes of [...utf8, utf16, Buffer.from(utf16).swap16()]) expect(read(bytes)).toEqual([greeting]);
});

test("a line is a heading if it is a chapter's name with a number, or that word alone", () => {
	const names = ["Chapter 1 The storm", "Part One", "PART II", "Kapitel 3: Der Sturm", "Chapter"];
	for (const name of names) expect(read(`Before.\n\n${name}\n\nAfter.`)).toContain(`# ${name}`);
	const words = [
		"Part of me wanted to go.",
		"Teil davon war ich.",
		"Chapter and verse.",
		"Part I played was small.",
	];
	for (const line of words) expect(read(`Before.\n\n${line}\n\nAfter.`)).toContain(line);
});

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 1, 2]);
test.each<[string, string | Buffer, string]>([
	["in Latin-1", Buffer.from("Grüße aus Köln, und noch mehr Wörter", "latin1"), "encoding"],
	["in UTF-16 without its mark", Buffer.from("Without its mark", "utf16le"), "encoding"],
	["in UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0]), "encoding"],
	["of a picture", png, "binary"],
	["of a PDF", "%PDF-1.7\nendobj", "binary"],
	["of rich text", "{\\rtf1 Hello}", "binary"],
	["of HTML", "<!DOCTYPE html><p>Hello", "binary"],
	["without bytes", "", "empty"],
	["of white space", " \r\n\t", "empty"],
])("a file %s isn't read", (_, bytes, why) => expect(read(bytes)).toBe(why));

test("a file of text with stray bytes is read", () => {
	expect(read(`Page one\f${"and many more words ".repeat(40)}\u0007`)).toHaveLength(1);
});

test("in plain text, lines broken to fit a page are joined, other lines stay, and chapters are found", () => {
	const wrapped =
		"It was the best of times, it was the worst of times, it was the age\nof wisdom, it was the age of foolishness.";
	const book = `CHAPTER I\n\n${wrapped}\n\nRoses are red,\nviolets are blue.\n\nPartly cloudy`;
	expect(read(book)).toEqual([
		"# CHAPTER I",
		wrapped.replace("\n", " "),
		"Roses are red,\nviolets are blue.",
		"Partly cloudy",
	]);
});

test("a footnote is read once, however many references it has", () => {
	const note = `[^1]: ${"many words ".repeat(10).trim()}`;
	const [first, ...others] = read(`Here[^1] and here[^1].\n\nAnd here[^1].\n\n${note}`, "a.md");
	expect(first).toBe("Here and here.");
	expect(others).toEqual([`(${"many words ".repeat(10).trim()})`, "And here."]);
});

test("a file with too many characters is refused before its blocks leave the thread", async () => {
	const bytes = Buffer.from("a\n\n".repeat(1_001));
	expect(await documents.read(bytes, "a.txt", ofGuild("guild"), 1_000)).toEqual({
		ok: false,
		why: "too_long",
	});
	expect(await documents.read(bytes, "a.txt", ofGuild("guild"), 1_001)).toMatchObject({ ok: true });
});

test("Markdown is read as a person would: without marks, with headings, tables by rows, and footnotes at the end", () => {
	const file = readFileSync(new URL("document.md", import.meta.url));
	expect(read(file, "book.md")).toEqual(readRows(import.meta.url, "document.tsv").flat());
	expect(read("# By its content\n\nText", "notes.txt")).toEqual(["# By its content", "Text"]);
});

test("a table with missing cells takes time only in proportion to its length, and is otherwise read as it is written", () => {
	const readTable = (columns: number, rows: number) => {
		const markdown = `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"word\n".repeat(rows)}`;
		const tables = vi.spyOn(Tokenizer.prototype, "table");
		const said = [read(markdown, "a.md")].flat().join("\n");
		const found = tables.mock.results.flatMap(({ value }) => (value as Tokens.Table | undefined) ?? []);
		tables.mockRestore();
		expect(said.match(/word/g)).toHaveLength(rows);
		const cells = found.reduce((sum, { header, rows }) => sum + header.length * (rows.length + 1), 0);
		return { said, cells, characters: markdown.length };
	};
	expect(readTable(3, 4).said).toBe("a, a, a.\nword.\nword.\nword.\nword");
	const { cells, characters } = readTable(200, 2_000);
	expect(cells).toBeLessThan(characters);
});

test("of subtitles, only the words are read, without repetitions, and with a speaker's name when it changes", () => {
	const srt =
		"1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Hello</i> {\\an8}there\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000 X1:1 Y1:2\r\nHello there\r\n- Bye &amp; thanks.\r\n\r\n3\r\n00:01:02,000 --> 00:01:03,000\r\nLater: 5 --> 6\r\n";
	expect(read(srt, "film.txt")).toEqual(["Hello there\nBye & thanks.", "Later: 5 --> 6"]);
	const vtt =
		"WEBVTT - A film\n\nNOTE not said\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Roger>Hi <00:01.500><c.red>all</c>\n\n00:02.000 --> 00:03.000\n<v Roger>More\n\n00:03.000 --> 00:04.000\n<v.loud Anna B>Yes</v>";
	expect(read(vtt)).toEqual(["Roger: Hi all More", "Anna B: Yes"]);
});

const anyFile = fc.record({
	bytes: fc.oneof(
		fc.uint8Array({ maxLength: 200 }),
		anyString().map((text) => Buffer.from(text)),
		fc
			.array(
				fc.constantFrom(
					...["# ", "*", "_", "`", "[", "](", "[^a]", "[^a]: ", "> ", "- ", "|", "|-|", "\n", "\n\n"],
					...["<!--", "<b>", "a", "---\n", "00:00:01,000 --> 00:00:02,000\n", "WEBVTT\n", "<v A>"],
					...["{\\an8}", "&#x41;", "\\", "𝒳"],
				),
				{ maxLength: 60 },
			)
			.map((parts) => Buffer.from(parts.join(""))),
	),
	name: fc.constantFrom("a.txt", "a.md", "a.srt", "a.vtt"),
});

test("the blocks of any file are short, not blank, and cut between whole characters", () => {
	fc.assert(
		fc.property(anyFile, (file) => {
			const reading = readDocument({ ...file, maxCharacters });
			for (const block of reading.ok ? reading.blocks : []) {
				expect(block.text.trim()).not.toBe("");
				expect(block.text.length).toBeLessThanOrEqual(3_000);
				expect(block.text.isWellFormed()).toBe(true);
			}
		}),
		{ numRuns: 300 },
	);
});

test("all words of plain text are kept, in order", () => {
	const word = fc
		.stringMatching(/^[a-z]{1,12}$/)
		// Without the first words of headings, without runs of one letter, which are shortened, and without "xd", which
		// is a face.
		.filter((each) => !/^(?:chapter|part|teil|kapitel)|^xd+$|(.)\1{3}/.test(each));
	fc.assert(
		fc.property(fc.array(fc.tuple(word, fc.constantFrom(" ", "\n", "\n\n", " \n \n"))), (words) => {
			const said = read(words.flat().join(""));
			const expected = words.map(([each]) => each);
			expect(typeof said === "string" ? [] : said.join(" ").split(/\s+/)).toEqual(expected);
		}),
	);
});

test("a table is read as such even while other members have hostile files read", async () => {
	const hostile = ["_a_b", "_a", "_*a", ">", "> "].map((part) => Buffer.from(part.repeat(12_000)));
	const others = hostile.map((bytes) => documents.read(bytes, "a.md", ofGuild("hostile"), 1_000_000));
	const table = Buffer.from("|a|b|\n|-|-|\n|one|two|");
	const read = documents.read(table, "a.md", ofGuild("honest"), 1_000_000);
	expect(await read).toEqual({ ok: true, blocks: [{ text: "a, b.\none, two" }] });
	for (const reading of await Promise.all(others)) expect(reading.ok).toBe(true);
});

test("tags on lines of their own are read in time proportional to their number", () => {
	expect(read("<div>\n".repeat(150_000), "page.md")).toBe("empty");
	// The limit is a hundred times the usual time, and a third of the time that a quadratic rule needs.
}, 10_000);

test("nested marks that would take too long are read as plain text, and the next file is read normally", async () => {
	const nested = await documents.read(
		Buffer.from("> ".repeat(200_000)),
		"nested.md",
		ofGuild("hostile"),
		maxCharacters,
	);
	expect(nested.ok && nested.blocks[0]?.text).toMatch(/^> > >/);
	const small = await documents.read(Buffer.from("# Small"), "small.md", ofGuild("other"), maxCharacters);
	expect(small).toMatchObject({ ok: true, blocks: [{ heading: true, text: "Small" }] });
});
