import { existsSync } from "node:fs";
import { join } from "node:path";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { withSound } from "../support/answers.ts";
import { startHerald } from "../support/herald.ts";
import { readOgg } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";

const herald = await startHerald();
const { playground } = herald;
const { owner, ordinary } = playground.home;
afterAll(async () => {
	await herald.stop();
	expect(existsSync(herald.dataDir)).toBe(false);
});

test("without a configured service, Herald's own speaks: /say gives a playable file, and a repeated text the same sound", async () => {
	// Skips the message that Herald is waiting, which a slow machine may cause.
	const say = (text: string) =>
		herald.say(owner, text).message(({ content, thinking }) => !thinking && !content.startsWith("Waiting"));
	const sayAgain = () => say("Hello from Herald, on a machine of its own");
	const { attachments, content } = await sayAgain();
	expect(content).toMatch(/^\*\*Kore\*\* · 0:0[2-5]/);
	expect(readOgg(attachments[0]?.bytes as Uint8Array).durationMs).toBeGreaterThan(1_500);
	expect((await sayAgain()).attachments[0]?.bytes).toEqual(attachments[0]?.bytes);
	const { content: named } = await say("🎉");
	expect(named).toMatch(/^\*\*Kore\*\* · 0:0[12]\n> 🎉$/);
	await herald.restart();
	expect((await sayAgain()).attachments[0]?.bytes).toEqual(attachments[0]?.bytes);
	expectOwnersAlone(join(herald.dataDir, "speech-service.key"));

	const { content: refused } = await say("བཀྲ་ཤིས་");
	// With espeak-ng, there are too many languages to list.
	expect(refused).toMatch(
		/^No voice here can read (?:the writing system of this text\. The voices here speak .*English|this text\. Whoever hosts this bot)/,
	);
});

test("Herald's own voices are described by the person who speaks, in lists and in completions", async () => {
	const complete = async (voice: string, locale: string) =>
		(
			await playground.autocomplete(owner, "say", { text: "x", voice, language: "en" }, "voice", { locale })
		).map(({ name }) => name);
	expect((await complete("alge", "en-US"))[0]).toBe("Algenib, male, like Puck, 41% lower, 13% slower");
	expect((await complete("deep", "en-US"))[0]).toMatch(/, male\b(?!.*higher)/);
	expect((await complete("tief", "de"))[0]).toMatch(/, männlich\b(?!.*höher)/);
	const { content, components } = await herald.use(owner, "voice list").firstAnswer();
	const options = components.flatMap((menu) => menu.options ?? []);
	expect(options).toContainEqual({
		label: "Algenib",
		value: "Algenib",
		default: false,
		description: "like Puck, 41% lower, 13% slower",
	});
	expect(content).toMatch(/^\*\*Puck\*\*, and voices like it: .*Algenib/m);
	expect(content).not.toMatch(/gravelly|firm/);
	for (const locale of ["de", "fr", "es-ES", "pt-BR", "ja"]) {
		const list = await herald.use(owner, "voice list", {}, locale).firstAnswer();
		expect(list.content.length).toBeLessThan(1_900);
	}
});

test("Herald's own voice says what it leaves out: words in other scripts, and every style", async () => {
	const say = async (options: Record<string, string>, who = owner) =>
		(await herald.use(who, "say", options).firstAnswer()).content;
	expect(await say({ text: "བཀྲ་ཤིས་ means hello" })).toMatch(
		/\n-# A text is read in one language throughout, so words in another writing system may be left out\.$/,
	);
	expect(await say({ text: "Café, naïve, ½ and 5 €" })).not.toMatch(/-#/);
	expect(await say({ text: "hello", style: "whispering" })).toMatch(
		/\n-# This bot's own voice doesn't support styles, so the style was left out\.$/,
	);
	// The voice introduces itself in a language that is spoken here, whether or not there is a German voice.
	const sample = await withSound(herald.use(ordinary, "voice try", { speed: 1.5 }, "de"));
	expect(sample).toMatchObject({ ephemeral: true, content: "**Kore, weiblich** · 1,5×" });
	const panel = serverPanel(playground, owner);
	await panel.set({ style: "solemn" });
	onTestFinished(async () => {
		await panel.set({ style: null });
	});
	expect(await say({ text: "hello" })).toMatch(/doesn't support styles/);
	expect(await say({ text: "hello" }, ordinary)).not.toMatch(/-#/);
	expect(await say({ text: "One [laughs] two [whispers] three" }, ordinary)).toMatch(/ · 0:0[1-3]/);
});

test("a voice chosen in the panel can be heard there, without a button to choose it again", async () => {
	const panel = serverPanel(playground, owner);
	const voices = await panel.click(await panel.open("voice"), "server:voices");
	const puck = await panel.select(voices, "server:voice:1", ["Puck"]);
	const heard = await withSound(playground.click(owner, puck, "server:hear"));
	expect(heard).toMatchObject({ ephemeral: true, components: [] });
	expect(heard.content).toMatch(/^\*\*Puck, /);
	await panel.reset();
});
