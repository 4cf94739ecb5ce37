import { join } from "node:path";
import { readRows } from "@herald/common/testing/read-rows.ts";
import type { Member } from "@herald/playground";
import Database from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { keysOf, pageParts } from "../../commands/server/server-settings.ts";
import { optionsOf } from "../support/answers.ts";
import type { Herald } from "../support/herald.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { useWorld } from "../support/world.ts";

// Nothing is spoken in these tests.
const { herald, playground, owner, member } = await useWorld();
const { text, voice, guild, secondVoice } = playground.home;

type Values = Parameters<Herald["playground"]["command"]>[2];
const told = async (who: Member, name: string, values: Values = {}, locale = "en-US"): Promise<string> => {
	const answer = await playground.command(who, name, values, { locale }).firstAnswer();
	expect(answer.ephemeral).toBe(true);
	return answer.content;
};
const leave = async (): Promise<void> => {
	await playground.command(owner, "leave").message(({ content }) => content.startsWith("Herald has left"));
	playground.voice.leave(owner);
};
const panel = (locale?: string) => serverPanel(playground, owner, locale);

afterEach(async () => {
	await panel().reset();
});

test("nothing is read until a manager turns it on, and the page says what is still missing", async () => {
	expect(() => playground.command(member, "server")).toThrow();
	const page = await panel().open("reading");
	const shown = textOf(page).split("\n");
	expect(shown.slice(0, 6)).toEqual([
		"### Reading aloud",
		"Nothing is read aloud yet: no channel is chosen, and the voice channel's chat is off.",
		"**Channels that are read:** none",
		"-# Public threads are read along with their channel.",
		"**Read the voice channel's chat:** off (default)",
		// This line is beside the switch, with the button that makes Herald join.
		"Herald isn't in a voice channel here.",
	]);
	expect(shown.filter((line) => line.endsWith("(default)"))).toHaveLength(keysOf("reading").length);
	expect(textOf(await panel().click(page, "server:join:reading"))).toMatch(/voice channel first/);
	const chosen = await panel().select(page, "server:channels", [text.id]);
	expect(textOf(chosen)).toContain(`Saved. **Channels that are read:** <#${text.id}>`);
	playground.voice.join(owner);
	const joined = textOf(await panel().click(await panel().open("reading"), "server:join:reading"));
	expect(joined).toMatch(
		new RegExp(`read:\\*\\* <#${text.id}>\n[\\s\\S]*chat:.*\nHerald is in <#${voice.id}>\\.$`),
	);
	expect(joined).not.toMatch(/isn't in|aren't|Nothing is read/);
	playground.voice.join(member);
	playground.voice.leave(owner);
	expect(textOf(await panel().open("reading"))).toContain(
		"### Reading aloud\nYou aren't in Herald's voice channel, so your own messages aren't read.\n",
	);
	await panel().set({ listenersOnly: false });
	expect(textOf(await panel().open("reading"))).not.toContain("aren't read");
	playground.voice.leave(member);
	await leave();
	await panel().remove("channels", text.name);
});

test("every setting can be changed alone, is kept over a restart, and can be reset", async () => {
	await panel().set({ voiceChat: true, names: "always", listenersOnly: false, maxSeconds: 60 });
	await panel().set({
		dialogue: false,
		announce: "both",
		autoJoin: "on-entry",
		sharePercent: 100,
		holdMs: 1.5,
	});
	await herald.restart();
	const pages = pageParts.map(async ({ name }) => textOf(await panel().open(name)));
	const shown = (await Promise.all(pages)).join("\n");
	for (const [line = ""] of readRows(import.meta.url, "changed-settings.tsv"))
		expect(shown.split("\n")).toContain(line);
	const reset = await panel().reset("reading");
	expect(reset).toMatch(/^This page's settings were reset\./m);
	expect(reset.match(/\(default\)/g)).toHaveLength(keysOf("reading").length);
	expect(textOf(await panel().open("limits"))).toContain("100%");
	for (const values of [{ holdMs: 4 }, { maxSeconds: 4 }, { sharePercent: 0 }, { sharePercent: 101 }])
		expect(await panel().set(values)).toMatch(/^Nothing was changed: enter a value from [\d.]+ [\w ]*to \d/m);
});

test("up to ten channels are read, each in any voice channel or in a given one", async () => {
	const made = Array.from({ length: 10 }, (_, n) => playground.createChannel({ name: `talk-${n}` }));
	const ids = made.map(({ id }) => id);
	const page = await panel().open("reading");
	const chosen = await panel().select(page, "server:channels", [text.id, ...ids.slice(1)]);
	expect(textOf(chosen)).toMatch(/^Saved\. \*\*Channels that are read:\*\* <#\d+>, .*… and 6 more/m);
	const bound = `<#${text.id}> (in <#${voice.id}> only)`;
	expect(await panel().add("channels", { channels: [text.id], "spoken-in": [voice.id] })).toContain(
		`Added: ${bound}.`,
	);
	expect(await panel().add("channels", { channels: [ids[0] ?? ""] })).toMatch(
		/^The list holds at most 10 entries/m,
	);
	expect(textOf(await panel().openList("channels")).match(/^- /gm)).toHaveLength(10);

	// A deleted channel no longer counts.
	for (const channel of made) playground.world.removeChannel(channel);
	const other = playground.createChannel({ name: "other" });
	expect(await panel().add("channels", { channels: [other.id] })).toContain("read:** 2 entries");
	// A channel that is chosen again in the page's menu stays bound to its voice channel.
	const again = await panel().select(await panel().open("reading"), "server:channels", [text.id]);
	expect(textOf(again)).toContain(`${bound}\n`);
	playground.world.removeChannel(other);
	expect(await panel().remove("channels", text.name)).toContain("**Channels that are read:** none");
});

test("members, roles and prefixes can be ignored", async () => {
	const [role = ""] = member.roles;
	expect(textOf(await panel().openList("ignores"))).toMatch(/“\/\/” is the default/);
	expect(await panel().add("ignores", {})).toMatch(/^Nothing was entered/m);
	expect(await panel().add("ignores", { prefix: "   " })).toMatch(/^Nothing was entered/m);
	expect(await panel().add("ignores", { who: [guild.id] })).toMatch(/no one's messages would be read/);
	const added = await panel().add("ignores", { who: [member.user.id], prefix: " !! " });
	expect(added).toContain(`Added: <@${member.user.id}>, messages with the prefix “!!”.`);
	expect(added).not.toContain("is the default");
	await panel().add("ignores", { who: [role] });
	expect(textOf(await panel().openList("ignores")).match(/^- .*$/gm)).toEqual([
		"- messages with the prefix “!!”",
		`- <@&${role}>`,
		`- <@${member.user.id}>`,
	]);
	await panel().remove("ignores", "Ben", "!!");
	expect(textOf(await panel().open("filter"))).toContain(`**Never read aloud:** <@&${role}>\n`);
	expect(await panel().remove("ignores", guild.roles.get(role)?.name ?? "")).toContain("“//”");
});

test("only listed bots and webhooks are read, and webhooks' secrets aren't kept", async () => {
	const bot = playground.world.addMember(owner.guild, { username: "beeper", bot: true });
	expect(await panel().add("sources", {})).toMatch(/^Nothing was entered/m);
	expect(await panel().add("sources", { bots: [member.user.id] })).toMatch(/isn't a bot/);
	expect(await panel().add("sources", { bots: [owner.guild.bot.user.id] })).toMatch(/its own messages/);
	expect(await panel().add("sources", { webhook: "news" })).toMatch(/17 to 20 digits/);
	const id = "123456789012345678";
	const webhook = `https://discord.com/api/webhooks/${id}/s3cret`;
	const added = await panel().add("sources", { bots: [bot.user.id], webhook });
	expect(added).toMatch(new RegExp(`^Added: <@${bot.user.id}>, the webhook ${id}\\.`, "m"));
	expect(added).not.toContain("s3cret");
	expect(await panel().remove("sources", id, "beeper")).toContain(
		"**Bots and webhooks whose messages are read:** none",
	);
});

test("a long list has pages, and a full one takes no further entries", async () => {
	const database = new Database(join(herald.dataDir, "bot.db"));
	const insert = database.prepare("INSERT INTO read_ignores VALUES (?, 'user', ?)");
	for (let n = 100; n < 300; n += 1) insert.run(owner.guild.id, `123456789012345${n}`);
	expect(await panel().add("ignores", { prefix: "!!" })).toMatch(
		/^The list holds at most 200 entries\. Nothing was changed\./m,
	);
	const [first, other] = [await panel().openList("ignores"), await panel().openList("ignores")];
	expect(textOf(first)).toMatch(/345100>[\s\S]*345109>\n-# Page 1 of 20/);
	const second = await panel().click(other, "server:list:ignores:1");
	expect(textOf(second)).toMatch(/345110>[\s\S]*345119>\n-# Page 2 of 20/);
	// As if another manager had removed entries since the list was opened. The panel then shows the remaining entries.
	database.exec("DELETE FROM read_ignores WHERE value < '123456789012345105'");
	const [, option] = optionsOf(first, "server:remove:ignores:0");
	expect(textOf(await panel().select(first, "server:remove:ignores:0", [option?.value ?? ""]))).toMatch(
		/345105>[\s\S]*\nThat is no longer on the list\.$/,
	);
	database.exec("DELETE FROM read_ignores");
	database.close();
});

test("words are spoken as the dictionary has them, and can be tried", async () => {
	const add = (word: string, say = "") => panel().add("dictionary", { word, say });
	const load = (lines: string | Uint8Array, how?: string) =>
		panel().import("dictionary", Buffer.from(lines), how);
	expect(await add("brb", "be right back")).toMatch(/^Added: brb → be right back\./m);
	expect(await add("BRB", "back *soon*")).toContain("- BRB → back \\*soon\\*");
	// The filler is a letter that is neither visible nor spoken.
	expect(await add("uh", "\u3164_.-")).toMatch(/^Added: uh → nothing\./m);
	expect(textOf(await panel().openList("dictionary")).match(/^- .*$/gm)).toEqual([
		"- BRB → back \\*soon\\*",
		"- uh → nothing",
	]);
	expect(await panel().tryOut("uh, brb!")).toMatch(/Herald would say:\n> , back \\\*soon\\\*!/);
	expect(await panel().tryOut("uh")).toMatch(/nothing in this text to read aloud/);
	expect(await panel().remove("dictionary", "uh")).toMatch(/^Removed: uh → nothing\./m);
	expect(await add("\u200b", "x")).toMatch(/can't be found/);

	await panel().add("words", { words: "bogey" });
	expect(await add("nose", "Bogey factory")).toMatch(/contains a blocked word/);
	const lines = "brb\tback soon;no tab;;nose\tthe BO\u2800GEY;BRB\tagain;\tx;gg\tgood game".split(";");
	const report = [
		"2 entries were added from the file.",
		"4 lines were left out:",
		"Line 2: nothing between the word and its pronunciation, such as = or a comma",
		"Line 4: contains a word blocked in this server",
		"Line 5: the word is on an earlier line",
		"Line 6: no word before the pronunciation",
	].join("\n");
	expect((await load(lines.join("\r\n"))).endsWith(report)).toBe(true);
	await panel().remove("words", "bogey");
	for (const bytes of [Buffer.from([0xff, 0xfe, 0x80]), Buffer.alloc(70_000, "a\tb\n")])
		expect(await load(bytes)).toMatch(/can't read that file/);
	expect(await load("brb\tback soon\ngg\tgood game\n", "replace")).toMatch(
		/^The dictionary now has the file's 2 words/m,
	);
	const exported = await panel().export("dictionary");
	expect(Buffer.from(exported.attachments[0]?.bytes ?? []).toString()).toBe(
		"brb\tback soon\ngg\tgood game\n",
	);
	const many = Array.from({ length: 501 }, (_, n) => `word${n}\tsaid so`).join("\n");
	expect(await load(many)).toMatch(/^The list holds at most 500 entries.*\n.*\nLine 501: the dictionary/m);
	expect(await load(many.replace(/^.*\n/, ""), "replace")).toMatch(/the file's 500 words and nothing else/);
	expect(await add("more", "less")).toMatch(/^The list holds at most 500 entries/m);
	expect(textOf(await panel().open("words"))).toContain("… and 496 more");
	expect(await load(Buffer.alloc(64 * 1024, "a\n"))).toMatch(/^None of[\s\S]*32,768 lines[\s\S]*more$/m);
	await load("brb\tback soon", "replace");
	expect(await panel().remove("dictionary", "brb")).toContain("**Dictionary:** none");
});

test("a member's wish not to be read is kept when they erase or reset the rest", async () => {
	const me = (values: Values) => told(member, "voice me", values);
	expect(await told(member, "voice show")).toContain(
		"**Read my messages aloud** yes, in channels that are read",
	);
	expect(await me({ reading: "off", voice: "Puck" })).toContain("**Read my messages aloud** no");
	expect(await me({ reset: true })).toContain("**Read my messages aloud** no");
	const asked = await playground.command(member, "forget-me").firstAnswer();
	expect(asked.content).toContain("If your messages aren't read aloud because you turned that off, it stays");
	const erased = playground.click(member, asked, "forget-me:erase");
	expect((await erased.message((seen) => seen.components.length === 0)).content).toContain(
		"Where you turned off reading your messages aloud, it stays off.",
	);
	expect(await told(member, "voice show")).toContain("**Read my messages aloud** no");
	expect(await me({ reading: "on" })).toContain("**Read my messages aloud** yes");
});

test("a member chooses how their name is spoken, but can't take another's name", async () => {
	const taken = /^This server has a voice, role or member with that name/m;
	const me = (name: string) => told(member, "voice me", { name });
	const zoe = { username: "zoe_k", name: "Zoë", nick: "Captain" };
	const stranger = playground.world.addMember(owner.guild, zoe);
	expect(await me("  Benny\nB ")).toContain("**Pronunciation of your name** Benny B");
	playground.world.addRole(owner.guild, { name: "Wardens" });
	for (const name of ["Kоre", "puck\u3164", "wаrdens", "Аda"]) expect(await me(name)).toMatch(taken);
	const preset = (name: string) => told(member, "voice preset", { action: "add", name, voice: "Puck" });
	for (const name of ["Wardens", "Аda", "capt\u3164ain"]) expect(await preset(name)).toMatch(taken);
	expect(await panel().add("presets", { name: "Ada", voice: "Puck" })).toMatch(taken);
	expect(await preset("Kоre")).toMatch(taken);
	expect(await preset("Kore\u3164")).toMatch(/^Kore is already a voice/);
	expect(await preset("\u3164\u3164")).toMatch(/^A name has two to/);
	for (const name of ["Ada", "ＡＤＡ", "a.d.a", "zoe_k", "Zoé", "captain", "Herald", "xX_Ada_Xx", "★Ada★"])
		expect(await me(name)).toMatch(taken);
	expect(await told(owner, "voice me", { name: "BENNY b" })).toMatch(taken);
	expect(await me("Ben")).toContain("**Pronunciation of your name** Ben");
	expect(await me("🎉")).toMatch(/^Herald can't say that name/);
	// A spoken name is cut to 40 characters after signs have become words.
	expect(await me("㌖".repeat(32))).toMatch(/your name\*\* (?:キロメートル){6}キロメー$/m);
	expect(await me("Ben")).toContain("**Pronunciation of your name** Ben");
	await panel().add("words", { words: "bogey" });
	expect(await me("Lord Bogey")).toMatch(/contains a blocked word/);
	await panel().remove("words", "bogey");
	expect(await told(member, "voice show")).toContain("**Pronunciation of your name** Ben");

	const who = `<@${member.user.id}>`;
	const page = await panel().open("words");
	const takeBack = () => panel().select(page, "server:takeName", [member.user.id]);
	expect(textOf(await takeBack())).toMatch(
		new RegExp(`^The pronunciation was removed: Herald says ${who}'s display name again\\.`, "m"),
	);
	expect(textOf(await takeBack())).toMatch(new RegExp(`^${who} hasn't chosen a pronunciation\\.`, "m"));
	expect(await told(member, "voice show")).not.toContain("Spoken name");
	playground.world.removeMember(stranger);
});

test("the answer to /join says what is read in the channel", async () => {
	playground.voice.join(owner);
	const joined = async () => (await playground.command(owner, "join").firstAnswer()).content;
	expect(await joined()).toBe(`Herald is in <#${voice.id}>.`);
	await panel().set({ voiceChat: true });
	await panel().add("channels", { channels: [text.id], "spoken-in": [secondVoice.id] });
	expect(await joined()).toBe(
		`Herald is in <#${voice.id}>.\nWhat members in this voice channel write in <#${voice.id}> is read aloud.`,
	);
	await panel().add("channels", { channels: [text.id] });
	await panel().set({ listenersOnly: false });
	expect(await joined()).toContain(`Messages in <#${voice.id}> and <#${text.id}> are read aloud.`);
	await panel().remove("channels", text.name);
	await leave();
});

test("each page at its fullest fits into a message, in every language", async () => {
	await panel().set({ voiceChat: true, announce: "both", autoJoin: "on-entry", holdMs: 1.25 });
	await panel().set({ names: "changed", notes: true });
	const hour = new Date().getUTCHours();
	await panel().set({ quietHours: `${hour}h–${(hour + 2) % 24}h`, timeZone: "UTC" });
	await panel().set({ style: "*".repeat(200), delivery: "voice-message", secondsPerDay: 3_599 });
	const made = Array.from({ length: 10 }, (_, n) => playground.createChannel({ name: `many-${n}` }));
	await panel().add("channels", { channels: made.map(({ id }) => id), "spoken-in": [secondVoice.id] });
	const database = new Database(join(herald.dataDir, "bot.db"));
	for (let n = 100; n < 300; n += 1)
		database.prepare("INSERT INTO read_ignores VALUES (?, 'user', ?)").run(guild.id, `123456789012345${n}`);
	for (let n = 100; n < 600; n += 1)
		database
			.prepare("INSERT INTO dictionary (guild_id, word, say) VALUES (?, ?, ?)")
			.run(guild.id, `${"*".repeat(97)}${n}`, "_".repeat(100));
	for (const locale of ["en-US", "de", "fr", "es-ES", "pt-BR", "ja"]) {
		// Herald would say that something went wrong if Discord refused the message.
		for (const { name: page } of pageParts)
			expect(textOf(await panel(locale).open(page)).length).toBeGreaterThan(20);
		const lists = { channels: 10, ignores: 200, dictionary: 500 } as const;
		for (const [list, count] of Object.entries(lists) as [keyof typeof lists, number][]) {
			const shown = textOf(await panel(locale).openList(list)).split("\n");
			expect(shown[0]).toMatch(new RegExp(`^\\*\\*[^*]+\\*\\* ${count}(?!\\d)`));
			expect(shown.filter((line) => line.startsWith("- "))).toHaveLength(Math.min(count, 10));
		}
		const full = await panel(locale).set({ autoJoin: "on-message" });
		expect(full.length).toBeLessThan(4_000);
	}
	for (const table of ["read_channels", "read_ignores", "dictionary", "guild_settings"])
		database.exec(`DELETE FROM ${table}`);
	database.close();
});
