import type { InteractionTrace, SeenMessage } from "@herald/playground";
import { expect, test } from "vitest";
import { optionsOf } from "../support/answers.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { useWorld } from "../support/world.ts";

const { herald, playground, owner, member } = await useWorld();

const shown = (trace: InteractionTrace) => trace.message(({ texts }) => texts.length > 0);
const open = (locale = "en-US") => shown(playground.command(member, "voice me", {}, { locale }));
const click = (panel: SeenMessage, id: string) => shown(playground.click(member, panel, id));
const select = (panel: SeenMessage, id: string, ...values: string[]) =>
	shown(playground.select(member, panel, id, values));
const fill = async (panel: SeenMessage, id: string, value: string) => {
	const modal = await playground.click(member, panel, id).modal();
	return shown(playground.submitModal(member, modal, { value }));
};

test("/voice me without options shows a member's own panel, with the server's choices as defaults", async () => {
	await serverPanel(playground, owner).set({ voice: "Leda", style: "solemn", speed: 0.9 });
	const panel = await open();
	expect(panel.ephemeral).toBe(true);
	expect(textOf(panel).split("\n")).toEqual([
		"**How you sound in this server**",
		"**Voice:** Leda (default)",
		"**Style:** solemn (default)",
		"**Speed:** 0.9× (default)",
		"**Language:** the language each text is written in (default)",
		"**Where speech goes:** automatic (default)",
		"**Read my messages aloud:** on (default)",
		"-# Wherever messages are read aloud.",
		"**How my name is pronounced:** Ben (default)",
	]);
	expect(textOf(await open("de"))).toContain(
		"**So klingst du auf diesem Server**\n**Stimme:** Leda (Standard)",
	);
	await serverPanel(playground, owner).reset("voice");
});

test("each setting is changed by its control and kept over a restart, and a reset leaves only the wish not to be read", async () => {
	const found = await fill(await click(await open(), "voice:voices"), "voice:ask:voice", "warm female");
	const voice = await select(found, "voice:choose:voice", "Sulafat");
	expect(textOf(voice)).toMatch(/^Saved\. \*\*Voice:\*\* Sulafat$/m);
	await herald.restart();
	const speed = await fill(voice, "voice:ask:speed", "1,5");
	expect(textOf(speed)).toMatch(/\*\*Voice:\*\* Sulafat\n[\s\S]*\nSaved\. \*\*Speed:\*\* 1\.5×$/);
	expect(textOf(await fill(speed, "voice:ask:speed", "9"))).toMatch(/^Nothing was changed: .* 0\.5 to 2\./m);
	const delivery = await select(speed, "voice:choose:delivery", "file");
	expect(textOf(delivery)).toContain("**Where speech goes:** file\n");
	const off = await click(delivery, "voice:put:reading:off");
	expect(textOf(off)).toContain("**Read my messages aloud:** off\n");
	expect(textOf(await fill(off, "voice:ask:spokenName", "Ada"))).toMatch(
		/^This server has a voice, role or member with that name/m,
	);
	expect(textOf(await fill(off, "voice:ask:spokenName", "Benny"))).toContain("name is pronounced:** Benny");
	const { content } = await playground.command(member, "voice show").firstAnswer();
	expect(content).toMatch(/Sulafat[\s\S]*1\.5×[\s\S]*never[\s\S]*Benny/);
	const reset = textOf(await click(await click(off, "voice:askReset:voice"), "voice:resetPage:voice"));
	expect(reset).toMatch(/^This page's settings were reset\./m);
	expect(reset).toContain("**Voice:** Kore (default)");
	expect(reset).toContain("**Read my messages aloud:** off");
	expect(textOf(await click(off, "voice:put:reading:on"))).toContain("aloud:** on (default)");
});

test("menus show all thirty voices with the current one selected, and each can be heard", async () => {
	const server = serverPanel(playground, owner);
	const shownVoices = (panel: SeenMessage) =>
		panel.components.flatMap(({ custom_id: id }) =>
			/^\w+:voice:/.test(String(id)) ? optionsOf(panel, String(id)) : [],
		);
	const chosenIn = (panel: SeenMessage) =>
		shownVoices(panel)
			.filter(({ default: isChosen }) => isChosen)
			.map(({ value }) => value);
	const mine = await click(await open(), "voice:voices");
	const ofServer = await server.click(await server.open("voice"), "server:voices");
	for (const panel of [mine, ofServer]) {
		expect(new Set(shownVoices(panel).map(({ value }) => value))).toHaveProperty("size", 30);
		expect(chosenIn(panel)).toEqual(["Kore"]);
		expect(panel.components.map(({ custom_id: id }) => String(id).replace(/^\w+/, ""))).toContain(":hear");
	}
	const puck = await select(mine, "voice:voice:1", "Puck");
	expect(textOf(puck)).toMatch(/^Saved\. \*\*Voice:\*\* Puck$/m);
	expect(chosenIn(puck)).toEqual(["Puck"]);
	expect(chosenIn(await server.select(ofServer, "server:voice:0", ["Leda"]))).toEqual(["Leda"]);
	expect(chosenIn(await click(puck, "voice:put:voice:default"))).toEqual(["Leda"]);
	// Presets count as voices, too.
	await server.add("presets", { name: "Narrator", voice: "Charon" });
	const withPreset = await server.click(await server.open("voice"), "server:voices");
	const narrator = await server.select(withPreset, "server:voice:presets", ["Narrator"]);
	expect(textOf(narrator)).toContain("**Voice:** Narrator (Charon)\n");
	expect(chosenIn(narrator)).toEqual(["Narrator"]);
	const found = await server.fill(narrator, "server:ask:voice", { value: "narrator" });
	expect(optionsOf(found, "server:choose:voice")).toMatchObject([
		{ value: "-" },
		{ value: "Narrator", default: true },
	]);
	await server.remove("presets", "Narrator");
	await server.reset();
});

test.each([
	["warm", ["Sulafat"]],
	["female", ["Kore", "Leda", "Zephyr"]],
	["zephyr", ["Zephyr"]],
	["German", ["Kore", "Puck"]],
	["Deutsch", ["Kore", "Puck"]],
])("a search for “%s” finds the voices it describes", async (query, names) => {
	const found = await fill(await click(await open(), "voice:voices"), "voice:ask:voice", query);
	const values = optionsOf(found, "voice:choose:voice").map(({ value }) => value);
	expect(values).toEqual(expect.arrayContaining(names));
});

test("a choice that is the default is in a menu only once", async () => {
	const labels = (panel: SeenMessage, id: string) => optionsOf(panel, id).map(({ label }) => label);
	const choices = ["automatic (default)", "voice channel", "file", "voice message"];
	expect(labels(await open(), "voice:choose:delivery")).toEqual(choices);
	const texts = await serverPanel(playground, owner).open("texts");
	expect(labels(texts, "server:choose:delivery")).toEqual(choices);
});
