import { beforeEach, expect, test } from "vitest";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, member } = await useWorld();
beforeEach(() => herald.advance(61_000));

const upload = (content: string | Uint8Array, name = "letter.txt") =>
	playground.upload(name, typeof content === "string" ? Buffer.from(content) : content);
const sayFile = (file: string, more: Record<string, string> = {}) =>
	playground.command(member, "say", { file, ...more });

test("/say speaks a file's words, and answers as for any other text", async () => {
	const answer = await sayFile(upload("# Dear *all*\n\nSee you soon.", "letter.md")).firstAnswer();
	expect(answer.content).toMatch(/^\*\*Kore\*\* · 0:0\d\n> Dear all See you soon\.$/);
	expect(answer.attachments).toHaveLength(1);
	expect(upstream.texts().at(-1)).toBe("Dear all\n\nSee you soon.");
});

test("a command with both a text and a file, or with neither, is refused", async () => {
	const asked = upstream.requests.length;
	const both = await sayFile(upload("A file"), { text: "A text" }).firstAnswer();
	const neither = await playground.command(member, "say", {}).firstAnswer();
	for (const { ephemeral, content } of [both, neither])
		expect({ ephemeral, content }).toEqual({
			ephemeral: true,
			content: "Give Herald something to say: either `text` or `file`, not both.",
		});
	expect(upstream.requests).toHaveLength(asked);
});

test.each([
	["is no text", Buffer.from("%PDF-1.7"), /isn't a text file/],
	["is in another encoding", Buffer.from("Grüße aus Köln", "latin1"), /Save it as UTF-8/],
	["is blank", Buffer.from(" \n"), /nothing in this text to read aloud/],
	["has no letter or digit", Buffer.from("…"), /it needs a letter or a digit/],
	["is too long", Buffer.from("word ".repeat(20_000)), /That file is too long/],
])("a file that %s is refused with a private sentence", async (_, bytes, sentence) => {
	const answer = await sayFile(upload(bytes)).firstAnswer();
	expect(answer).toMatchObject({ ephemeral: true, content: expect.stringMatching(sentence) });
});

test("members can choose files of the kinds that are read, by their names", async () => {
	for (const name of ["a.txt", "B.MD", "c.srt", "d.vtt", "e.log"])
		expect((await sayFile(upload("Some words", name)).firstAnswer()).attachments, name).toHaveLength(1);
	expect(() => sayFile(upload("Some words", "song.mp3"))).toThrow('does not offer "song.mp3"');
});

test.each(["汉字", "汉字\n\n"])("a file of exactly the longest length is accepted (%j)", async (words) => {
	const file = words.repeat(25_000);
	expect((await sayFile(upload(file)).firstAnswer()).content).toMatch(/about \d+ minutes to read aloud/);
	expect((await sayFile(upload(`${file}字`)).firstAnswer()).content).toMatch(/That file is too long/);
});

test("a file that Discord doesn't deliver is refused with a sentence, and no redirect is followed", async () => {
	const { fileFaults, url } = playground;
	const anyFile = { path: /^\/attachments\// };
	fileFaults.page(anyFile, 404);
	expect((await sayFile(upload("Lost")).firstAnswer()).content).toMatch(/no longer has that file/);
	fileFaults.redirect(anyFile, `${url}/attachments/1/2/letter.txt`);
	expect((await sayFile(upload("Elsewhere")).firstAnswer()).content).toMatch(/couldn't get that file/);
	fileFaults.cut(anyFile);
	expect((await sayFile(upload("Cut")).firstAnswer()).content).toMatch(/couldn't get that file/);
	fileFaults.page(anyFile, 503);
	expect((await sayFile(upload("Down")).firstAnswer()).content).toMatch(/couldn't get that file/);
});
