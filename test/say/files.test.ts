import { beforeEach, expect, onTestFinished, test } from "vitest";
import { button, withSound } from "../support/answers.ts";
import { readOgg } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";
import { speakThroughout, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, member } = await useWorld();
const kilobyte = 1024;
/** How much of the upload limit Herald leaves for an answer without its file, in bytes. */
const roomBytes = 64 * kilobyte;

beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(speakWell);
	playground.home.guild.attachmentLimit = 10 * 1024 * kilobyte;
});

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

/** A text of three Lines of about 40 s each. */
const text = (word: string) => `${`${word} and so on `.repeat(40)}at last. `.repeat(3).trim();

test("sound larger than a server's upload limit comes as several files within it", async () => {
	upstream.behave(speakThroughout);
	const say = (as: string) => herald.say(member, text("Largely"), { as });
	const spoken = await withSound(say("file"));
	const whole = spoken.attachments[0]?.bytes as Uint8Array;
	const { guild } = playground.home;
	guild.attachmentLimit = Math.ceil(whole.byteLength / 2.5) + roomBytes;
	for (const as of ["file", "voice-message"]) {
		const trace = say(as);
		await trace.message(({ content }) => content.includes("part 3"));
		const parts = trace.messages.filter(({ attachments }) => attachments.length > 0);
		expect(parts.map(({ attachments }) => attachments[0]?.filename)).toEqual(
			["", "_2", "_3"].map((number) =>
				expect.stringMatching(new RegExp(`t_last${number}\\.ogg$|Largely.*${number}\\.ogg$`)),
			),
		);
		for (const { attachments } of parts)
			expect(attachments[0]?.bytes.byteLength).toBeLessThan(guild.attachmentLimit - roomBytes);
		const lengths = parts.map(({ attachments }) => readOgg(attachments[0]?.bytes as Uint8Array).durationMs);
		const sum = lengths.reduce((ms, length) => ms + length, 0);
		expect(Math.abs(sum - readOgg(whole).durationMs)).toBeLessThan(500);
	}
});

test("if Discord accepts less than its stated limit, a sentence says so, and the text can be said again", async () => {
	const { guild } = playground.home;
	upstream.behave((...request) => {
		guild.attachmentLimit = kilobyte;
		speakThroughout(...request);
	});
	const trace = playground.command(member, "say", { text: "Refused once", as: "file" }, { locale: "de" });
	const refused = await trace.message(({ ephemeral }) => ephemeral);
	expect(refused.content).toContain("So große Dateien nimmt Discord hier nicht an.");
	guild.attachmentLimit = 10 * 1024 * kilobyte;
	const repeated = playground.click(member, refused, button(refused, "Noch einmal sagen"), { locale: "de" });
	expect((await withSound(repeated)).content).toContain("Refused once");
});

test("a long text that is refused for good is returned to its member as a file", async () => {
	const panel = serverPanel(playground, playground.home.owner);
	await panel.add("words", { words: "zebra" });
	const typed = `A zebra. ${"And so on. ".repeat(40)}`.trim();
	const say = (values: Record<string, string>) => playground.command(member, "say", values).firstAnswer();
	const refused = await say({ text: typed });
	expect(refused.ephemeral).toBe(true);
	expect(refused.attachments.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([typed]);
	expect((await say({ text: "A zebra." })).attachments).toEqual([]);
	playground.setPermissions(playground.home.bot, { deny: ["AttachFiles"] });
	onTestFinished(() => playground.setPermissions(playground.home.bot, {}));
	const there = await say({ text: typed, as: "channel" });
	expect(there).toMatchObject({ content: refused.content, attachments: [] });
});
