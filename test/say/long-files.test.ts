import { eventually } from "@herald/common/testing/eventually.ts";
import type { Channel, Member, SeenMessage } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { beforeEach, expect, test } from "vitest";
import { formatLength } from "../../src/discord/show-text.ts";
import { labelsOf } from "../support/answers.ts";
import { type Herald, quickAttempts } from "../support/herald.ts";
import { lookAt } from "../support/look-at.ts";
import { parseOgg, readOgg } from "../support/ogg.ts";
import { percentsOf } from "../support/percents-of.ts";
import { hold, ifAsked, refuse, speakBriefly, type Upstream } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";

let upstream: Upstream;
let herald: Herald;
let member: Member;
let seen: ReturnType<typeof lookAt>;
/** The most bytes in a file. Each Line below makes about 100 KB, so that a file has six. */
const partMaxBytes = 640_000;
const noLimits = { MEMBER_SECONDS_PER_DAY: "0", GUILD_SECONDS_PER_DAY: "0" };

/** A Herald for each test, because a long file that isn't over would delay the next test's. */
beforeEach(async () => {
	const world = await startWorld(noLimits, { timing: quickAttempts, books: { partMaxBytes } });
	({ upstream, herald, member } = world);
	seen = lookAt(herald);
	upstream.behave(speakBriefly);
	return world.stop;
});

/** A Line estimated at 40 s by its words. A repeated Line comes from the cache. */
const paragraph = (word: string) => `${`${word} and so on `.repeat(26)}at last.`;
/** Sixteen different paragraphs, none of which comes from the cache. */
const paragraphs = (word: string) =>
	Array.from("abcdefghijklmnop", (letter) => paragraph(`${word}${letter}`)).join("\n\n");
const chapter = (name: string, word: string, paragraphs: number) =>
	[`# ${name}`, ...Array.from({ length: paragraphs }, () => paragraph(word))].join("\n\n");

const sayFile = (content: string, who = member, more: Record<string, string> = {}) =>
	herald.playground.command(who, "say", {
		file: herald.playground.upload("book.md", Buffer.from(content)),
		...more,
	});
const messages = () => seen.messages();
const find = (id: string) => seen.find(id);
const click = (message: SeenMessage, label: RegExp, who = member) => {
	const found = message.components.find(({ label: each }) => label.test(String(each)));
	return herald.playground.click(who, message, String(found?.custom_id));
};
/** Uploads a file, and agrees to have it read. @returns the message that shows its progress */
const speakFile = async (content: string): Promise<SeenMessage> => {
	const status = await sayFile(content).firstAnswer();
	await click(status, /Read it aloud/).firstAnswer();
	return status;
};
const until = (id: string, content: RegExp) => seen.shows(id, content);
/** The length of each silence in a file, in ms. */
const measurePauses = (file: Uint8Array): number[] => {
	const packets = parseOgg(file)
		.slice(2)
		.flatMap(({ packets }) => packets.map(({ length }) => (length === 3 ? "-" : "x")));
	return (packets.join("").match(/-+/g) ?? []).map((run) => run.length * 20);
};
/** Holds all answers after this many. @returns a function that releases them */
const holdAfter = (count: number) => {
	const { release, behave } = hold(speakBriefly);
	upstream.behave((...asked) => (asked[1] > count ? behave : speakBriefly)(...asked));
	return release;
};
const sumMs = (parts: readonly SeenMessage[]): number =>
	parts.reduce((sum, { attachments }) => sum + readOgg(attachments[0]?.bytes as Uint8Array).durationMs, 0);
const booksLeft = () => seen.booksLeft();
const noBookIsLeft = () => seen.noBookIsLeft();
const madeMs = () => seen.select("total(made_ms) FROM speech_days");

test("a long file comes in parts cut at headings, with chapters, and its message shows the progress", async () => {
	const before = messages().length;
	const book = [chapter("One", "alphabetical", 11), chapter("Two_x_", "betterment", 8)].join("\n\n");
	const status = await sayFile(book).firstAnswer();
	expect(status.content).toMatch(/^This takes about 1\d minutes to read aloud\.$/);
	expect(booksLeft()).toBe(1);
	await click(status, /Read it aloud/).firstAnswer();
	expect(find(status.id).content).toMatch(/^\*\*Kore\*\* · \d+% read\n> One alphabetical and so on/);
	await until(status.id, /^\*\*Kore\*\* · \d+:\d\d in \d files\n> One alphabetical/);
	const parts = messages().slice(before + 1);
	expect(parts.length).toBeGreaterThan(2);
	expect(parts.map(({ attachments }) => attachments[0]?.filename)).toEqual(
		parts.map((_, index) => `Kore_One_alphabetical_and_so_on_alphabetical_0${index + 1}.ogg`),
	);
	for (const { content } of parts) expect(content).toContain(` · for <@${member.user.id}>\n> `);
	const chaptersOf = (part: SeenMessage) => {
		const bytes = part.attachments[0]?.bytes as Uint8Array;
		expect(bytes.byteLength).toBeLessThan(partMaxBytes);
		expect(readOgg(bytes).durationMs).toBeGreaterThan(10_000);
		const head = Buffer.from(bytes.subarray(0, 500)).toString("latin1");
		return head.match(/CHAPTER\d+(?:NAME)?=[\w:.]+?(?=OggS|\W\0|$)/g) ?? [];
	};
	const began = (name: string) => ["CHAPTER001=00:00:00.000", `CHAPTER001NAME=${name}`];
	expect(parts.map(chaptersOf)).toEqual([began("One"), [], began("Two_x_"), []]);
	expect(parts[2]?.content).toContain("\n> Two\\_x\\_");
	await noBookIsLeft();
});

test("a long heading is cut between characters", async () => {
	const before = messages().length;
	const heading = `${"A chapter with a long name ".repeat(4).slice(0, 99)}\u{1f600} and more`;
	await speakFile([chapter(heading, "alphabetical", 11), chapter("Two", "betterment", 8)].join("\n\n"));
	await eventually(() => expect(messages().length - before).toBeGreaterThan(2));
	for (const { content } of messages()) expect(content.isWellFormed()).toBe(true);
});

test("a long file that names its speakers is spoken by them, with pauses between them", async () => {
	const before = messages().length;
	const spoken = ["Kore", "Puck", "Leda"].map((name, n) => ({
		name,
		words: paragraph(`mahogany${"xyz"[n]}`),
	}));
	const turns = Array.from({ length: 16 }, (_, n) => spoken[n % 3] as (typeof spoken)[number]);
	const script = turns.map(({ name, words }) => `**${name}:** ${words}`).join("\n\n");
	const status = await sayFile(script, member, { voice: "Charon" }).firstAnswer();
	await click(status, /Read it aloud/).firstAnswer();
	expect(find(status.id).content).toMatch(
		/^\*\*Kore, Puck, Leda\*\* · \d+% read\n> Kore: mahoganyx and so on/,
	);
	await until(status.id, /^\*\*Kore, Puck, Leda\*\* · \d+:\d\d in \d files/);
	const voices = upstream.asked().map(({ voice, text }) => `${voice}: ${text}`);
	expect(voices).toEqual(spoken.map(({ name, words }) => `${name}: ${words}`));
	const sounds = messages()
		.slice(before + 1)
		.map(({ attachments }) => attachments[0] as NonNullable<(typeof attachments)[number]>);
	expect(sounds[0]?.filename).toBe("Kore_mahoganyx_and_so_on_mahoganyx_and_01.ogg");
	const pauses = sounds.flatMap(({ bytes }) => measurePauses(bytes));
	expect(pauses).toHaveLength(16 - sounds.length);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(300);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(500);
});

test("a long file cancelled in the middle is charged for what was made, and leaves nothing behind", async () => {
	const before = madeMs();
	const release = holdAfter(3);
	const book = paragraphs("gamekeeper");
	const status = await speakFile(book);
	await eventually(() => expect(find(status.id).content).toMatch(/· (?:[5-9]|1\d|20)% read/));
	const { guild } = herald.playground.home;
	const other = herald.playground.world.addMember(guild, { username: "eve", name: "Eve" });
	const refused = await click(find(status.id), /Cancel/, other).firstAnswer();
	expect(refused.content).toMatch(/Only the member who started this text/);
	await click(find(status.id), /Cancel/).firstAnswer();
	release();
	await until(status.id, /cancelled at \d+%/);
	await noBookIsLeft();
	const spoken = upstream.requests.length;
	expect(spoken).toBeLessThan(8);
	await eventually(() => expect(madeMs() - before).toBeLessThan(5 * 13_000));
	expect(madeMs() - before).toBeGreaterThan(20_000);
	expect(find(status.id).components).toEqual([]);
});

test("after a restart, a long file goes on with what wasn't posted yet, and is charged once", async () => {
	const before = madeMs();
	const book = paragraphs("delphinium");
	const release = holdAfter(8);
	const count = messages().length;
	const status = await speakFile(book);
	await eventually(() => expect(messages()).toHaveLength(count + 2));
	const restarted = herald.restart();
	release();
	await restarted;
	expect(booksLeft()).toBe(1);
	upstream.behave(speakBriefly);
	await until(status.id, /in \d files/);
	const parts = messages().slice(count + 1);
	const heardMs = sumMs(parts);
	expect(find(status.id).content).toContain(`**Kore** · ${formatLength(heardMs)} in ${parts.length} files`);
	// Requests that the restart cut off are charged at their estimates, and are sent again.
	expect(madeMs() - before - heardMs).toBeGreaterThan(-1_000);
	expect(madeMs() - before - heardMs).toBeLessThan(2 * 50_000);
	expect(new Set(parts.map(({ attachments }) => attachments[0]?.filename)).size).toBe(parts.length);
	const percents = percentsOf(herald.playground, status.id);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	expect(percents.length).toBeGreaterThan(1);
});

test("a long file that exceeds the day says what fits and which setting allows more, and only that part is spoken", async () => {
	const book = [chapter("One", "alphabetical", 11), chapter("Two_x_", "betterment", 8)].join("\n\n");
	const whole = await speakFile(book);
	await until(whole.id, /in \d files/);
	const wholeMs = sumMs(messages().filter(({ attachments }) => attachments[0]));
	await herald.restart({ MEMBER_SECONDS_PER_DAY: "600", GUILD_SECONDS_PER_DAY: "1800" });
	herald.advance(24 * 60 * 60_000);
	const offered = await sayFile(book).firstAnswer();
	expect(offered.content.split("\n")).toEqual([
		expect.stringMatching(
			/^This takes about 1\d minutes to read aloud: 4\d% of this server's speaking time per day\.$/,
		),
		"You have 10 minutes left today of your 10 minutes. Whoever hosts this bot can raise that (`MEMBER_SECONDS_PER_DAY`).",
		"The first 9 minutes can be read today.",
	]);
	const wholeMinutes = Number(/\d+/.exec(offered.content)?.[0]);
	await click(offered, /Don't read/).firstAnswer();
	expect(find(offered.id)).toMatchObject({
		content: "All right, Herald won't read this text.",
		components: [],
	});
	expect(booksLeft()).toBe(0);
	const again = await sayFile(book).firstAnswer();
	await click(again, /Read what fits/).firstAnswer();
	await until(
		again.id,
		/· \d:\d\d in \d files\n> .*\n-# \d+% of the text has been read\. The rest can be read later; it is erased <t:\d+:R>\./,
	);
	const [told = ""] = /\d+%/.exec(find(again.id).content) ?? [];
	// What was offered: 9 to 10 minutes, as a share of the whole length, which is known to the minute.
	expect(Number.parseInt(told, 10) / 100).toBeGreaterThan(9 / wholeMinutes - 0.01);
	expect(Number.parseInt(told, 10) / 100).toBeLessThan(10 / (wholeMinutes - 1));
	// On the second day, all of the speech came from the cache.
	expect(madeMs()).toBeGreaterThan(0);
	expect(
		seen.select("coalesce(max(made_ms), 0) FROM speech_days WHERE day = (SELECT max(day) FROM speech_days)"),
	).toBe(0);
	const parts = () =>
		messages().filter(({ id, attachments }) => BigInt(id) > BigInt(again.id) && attachments[0]);
	const before = parts().length;
	await herald.restart();
	const goesOn = await click(find(again.id), /Read the rest/).firstAnswer();
	expect(goesOn.content).toContain(` · ${told} read\n`);
	await until(again.id, /· \d:\d\d in \d files\n> [^\n]*$/);
	expect(parts().length).toBeGreaterThan(before);
	expect(find(again.id)).toMatchObject({
		content: expect.stringContaining(`${formatLength(sumMs(parts()))} in ${parts().length} files`),
		components: [],
	});
	// Each paragraph is in the files once.
	expect(Math.abs(sumMs(parts()) - wholeMs)).toBeLessThan(500);
	await noBookIsLeft();
});

test("speech requested when a long file was cancelled is kept, and not requested again", async () => {
	const release = holdAfter(0);
	const status = await speakFile(paragraphs("unhurried"));
	await eventually(() => expect(upstream.requests).toHaveLength(2));
	await click(find(status.id), /Cancel/).firstAnswer();
	await until(status.id, /cancelled at 0%/);
	release();
	await noBookIsLeft();
	const again = await speakFile(paragraphs("unhurried"));
	await until(again.id, /in \d files/);
	const asked = upstream.requests.filter(({ body }) => body.includes("unhurried"));
	expect(asked).toHaveLength(16);
});

test("a long file ended by an empty account has a button for a code, and one for the rest", async () => {
	upstream.behave(ifAsked("paupersh", refuse(403, "insufficient_user_quota"), speakBriefly));
	const count = messages().length;
	const status = await speakFile(paragraphs("paupers"));
	await until(
		status.id,
		/ended at 43%[\s\S]*account that pays for speech has no credit left[\s\S]*43% of the text has been read/,
	);
	expect(labelsOf(find(status.id))).toEqual(["Redeem a code", "Read the rest"]);
	upstream.behave(speakBriefly);
	// A refused account is asked again only after a while.
	herald.advance(61_000);
	await click(find(status.id), /Read the rest/).firstAnswer();
	await until(status.id, /in \d files\n> [^\n]*$/);
	const parts = messages().slice(count + 1);
	expect(new Set(parts.map(({ attachments }) => attachments[0]?.filename)).size).toBe(parts.length);
});

test.each<[what: string, act: (status: SeenMessage, channel: Channel) => void]>([
	["its channel is deleted", (_, channel) => herald.playground.world.removeChannel(channel)],
	["Herald is removed", () => herald.playground.world.setPresence(herald.playground.home.guild, "commands")],
	["its own message is deleted", (status) => herald.playground.messages.delete(status.id)],
])("a long file makes no further requests once %s", async (what, act) => {
	const { playground } = herald;
	const channel = playground.createChannel({ type: ChannelType.GuildText, name: "library" });
	const word = `gone${what.replaceAll(/\W/g, "")}`;
	const release = holdAfter(1);
	const file = playground.upload("book.md", Buffer.from(paragraphs(word)));
	const status = await playground.command(member, "say", { file }, { channel }).firstAnswer();
	await click(status, /Read it aloud/).firstAnswer();
	await eventually(() => expect(upstream.requests).toHaveLength(3));
	act(status, channel);
	await noBookIsLeft();
	release();
	playground.world.setPresence(playground.home.guild, "bot");
	// Once this text is spoken, any request that the long file would still have made has arrived.
	await sayFile("Anything else.").message(({ attachments }) => attachments.length > 0);
	expect(upstream.requests.filter(({ body }) => body.includes(word))).toHaveLength(3);
});

test("/forget-me ends and erases a long text that is being spoken for the member", async () => {
	const release = holdAfter(0);
	const status = await speakFile(paragraphs("goldfishes"));
	const asked = await herald.playground.command(member, "forget-me").firstAnswer();
	expect(asked.content).toMatch(/presets[\s\S]*a long text being read for you \(it stops\)/);
	const done = click(asked, /Erase|Yes|Forget/);
	await done.message(({ content }) => /^Erased: .*the long text that was being read for you/.test(content));
	release();
	await until(status.id, /cancelled at 0%/);
	expect(booksLeft()).toBe(0);
});
