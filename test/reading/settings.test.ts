import { join } from "node:path";
import tls from "node:tls";
import type { Member } from "@herald/playground";
import Database from "better-sqlite3";
import { ChannelType } from "discord-api-types/v10";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";

const trusted = tls.getCACertificates("default");

let herald: Herald;
let owner: Member;
let member: Member;

beforeAll(async () => {
	// Nothing is spoken here.
	herald = await startHerald({ SPEECH_BASE_URL: "http://127.0.0.1:9", SPEECH_API_KEY: "sk" });
	tls.setDefaultCACertificates([...trusted, herald.playground.voice.certificate.certificate]);
	({ owner, ordinary: member } = herald.playground.home);
});
afterAll(async () => {
	await herald.stop();
	tls.setDefaultCACertificates(trusted);
});

type Values = Parameters<Herald["playground"]["command"]>[2];
const told = async (who: Member, name: string, values: Values = {}, locale = "en-US"): Promise<string> => {
	const answer = await herald.playground.command(who, name, values, { locale }).firstAnswer();
	expect(answer.ephemeral).toBe(true);
	return answer.content;
};
const reading = (values: Values = {}) => told(owner, "server reading", values);
const channels = (action: string, values: Values = {}) =>
	told(owner, "server read-channels", { action, ...values });
const ignore = (action: string, values: Values = {}) => told(owner, "server ignore", { action, ...values });
const bots = (action: string, values: Values = {}) => told(owner, "server read-bots", { action, ...values });

afterEach(async () => {
	await reading({ reset: true });
});

test("nothing is read until a manager turns it on", async () => {
	expect(await told(owner, "server show")).toContain("**Reads aloud** nothing.");
	expect(() => herald.playground.command(member, "server reading", { "voice-chat": true })).toThrow();
	expect(await reading()).toBe(
		[
			"**Reads aloud** nothing yet: turn on `voice-chat`, or add a channel with `/server read-channels`",
			"**Reads messages from** members in its voice channel (default)",
			"**Says who wrote** when it's someone else than before (default)",
			"**Longest message** 15 seconds (default)",
			"**Waits before it reads** not at all (default)",
			"**Reading's share of the speaking time** 50% (default)",
			"**Announcements** none (default)",
			"**Comes by itself** never (default)",
			"**Doesn't read** messages that begin with “//”",
			"**Reads bots and webhooks** none",
			"**Dictionary** 0 words",
		].join("\n"),
	);
});

test("every setting is changed alone, kept over a restart, and reset", async () => {
	await reading({ "voice-chat": true, names: "always", "listeners-only": false });
	await reading({
		"max-seconds": 60,
		dialogue: false,
		announce: "both",
		"auto-join": "on-entry",
		share: 100,
		hold: 1.5,
	});
	await herald.restart();
	expect(await told(owner, "server show")).toContain(
		[
			"**Reads aloud** the chat of the voice channel it is in",
			"**Reads messages from** everyone",
			"**Says who wrote** before every message",
			"**Longest message** 60 seconds",
			"**Dialogues** in one voice",
			"**Waits before it reads** 1.5 seconds",
			"**Reading's share of the speaking time** 100%",
			"**Announcements** who joins and who leaves",
			"**Comes by itself** when someone enters a voice channel",
		].join("\n"),
	);
	expect(await reading({ reset: true, names: "off" })).toMatch(
		/nothing yet[\s\S]*wrote\*\* never\n[\s\S]*15 seconds \(default\)/,
	);
	for (const values of [{ hold: 4 }, { "max-seconds": 4 }, { share: 0 }, { share: 101 }])
		expect(() => herald.playground.command(owner, "server reading", values)).toThrow();
});

test("up to ten channels are read, each anywhere or in one voice channel", async () => {
	const { playground } = herald;
	const { text, voice } = playground.home;
	const made = Array.from({ length: 10 }, (_, n) => playground.createChannel({ name: `talk-${n}` }));
	expect(await channels("add", { channel: text.id })).toMatch(
		new RegExp(`reads this aloud: <#${text.id}>\\.\n-# A message is only read while everyone who listens`),
	);
	for (const { id } of made.slice(1)) await channels("add", { channel: id });
	const bound = `<#${text.id}> (in <#${voice.id}> only)`;
	expect(await channels("add", { channel: text.id, "spoken-in": voice.id })).toContain(bound);
	expect(await channels("add", { channel: made[0]?.id ?? "" })).toBe(
		"At most 10 channels can be read aloud. Remove one first.",
	);
	expect(await channels("list")).toContain(bound);
	expect((await channels("list")).split("\n")).toHaveLength(11);

	// Of a deleted channel there is nothing to read.
	for (const channel of made) playground.deleteChannel(channel);
	const listed = await channels("list");
	expect(listed).toBe(
		`Herald reads these channels aloud:\n${bound}\n9 channels were deleted in this server and taken off the list.`,
	);
	expect(await channels("remove", { channel: text.id })).toContain("No longer read aloud");
	expect(await channels("remove", { channel: text.id })).toContain("Not on the list");
	expect(await channels("list")).toBe("No channel is on the list.");
});

test("a channel that can't be read, or not yet, is told about", async () => {
	const { playground } = herald;
	const { text, guild } = playground.home;
	const thread = (type: ChannelType.PublicThread | ChannelType.PrivateThread) =>
		playground.world.addThread(text, { name: "aside", type, owner }).id;
	expect(await channels("add")).toBe("Choose the text channel in `channel`.");
	expect(await channels("add", { channel: thread(ChannelType.PrivateThread) })).toBe(
		"Private threads are never read aloud.",
	);
	expect(await channels("add", { channel: thread(ChannelType.PublicThread) })).toBe(
		`Public threads are read along with their channel: choose <#${text.id}> instead.`,
	);
	const category = playground.createChannel({ name: "Rooms", type: ChannelType.GuildCategory });
	expect(() =>
		playground.command(owner, "server read-channels", { action: "add", channel: category.id }),
	).toThrow();
	const hidden = playground.createChannel({ name: "hidden" });
	playground.setPermissions(guild.bot, { deny: ["ViewChannel"] }, hidden);
	expect(await channels("add", { channel: hidden.id })).toContain(`Herald can't see <#${hidden.id}>`);
	await channels("remove", { channel: hidden.id });
});

test("members, roles and prefixes are ignored", async () => {
	const { guild } = herald.playground.home;
	const [role = ""] = member.roles;
	expect(await ignore("list")).toBe("Herald doesn't read this aloud:\nmessages that begin with “//”");
	expect(await ignore("remove", { prefix: "//" })).toMatch(/“\/\/” is the default/);
	expect(await ignore("add")).toMatch(/Choose a member or role/);
	expect(await ignore("add", { prefix: "   " })).toMatch(/Choose a member or role/);
	expect(await ignore("add", { who: guild.id })).toMatch(/leave nobody to be read/);
	expect(() =>
		herald.playground.command(owner, "server ignore", { action: "add", prefix: "x".repeat(11) }),
	).toThrow();
	expect(await ignore("add", { who: member.user.id, prefix: " !! " })).toBe(
		`No longer read aloud: <@${member.user.id}>, messages that begin with “!!”.\n-# “//” was only the default. Add it, too, if it should still count.`,
	);
	await ignore("add", { who: role });
	expect((await ignore("list")).split("\n").slice(1)).toEqual([
		`<@&${role}>`,
		`<@${member.user.id}>`,
		"messages that begin with “!!”",
	]);
	await reading({ "voice-chat": true });
	expect(await told(owner, "server show")).toContain(
		"**Doesn't read** 1 member, 1 role, messages that begin with “!!”",
	);
	expect(await ignore("remove", { who: member.user.id })).toBe(`No longer ignored: <@${member.user.id}>.`);
	await ignore("remove", { who: role, prefix: "!!" });
	expect(await ignore("list")).toContain("“//”");
});

test("only bots and webhooks on the list are read, and their secrets aren't kept", async () => {
	const bot = herald.playground.addMember(owner.guild, { username: "beeper", bot: true });
	expect(await bots("list")).toMatch(/none is read/);
	expect(await bots("add")).toMatch(/Choose a bot/);
	expect(await bots("add", { who: member.user.id })).toMatch(/isn't a bot/);
	expect(await bots("add", { who: owner.guild.bot.user.id })).toMatch(/its own messages/);
	expect(await bots("add", { "webhook-id": "news" })).toMatch(/17 to 20 digits/);
	const id = "123456789012345678";
	const address = `https://discord.com/api/webhooks/${id}/s3cret`;
	expect(await bots("add", { who: bot.user.id, "webhook-id": address })).toBe(
		`From now on, Herald also reads <@${bot.user.id}>, the webhook ${id}.`,
	);
	expect(await bots("list")).not.toContain("s3cret");
	expect(await bots("remove", { "webhook-id": id })).toMatch(/No longer read aloud/);
	expect(await bots("remove", { who: bot.user.id })).toMatch(/No longer read aloud/);
});

test("a full list takes no more, and says how many there are beyond a message", async () => {
	const database = new Database(join(herald.dataDir, "bot.db"));
	const insert = database.prepare("INSERT INTO read_ignores VALUES (?, 'user', ?)");
	for (let n = 100; n < 300; n += 1) insert.run(owner.guild.id, `123456789012345${n}`);
	expect(await ignore("add", { prefix: "!!" })).toBe("The list holds at most 200 entries. Remove one first.");
	const listed = await ignore("list");
	expect(listed.length).toBeLessThanOrEqual(2_000);
	expect(listed).toMatch(/<@\d+>\n… and \d+ more$/);
	database.exec("DELETE FROM read_ignores");
	database.close();
});

test("words are said as the dictionary has them, and can be tried out", async () => {
	const dictionary = (action: string, values: Values = {}) =>
		told(owner, "server dictionary", { action, ...values });
	expect(await dictionary("list")).toBe("The dictionary is empty.");
	expect(await dictionary("add", { word: "brb", say: "be right back" })).toBe(
		"“brb” is now said as “be right back”.",
	);
	expect(await dictionary("add", { word: "BRB", say: "back *soon*" })).toContain("“back \\*soon\\*”");
	expect(await dictionary("add", { word: "uh", say: "-" })).toBe("“uh” is now left out.");
	// The filler is a letter that nobody sees or says.
	expect(await dictionary("add", { word: "uh", say: "\u3164_.-" })).toBe("“uh” is now left out.");
	expect(await dictionary("list")).toBe("How Herald says words here:\nBRB → back \\*soon\\*\nuh → nothing");
	expect(await dictionary("try", { word: `uh, brb <@${member.user.id}>!` })).toBe(
		"Herald would say:\n> , back \\*soon\\* Ben!",
	);
	expect(await dictionary("try", { word: "uh" })).toMatch(/nothing to speak/);
	expect(await dictionary("remove", { word: " Uh " })).toContain("is now said as it is written");
	expect(await dictionary("remove", { word: "uh" })).toContain("Not on the list: uh");
	expect(await dictionary("add")).toMatch(/Put the word/);
	expect(await dictionary("add", { word: "x" })).toMatch(/how the word is said/);
	expect(await dictionary("add", { word: "\u200b", say: "x" })).toMatch(/can't be found/);
	expect(await dictionary("add", { word: "x".repeat(101), say: "y" })).toMatch(/100 characters/);

	await told(owner, "server words", { action: "add", words: "bogey" });
	expect(await dictionary("add", { word: "nose", say: "Bogey factory" })).toMatch(/blocks a word/);
	const lines = [
		"brb\tback soon",
		"no tab",
		"",
		"nose\tthe BO\u2800GEY",
		"BRB\tagain",
		"\tx",
		"gg\tgood game",
	];
	const file = (bytes: Uint8Array) => herald.playground.upload("words.txt", bytes);
	expect(await dictionary("import", { file: file(Buffer.from(lines.join("\r\n"))) })).toBe(
		[
			"The dictionary now has the file's 2 words and nothing else.",
			"4 lines were left out:",
			"Line 2: no tab between the word and how it is said",
			"Line 4: a word that this server blocks",
			"Line 5: the word is in an earlier line",
			"Line 6: no word before the tab",
		].join("\n"),
	);
	await told(owner, "server words", { action: "remove", words: "bogey" });
	expect(await dictionary("import", { file: file(Buffer.from("no tab")) })).toMatch(
		/Nothing was changed\.\nOne line was left out:/,
	);
	for (const bytes of [Buffer.from([0xff, 0xfe, 0x80]), Buffer.alloc(70_000, "a\tb\n")])
		expect(await dictionary("import", { file: file(bytes) })).toMatch(/can't read that file/);
	expect(await dictionary("import")).toMatch(/Attach a text file/);
	const exported = await herald.playground
		.command(owner, "server dictionary", { action: "export" })
		.firstAnswer();
	expect(Buffer.from(exported.attachments[0]?.bytes ?? []).toString()).toBe(
		"brb\tback soon\ngg\tgood game\n",
	);
	await reading({ "voice-chat": true });
	expect(await told(owner, "server show")).toContain("**Dictionary** 2 words");
	const many = Array.from({ length: 501 }, (_, n) => `word${n}\tsaid so`).join("\n");
	expect(await dictionary("import", { file: file(Buffer.from(many)) })).toMatch(/Line 501: the dictionary/);
	expect(await dictionary("add", { word: "more", say: "less" })).toMatch(/at most 500 words/);
	expect(await dictionary("list")).toMatch(/\n… and \d+ more$/);
	const none = await dictionary("import", { file: file(Buffer.alloc(64 * 1024, "a\n")) });
	expect(none).toMatch(/^None of the file's lines[\s\S]*32,768 lines were left out:\nLine 1: [\s\S]*more$/);
	expect(await dictionary("import", { file: file(Buffer.from("\n")) })).toContain("0 words");
});

test("whoever doesn't want to be read says so, and erasing or resetting doesn't change it", async () => {
	const me = (values: Values) => told(member, "voice me", values);
	expect(await told(member, "voice show")).toContain(
		"**Read aloud** yes, where this server has messages read",
	);
	expect(await me({ reading: "off", voice: "Puck" })).toContain("**Read aloud** never");
	expect(await me({ reset: true })).toContain("**Read aloud** never");
	const asked = await herald.playground.command(member, "forget-me").firstAnswer();
	expect(asked.content).toContain("If you turned off being read aloud, that stays");
	const erased = herald.playground.click(member, asked, "forget-me:erase");
	expect((await erased.message((seen) => seen.components.length === 0)).content).toContain(
		"You still aren't read aloud in this server.",
	);
	expect(await told(member, "voice show")).toContain("**Read aloud** never");
	expect(await me({ reading: "on" })).toContain("**Read aloud** yes");
});

test("a member's name is said as they like, but never as another's", async () => {
	const { playground } = herald;
	const me = (name: string) => told(member, "voice me", { name });
	const stranger = playground.addMember(owner.guild, { username: "zoe_k", name: "Zoë", nick: "Captain" });
	expect(await me("  Benny\nB ")).toContain("**Spoken name** Benny B");
	playground.addRole(owner.guild, { name: "Wardens" });
	for (const name of ["Kоre", "puck\u3164", "wаrdens", "Аda"])
		expect(await me(name)).toMatch(/^Somebody in this server is called that/);
	const preset = (name: string, who = member) =>
		told(who, who === owner ? "server presets" : "voice preset", { action: "add", name, voice: "Puck" });
	for (const name of ["Wardens", "Аda", "capt\u3164ain"])
		expect(await preset(name)).toMatch(/^Somebody in this server is called that/);
	expect(await preset("Ada", owner)).toMatch(/^Somebody in this server is called that/);
	expect(await preset("Kоre")).toMatch(/^Somebody in this server is called that/);
	expect(await preset("Kore\u3164")).toMatch(/^Kore is a voice already/);
	expect(await preset("\u3164\u3164")).toMatch(/^A name has two to/);
	for (const name of ["Ada", "ＡＤＡ", "a.d.a", "zoe_k", "Zoé", "captain", "Herald", "xX_Ada_Xx", "★Ada★"])
		expect(await me(name)).toMatch(/^Somebody in this server is called that/);
	expect(await told(owner, "voice me", { name: "BENNY b" })).toMatch(/^Somebody in this server/);
	expect(await me("Ben")).toContain("**Spoken name** Ben");
	expect(await me("🎉")).toMatch(/^Herald can't say that name/);
	await told(owner, "server words", { action: "add", words: "bogey" });
	expect(await me("Lord Bogey")).toMatch(/blocks a word/);
	await told(owner, "server words", { action: "remove", words: "bogey" });
	expect(await told(member, "voice show")).toContain("**Spoken name** Ben");

	const who = `<@${member.user.id}>`;
	expect(await reading({ "reset-name": member.user.id })).toMatch(
		new RegExp(`^Herald no longer says ${who}'s chosen name\\.`),
	);
	expect(await reading({ "reset-name": member.user.id })).toMatch(
		new RegExp(`^${who} hasn't chosen a name\\.`),
	);
	expect(await told(member, "voice show")).not.toContain("Spoken name");
	playground.removeMember(stranger);
});

test("whoever brings Herald in is told what is read there", async () => {
	const { playground } = herald;
	const { text, voice, secondVoice } = playground.home;
	playground.voice.join(owner);
	const joined = async () => (await playground.command(owner, "join").firstAnswer()).content;
	expect(await joined()).toBe(`Herald is in <#${voice.id}>.`);
	await reading({ "voice-chat": true });
	await channels("add", { channel: text.id, "spoken-in": secondVoice.id });
	expect(await joined()).toBe(
		`Herald is in <#${voice.id}>.\nWhat members in this voice channel write in <#${voice.id}> is read aloud.`,
	);
	await channels("add", { channel: text.id });
	await reading({ "listeners-only": false });
	expect(await joined()).toContain(`Messages in <#${voice.id}> and <#${text.id}> are read aloud.`);
	await channels("remove", { channel: text.id });
	await playground.command(owner, "leave").firstAnswer();
});

test("all settings at once fit into one message", async () => {
	const { playground } = herald;
	const { secondVoice } = playground.home;
	await reading({ "voice-chat": true, announce: "both", "auto-join": "on-entry", hold: 1.25 });
	await told(owner, "server voice", { voice: "Kore", style: "*".repeat(200), delivery: "voice-message" });
	for (let n = 0; n < 10; n += 1) {
		const channel = playground.createChannel({ name: `many-${n}` });
		await channels("add", { channel: channel.id, "spoken-in": secondVoice.id });
		await ignore("add", { prefix: "*".repeat(9) + n });
	}
	const shown = await told(owner, "server show", {}, "de");
	expect(shown).toMatch(/… und 7 weitere\n[\s\S]*… und 6 weitere\n/);
	// There may be a sentence about messages that Herald can't read, too.
	expect(shown.length).toBeLessThan(1_700);
	const database = new Database(join(herald.dataDir, "bot.db"));
	for (const table of ["read_channels", "read_ignores", "guild_settings"])
		database.exec(`DELETE FROM ${table}`);
	database.close();
});

test("all of it is there in German", async () => {
	const german = (name: string, values: Values = {}) => told(owner, name, values, "de");
	expect(await german("server reading")).toContain("**Liest vor** noch nichts");
	expect(await german("server read-channels", { action: "list" })).toBe("Kein Kanal steht auf der Liste.");
	expect(await german("server ignore", { action: "list" })).toContain("die mit „//“ anfangen");
	expect(await german("server read-bots", { action: "list" })).toContain("kein Webhook");
	expect(await german("server dictionary", { action: "try", word: "na" })).toContain("Herald würde sagen");
	expect(await german("voice show")).toContain("**Vorlesen** ja");
});
