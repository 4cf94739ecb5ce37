import { toFloat } from "@herald/common/audio/pcm.ts";
import { prebuiltVoices } from "@herald/common/wire/voices.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { startEngines } from "../src/engine/start-engines.ts";
import { measurePitch } from "../src/voices/audition.ts";
import prebuilt from "../src/voices/prebuilt.json" with { type: "json" };
import { castNames, findName, type PrebuiltVoiceName } from "../src/voices/voice.ts";
import { silentLogger } from "./open-service.ts";

const sentence = "The small red boat sailed slowly.";
const never = new AbortController().signal;
let engine: Engine;

beforeAll(async () => {
	engine = await startEngines({ dataDir: "/nowhere", logger: silentLogger });
});
afterAll(() => engine.close());

const speak = async (voice: string, text = sentence) =>
	(await engine.speak([{ text, voice }], 60, never)).samples;

test("the service has exactly the voices that its clients know", () => {
	expect([...castNames].sort()).toEqual(prebuiltVoices.map(({ name }) => name).sort());
	expect(findName("kORE")).toBe("Kore");
	expect(findName("constructor")).toBeUndefined();
});

test("all thirty voices differ in pitch or in formants, women above men, and stay the same", async () => {
	const heard = [];
	for (const { name, sex } of prebuiltVoices) {
		const samples = await speak(name);
		const [one, other] = [await speak(name, "The boat."), await speak(name, "The boat.")];
		expect(Buffer.from(one.buffer).equals(Buffer.from(other.buffer))).toBe(true);
		heard.push({
			name,
			sex,
			pitchHz: measurePitch(toFloat(samples), 24_000),
			recipe: prebuilt[name as PrebuiltVoiceName].flite,
		});
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
