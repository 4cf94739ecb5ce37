import { type Pcm, toFloat } from "@herald/common/audio/pcm.ts";
import { afterwards } from "@herald/common/testing/afterwards.ts";
import { canListen, recognise, sentences } from "@herald/common/testing/recognise.ts";
import { prebuiltVoices } from "@herald/common/wire/voices.ts";
import { expect, test } from "vitest";
import { compileFlite, speakPhrase } from "../src/engine/flite/flite.ts";
import { startEngines } from "../src/engine/start-engines.ts";
import { startThreads } from "../src/engine/threads.ts";
import { measurePitch } from "../src/voices/audition.ts";
import prebuilt from "../src/voices/prebuilt.json" with { type: "json" };
import { castNames, type PrebuiltVoiceName } from "../src/voices/voice.ts";
import { silentLogger } from "./open-service.ts";

const sentence = "The small red boat sailed slowly.";
const { signal: never } = new AbortController();
const engine = await startEngines({ dataDir: "/nowhere", logger: silentLogger });
afterwards(() => engine.close());

const speak = async (voice: string, text = sentence, mostSeconds = 60) =>
	(await engine.speak([{ text, voice }], mostSeconds, never)).samples;

test("all thirty voices differ in pitch or in formants, women above men, and stay the same", async () => {
	const heard = [];
	for (const { name, sex } of prebuiltVoices) {
		const samples = await speak(name);
		const [one, other] = [await speak(name, "The boat."), await speak(name, "The boat.")];
		expect(Buffer.from(one.buffer).equals(Buffer.from(other.buffer))).toBe(true);
		const { flite: recipe } = prebuilt[name as PrebuiltVoiceName];
		heard.push({ name, sex, pitchHz: measurePitch(toFloat(samples), 24_000), recipe });
	}
	heard.sort((a, b) => a.pitchHz - b.pitchHz);
	expect(heard.map(({ sex }) => sex)).toEqual([...Array(16).fill("male"), ...Array(14).fill("female")]);
	for (const [i, upper] of heard.slice(1).entries()) {
		const lower = heard[i] as (typeof heard)[number];
		const samePitch = upper.pitchHz / lower.pitchHz < 1.02;
		const sameThroat =
			upper.recipe?.base === lower.recipe?.base &&
			Math.abs((upper.recipe?.warp ?? 0) - (lower.recipe?.warp ?? 0)) < 0.03;
		expect(samePitch && sameThroat, `${lower.name} and ${upper.name}`).toBe(false);
	}
});

test("speech stops between two phrases once nobody wants it", async () => {
	const controller = new AbortController();
	const pieces: Int16Array[] = [];
	const speech = engine.speak([{ text: `${sentence} `.repeat(60), voice: "Kore" }], 655, controller.signal, {
		take: (piece) => {
			pieces.push(piece);
			controller.abort(new Error("gone"));
		},
	});
	await expect(speech).rejects.toThrow("gone");
	await speak("Kore");
	expect(pieces).toHaveLength(1);
});

test("speech is cut at the length that was allowed", async () => {
	const speech = await engine.speak([{ text: `${sentence} `.repeat(10), voice: "Puck" }], 4, never);
	expect(speech.complete).toBe(false);
	expect(speech.samples.length).toBe(4 * 24_000);
});

test("a long row of numbers is spoken from its first to its last", async () => {
	const [half, whole] = await Promise.all([40, 80].map((times) => speak("Kore", "1999 ".repeat(times), 655)));
	expect(whole?.length).toBeGreaterThan(1.95 * (half?.length ?? 0));
});

test.skipIf(!canListen)("a recogniser hears the right one of ten sentences, whoever speaks", async () => {
	// Three voices speak each sentence.
	const takes = castNames.map((voice, i) => ({ voice, sentence: i % sentences.length }));
	const sounds: Pcm[] = [];
	for (const { voice, sentence } of takes)
		sounds.push({ samples: await speak(voice, sentences[sentence]), sampleRate: 24_000 });
	expect(recognise(sounds).map((sentence, n) => ({ voice: takes[n]?.voice, sentence }))).toEqual(takes);
});

test("owners take turns at a thread, a phrase each", async () => {
	const threads = await startThreads(1);
	const order: string[] = [];
	await Promise.all(
		[1, 1, 1, 2].map(async (owner, n) => {
			await threads.run(
				"speakWithFlite",
				{ text: "Hello.", recipe: prebuilt.Kore.flite },
				{ owner, signal: never },
			);
			order.push(`${n} of ${owner}`);
		}),
	);
	await threads.close();
	expect(order).toEqual(["0 of 1", "3 of 2", "1 of 1", "2 of 1"]);
});

test("Flite stops at two minutes, and skips what it has no letters for", async () => {
	const flite = await compileFlite();
	const speak = (text: string) => speakPhrase(flite, text, prebuilt.Schedar.flite);
	expect(speak("one thousand and one nights ".repeat(120))).toBeUndefined();
	expect(speak(`naïve ${"語".repeat(200)} words`)?.length).toBeGreaterThan(5_000);
});
