import { join } from "node:path";
import { readRows } from "@herald/common/testing/read-rows.ts";
import type { SeenMessage } from "@herald/playground";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { divide, guildKeys, keysOf, pages, partOf } from "../../commands/server/server-settings.ts";
import type { GuildKey } from "../../src/settings/settings.ts";
import { optionsOf } from "../support/answers.ts";
import { callDiscord } from "../support/call-discord.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { useWorld } from "../support/world.ts";

const { herald, playground, owner } = await useWorld();
const { guild, bot, ordinary, text } = playground.home;

test("after a restart, buttons still work, and the later of two changes counts", async () => {
	const panel = serverPanel(playground, owner);
	const [one, other] = [await panel.open("reading"), await panel.open("reading")];
	await herald.restart();
	expect(textOf(await panel.click(one, "server:put:voiceChat:on"))).toMatch(
		/\nSaved\. \*\*Read the voice channel's chat:\*\* on$/,
	);
	// The other panel still shows the old value, but its button turns the setting on, as its label says.
	expect(textOf(await panel.click(other, "server:put:voiceChat:on"))).toContain("chat:** on\n");
	const [early, late] = [await panel.open("messages"), await panel.open("messages")];
	await panel.select(early, "server:choose:names", ["always"]);
	const both = await panel.click(late, "server:put:messageTags:on");
	expect(textOf(both)).toContain("**Say the author's name:** before every message\n");
	expect(textOf(await panel.select(late, "server:choose:names", ["off"]))).toContain("name:** never\n");
	expect(textOf(await panel.open("messages"))).toContain("**Say the author's name:** never\n");
	await panel.reset();
});

test("only members who manage the server at that moment can press, even if the panel is older", async () => {
	playground.world.addRole(guild, { name: "Managers", permissions: ["ManageGuild"] });
	const manager = playground.world.addMember(guild, { username: "mia", name: "Mia", roles: ["Managers"] });
	const page = await serverPanel(playground, manager).open("reading");
	playground.world.changeMember(manager, { roles: [] });
	const refused = await playground.click(manager, page, "server:put:voiceChat:on").firstAnswer();
	expect(refused).toMatchObject({
		ephemeral: true,
		content: "Only members with **Manage Server** can do that.",
	});
	expect(textOf(await serverPanel(playground, owner).open("reading"))).toContain("chat:** off (default)");
});

test("a deleted role is shown as deleted in its setting, and to members who lack it", async () => {
	const { id } = playground.world.addRole(guild, { name: "Speakers" });
	const admin = playground.world.addRole(guild, { name: "Admin", permissions: ["Administrator"] });
	playground.world.changeMember(bot, { roles: [...bot.roles, admin.id] });
	const panel = serverPanel(playground, owner);
	await panel.set({ speakerRole: id });
	expect(textOf(await panel.open("who"))).not.toMatch(/deleted/);
	expect((await herald.say(ordinary, "Hello").firstAnswer()).content).toMatch(`Only members with <@&${id}>`);
	await callDiscord(playground, "DELETE", `guilds/${guild.id}/roles/${id}`);
	const sentence =
		"The role for this was deleted. Members with **Manage Server** can choose another with `/server`.";
	expect((await herald.say(ordinary, "Hello").firstAnswer()).content).toBe(sentence);
	expect(textOf(await panel.open("who"))).toContain(sentence);
	await panel.reset();
});

test("a list has a button back to its page, unless it is a page itself", async () => {
	const panel = serverPanel(playground, owner);
	const ids = async (...list: Parameters<typeof panel.openList>) =>
		(await panel.openList(...list)).components.map(({ custom_id: id }) => id);
	expect(await ids("words")).toContain("server:open:words");
	expect(await ids("presets")).not.toContain("server:open:presets");
});

test("the panel shows each default in words, even if the operator or Discord decides it", async () => {
	const panel = serverPanel(playground, owner);
	const shown: string[] = [];
	for (const page of ["voice", "texts", "who", "limits"])
		shown.push(...textOf(await panel.open(page)).split("\n"));
	for (const [line = ""] of readRows(import.meta.url, "panel-defaults.tsv")) expect(shown).toContain(line);
});

test("for a stored value that can't be read, the panel shows the stricter one", async () => {
	const panel = serverPanel(playground, owner);
	const database = new Database(join(herald.dataDir, "bot.db"));
	const insert = database.prepare("INSERT INTO guild_settings VALUES (?, ?, '[]')");
	for (const key of ["quietHours", "holdMs"]) insert.run(owner.guild.id, key);
	database.close();
	const limits = await panel.open("limits");
	expect(textOf(limits)).toContain("**Quiet hours:** 12 am – 12 am\n");
	expect(textOf(await panel.open("bots"))).toContain("**Wait before reading:** 3 seconds\n");
	expect(textOf(await panel.fill(limits, "server:ask:quietHours", { value: "" }))).toContain(
		"**Quiet hours:** none (default)",
	);
	await panel.reset();
});

test("a page longer than a screen is divided into several of about the same length", () => {
	expect(divide("who", []).map(({ name, keys }) => [name, keys])).toEqual([["who", []]]);
	// Adds any ten neighbouring settings to any page.
	for (const page of pages)
		for (let first = 0; first + 10 <= guildKeys.length; first += 1) {
			const keys = [...keysOf(page), ...guildKeys.slice(first, first + 10)];
			const parts = divide(page, keys);
			expect(parts.flatMap((part) => part.keys)).toEqual(keys);
			expect(parts.map(({ name }) => name).slice(0, 2)).toEqual([page, `${page}-2`]);
			for (const part of parts.slice(1)) {
				expect(part.keys.length).toBeGreaterThanOrEqual(2);
				// A message may have 40 components, and each setting takes three.
				expect(part.keys.length).toBeLessThanOrEqual(10);
			}
		}
});

test("a subcommand of an earlier version gets an answer that says what to use instead, in other languages too", async () => {
	const subcommand = { type: 1, name: "reading", description: "What Herald reads" };
	const registered = playground.commands.list();
	const path = `applications/${playground.world.applicationId}/commands`;
	const put = (commands: unknown) => callDiscord(playground, "PUT", path, commands);
	await put([{ name: "server", description: "Settings", options: [subcommand] }]);
	const told = async (locale: string) =>
		(await playground.command(owner, "server reading", {}, { locale }).firstAnswer()).content;
	expect(await told("en-US")).toBe("That part of Herald has changed. Use `/server` instead.");
	expect(await told("fr")).toContain("Utilise plutôt `/serveur`.");
	await put(registered.map(({ application_id: _, version: __, ...command }) => command));
});

test.each([
	["a button", "server:put:gone:on"],
	["a page", "server:open:gone"],
	["a list", "server:list:gone:0"],
	["an unknown button", "server:gone"],
])("%s of an earlier version gets an answer that says what to use instead", async (_what, custom_id) => {
	const button = { type: 2, style: 2, label: "Old", custom_id };
	const message = { content: "Old", components: [{ type: 1, components: [button] }] };
	const { json: old } = await callDiscord(playground, "POST", `channels/${text.id}/messages`, message);
	const answer = await playground.click(owner, old, custom_id).firstAnswer();
	expect(answer).toMatchObject({
		ephemeral: true,
		content: "That part of Herald has changed. Use `/server` instead.",
	});
});

test("a choice from more than a menu holds is a search", async () => {
	const panel = serverPanel(playground, owner, "en-GB");
	const options = async (key: string, value: string) => {
		const page = await panel.open(key === "timeZone" ? "limits" : "voice");
		const from = key === "voice" ? await panel.openVoices() : page;
		const found = await panel.fill(from, `server:ask:${key}`, { value });
		return optionsOf(found, `server:choose:${key}`).map(({ label }) => label);
	};
	expect((await options("voice", "")).length).toBe(25);
	expect((await options("voice", "warm female"))[1]).toBe("Sulafat, warm, female");
	expect(await options("language", "brasil")).toEqual([
		"Default: the language each text is written in",
		"Brazilian Portuguese",
	]);
	expect((await options("timeZone", "new york"))[1]).toBe("New York, United States");
	const found = await panel.fill(await panel.open("voice"), "server:ask:language", { value: "brasil" });
	expect(found.components.find(({ custom_id: id }) => id === "server:choose:language")).toMatchObject({
		placeholder: "Choose from 1 match",
	});
	const [first, second] = optionsOf(found, "server:page");
	expect(first?.label).toMatch(/^Voice \(1\/\d+\)$/);
	expect(second?.label).toBe("Texts");
	const nothing = await panel.fill(await panel.openVoices(), "server:ask:voice", { value: "zzzzzzzz" });
	expect(textOf(nothing)).toContain("No matches. Try another name.");
});

test("numbers, times and places are understood as people write them", async () => {
	const rows = readRows<[locale: string, key: string, entered: string, told: string]>(
		import.meta.url,
		"entries.tsv",
	);
	for (const [locale, key, entered, told] of rows)
		expect(await serverPanel(playground, owner, locale).set({ [key]: entered }), entered).toContain(told);
	await serverPanel(playground, owner).reset();
});

test.each([
	["en-US", "10-7", ["10 pm – 7 am", "10 pm – 7 pm", "10 am – 7 am", "10 am – 7 pm"]],
	["en-US", "10:30 to 7", ["10:30 pm – 7 am", "10:30 pm – 7 pm", "10:30 am – 7 am", "10:30 am – 7 pm"]],
	["en-GB", "10 to 7", ["22:00–07:00", "22:00–19:00", "10:00–07:00", "10:00–19:00"]],
])("ambiguous hours are asked about before they are saved, in %s: %s", async (locale, given, choices) => {
	const panel = serverPanel(playground, owner, locale);
	const asked = await panel.fill(await panel.open("limits"), "server:ask:quietHours", { value: given });
	expect(textOf(asked)).toMatch(/^Nothing is saved yet\. Which do you mean\?/m);
	const buttons = asked.components.filter(({ label }) => label !== undefined);
	expect(buttons.map(({ label }) => label)).toEqual([...choices, "Change…"]);
	expect(textOf(await panel.open("limits"))).toContain("**Quiet hours:** none (default)");
	const kept = await panel.click(asked, String(buttons[0]?.custom_id));
	expect(textOf(kept)).toContain(`Saved. **Quiet hours:** ${choices[0]}`);
	await panel.reset();
});

test("if a length may be minutes or hours, the member is asked before it is saved", async () => {
	const panel = serverPanel(playground, owner);
	const now = async () =>
		/^\*\*Leave an empty channel after:\*\* .*$/m.exec(textOf(await panel.open(partOf("aloneSeconds"))))?.[0];
	const before = await now();
	const ask = async (key: GuildKey) =>
		panel.fill(await panel.open(partOf(key)), `server:ask:${key}`, { value: "1:30" });
	const asked = await ask("aloneSeconds");
	const buttons = asked.components.filter(({ label }) => label !== undefined);
	const labels = buttons.map(({ label }) => label);
	expect(labels).toEqual(["1 minute, 30 seconds", "1 hour, 30 minutes", "Change…"]);
	expect(await now()).toBe(before);
	const saved = textOf(await panel.click(asked, String(buttons[1]?.custom_id)));
	expect(saved).toContain("Saved. **Leave an empty channel after:** 1 hour, 30 minutes");
	// Herald doesn't ask whether this means hours: a text can't be one and a half hours long.
	expect(textOf(await ask("textSeconds"))).toContain("1 minute, 30 seconds");
	await panel.reset();
});

test("a double press resets nothing, as the button then in its place leads back", async () => {
	const panel = serverPanel(playground, owner);
	const buttons = ({ components }: SeenMessage) =>
		components.map(({ custom_id: id }) => String(id)).filter((id) => /reset|open/i.test(id));
	await panel.set({ names: "always" });
	const page = await panel.open("reading");
	expect(buttons(page)).toEqual(["server:askReset:reading"]);
	const asked = await panel.click(page, "server:askReset:reading");
	expect(textOf(asked)).toContain("Reset this page to the default, or all settings of this server?");
	expect(buttons(asked)).toEqual(["server:open:reading", "server:resetPage:reading", "server:resetAll"]);
	expect(textOf(await panel.click(asked, "server:open:reading"))).not.toContain("reset.");
	expect(await panel.reset("reading")).toMatch(/^This page's settings were reset\./m);
	await panel.reset();
});

test.each([
	["en-US", "10 pm – 7 am"],
	["en-GB", "22:00–07:00"],
	["de", "22:00–07:00"],
])("the field for hours shows a valid example as members write it in %s", async (locale, example) => {
	const panel = serverPanel(playground, owner, locale);
	const modal = await playground
		.click(owner, await panel.open("limits"), "server:ask:quietHours", { locale })
		.modal();
	expect(JSON.stringify(modal)).toContain(`"placeholder":"${example}"`);
	expect(await panel.set({ quietHours: example })).toContain(example);
	expect(await panel.set({ quietHours: "night" })).toContain(example);
	await panel.reset();
});
