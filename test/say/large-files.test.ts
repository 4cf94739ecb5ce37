import { afterEach, expect, onTestFinished, test } from "vitest";
import { button, withSound } from "../support/answers.ts";
import { readOgg } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";
import { speakThroughout } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const kilobyte = 1024;
/** How much of the upload limit Herald leaves for an answer without its file, in bytes. */
const roomBytes = 64 * kilobyte;

const { upstream, herald, playground, member } = await useWorld();
afterEach(() => {
	playground.home.guild.attachmentLimit = 10 * 1024 * kilobyte;
	herald.advance(61_000);
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

test.each([
	["en-US", "Discord doesn't take a file this large here.", "Say it again"],
	["de", "So große Dateien nimmt Discord hier nicht an.", "Noch einmal sagen"],
	["ja", "ファイルが大きすぎるため、ここでは送信できません。", "もう一度読み上げる"],
])(
	"if Discord accepts less than its stated limit, a sentence says so, and the text can be said again: %s",
	async (locale, told, again) => {
		const { guild } = playground.home;
		upstream.behave((...request) => {
			guild.attachmentLimit = kilobyte;
			speakThroughout(...request);
		});
		const words = `Refused once in ${locale}`;
		const trace = playground.command(member, "say", { text: words, as: "file" }, { locale });
		const refused = await trace.message(({ ephemeral }) => ephemeral);
		expect(refused.content).toContain(told);
		guild.attachmentLimit = 10 * 1024 * kilobyte;
		const repeated = playground.click(member, refused, button(refused, again), { locale });
		expect((await withSound(repeated)).content).toContain(words);
	},
);

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
