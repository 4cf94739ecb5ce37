import { eventually } from "@herald/common/testing/eventually.ts";
import type { Channel } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { partOf } from "../../commands/server/server-settings.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { useReading } from "./start-reading.ts";

const spoken = new Map("de en ru".split(" ").map((language) => [language, "voice"]));
const { upstream, playground, owner, member, panel, use, write, heard } = await useReading({
	spoken: () => spoken,
});

/** @returns each requested text with the language sent with it */
const sent = () => upstream.asked().map(({ text, language }) => [text, language]);

test("each message and the name before it are read in the message's own language", async () => {
	await use("voice me", { language: "de" }, member);
	for (const [who, text] of [
		[member, "moin 1"],
		[owner, "hello 1"],
		[member, "привет 1"],
		[owner, "wer hat lust heute noch eine runde zu zocken mit uns"],
	] as const)
		await heard(write(text, who));
	const asked = [
		["Ben", "de"],
		["moin 1", "de"],
		["Ada", "en"],
		["hello 1", "en"],
		["Ben", "ru"],
		["привет 1", "ru"],
		["Ada", "de"],
		["wer hat lust heute noch eine runde zu zocken mit uns", "de"],
	];
	await eventually(() => expect(sent()).toEqual(asked));
});

test("the panel of /voice me says that a member's Discord decides the language, where nobody chose one", async () => {
	const panel = await playground.command(owner, "voice me", {}, { locale: "de" }).firstAnswer();
	expect(textOf(panel)).toContain("**Sprache:** Deutsch (deine Discord-Sprache), ");
});

test("in a server whose Discord is in German, words of no certain language are read in German, as its panel says", async () => {
	const channels = [{ name: "allgemein" }, { name: "Halle", type: ChannelType.GuildVoice }] as const;
	const guild = playground.world.addGuild({
		name: "Hafen",
		preferredLocale: "de",
		members: [{ username: "eva", name: "Eva" }],
		channels,
	});
	const { owner } = guild;
	const hall = [...guild.channels.values()].find(({ name }) => name === "Halle") as Channel;
	playground.voice.join(owner, hall);
	const panel = serverPanel(playground, owner);
	const page = await panel.open(partOf("language"));
	expect(textOf(page)).toContain("**Language:** German, unless a text");
	await panel.set({ voiceChat: true });
	await playground.command(owner, "join").firstAnswer();
	await heard(playground.post(owner, "gut so 1", { channel: hall }));
	await eventually(() => expect(sent()).toContainEqual(["gut so 1", "de"]));
	await panel.set({ language: "en" });
	await heard(playground.post(owner, "gut so 2", { channel: hall }));
	await eventually(() => expect(sent()).toContainEqual(["gut so 2", "en"]));
});

test("Herald's own words are in the server's language, even among messages in another one", async () => {
	await panel.set({ language: "de" });
	await use("voice me", { language: "en" }, member);
	const first = write("eins zwei", owner);
	await heard(first);
	playground.reply(member, first, "yes indeed");
	const asked = [
		["eins zwei", "de"],
		["Ben an Ada", "de"],
		["yes indeed", "en"],
	];
	await eventually(() => expect(sent()).toEqual(asked));
});
