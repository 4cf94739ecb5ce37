import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWav, toFloat } from "@herald/common/audio/pcm.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import { expect, test } from "vitest";
import { measurePitch } from "../../src/voices/audition.ts";
import { completeCast } from "../../src/voices/cast.ts";
import { voicesFolder, writeVoicesFile } from "../../src/voices/voice.ts";
import { ask, openEmbedded, readAudio, writeBody } from "../open-service.ts";
import { canSpeakNaturally, hasEspeakNg, naturalTimeout } from "../speech-tools.ts";
import { pretendVoice } from "./make-voice.ts";

const folder = newFolder();
const voices = (...args: string[]) => runCommandLine("voices", folder, ...args);
const listJson = async (...args: string[]) =>
	JSON.parse((await voices("list", "--format", "json", ...args)).out) as Record<string, unknown>[];

/** Records voices without an audition. */
const pretend = (...names: readonly string[]) => {
	const voices = names.map((name, i) =>
		pretendVoice(folder, name, {
			languages: ["de-DE"],
			speakers: [{ id: 0, sex: i === 0 ? "f" : "m", pitchHz: 180 - 60 * i }],
		}),
	);
	const installed = voices.map((voice) => ({ ...voice, folder: "" }));
	writeVoicesFile(folder, { format: 1, voices, cast: { de: completeCast(installed, "de", {}) } });
};

test("what isn't understood is told with the usage, and what can't be done with a sentence", async () => {
	pretend("eva");
	for (const args of [[], ["assign", "Cora", "eva"], ["try", "Kore"]])
		expect(await voices(...args)).toMatchObject({ code: 2 });
	const refused = await voices("add", "x", "--sex", "male");
	expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/--sex must be f or m/) });
	for (const [args, sentence] of [
		[["assign", "Kore", "adam"], /^There is no voice adam\. .+\n$/],
		[["assign", "Kore", "eva:3"], /^eva has no speaker 3 to choose: there is 0\.\n$/],
		[["assign", "Kore", "eva", "--language", "en"], /^eva doesn't speak "en"\.\n$/],
	] as const)
		expect(await voices(...args)).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
});

test("voices and who speaks for which name are listed, given by hand, given anew and taken away", async () => {
	pretend("eva", "jonas");
	await writeFile(join(voicesFolder(folder), "jonas", "model.onnx"), "mode");
	expect(await listJson()).toEqual([
		{
			voice: "eva",
			kind: "vits",
			languages: "de-DE",
			speakers: "f, 180 Hz",
			names: "de 14",
			megabytes: 1,
			state: "good",
		},
		expect.objectContaining({ voice: "jonas", state: "model.onnx has 4 bytes instead of 5" }),
	]);
	expect((await voices("assign", "kore", "jonas")).err).toBe("Kore is now jonas in German.\n");
	const names = await listJson("--names");
	expect(names).toHaveLength(30);
	const kore = { language: "de", name: "Kore", sex: "f" };
	expect(names[0]).toEqual({ ...kore, voice: "jonas", speaker: 0, pitch: 1.2, pace: 1 });
	expect((await voices("assign", "--reset")).err).toBe("All names are assigned anew.\n");
	expect((await listJson("--names"))[0]).toMatchObject({ name: "Kore", voice: "eva" });
	expect((await voices("remove", "eva")).err).toMatch(
		/^Removed eva\.\nIn German, jonas now speaks for Kore, Zephyr, .+ and Pulcherrima\.\n$/,
	);
	expect((await voices("remove", "jonas")).err).toBe(
		"Removed jonas.\nNo natural voice speaks German any more.\n",
	);
	expect(await voices("list")).toMatchObject({
		code: 0,
		err: expect.stringMatching(/^There are no voices yet/),
	});
});

test("a voices.json that can't be read is told, and stays as it is", async () => {
	pretend("eva");
	const path = join(voicesFolder(folder), "voices.json");
	await writeFile(path, "{");
	for (const args of [["list"], ["assign", "--reset"]])
		expect(await voices(...args)).toMatchObject({
			code: 1,
			err: expect.stringMatching(/voices\.json can't be read \(.+\): restore it from a backup/),
		});
	expect(await readFile(path, "utf8")).toBe("{");
});

test.runIf(canSpeakNaturally)(
	"a real voice that is added beside the running service is told to the bot, and speaks its language as two people",
	{ timeout: naturalTimeout },
	async () => {
		const service = await openEmbedded();
		const { dataDir } = service;
		const run = (...args: string[]) => runCommandLine("voices", dataDir, ...args);
		const say = async (name: string, text = "The small red boat sails slowly.") => {
			const answer = await ask(service, writeBody(text, name));
			const { modelVersion } = (await answer.clone().json()) as { modelVersion: string };
			return { modelVersion, samples: readWav((await readAudio(answer)).bytes).samples };
		};
		const spoken = () => service.voices().languages.get("en");
		expect(spoken()).toBe("flite-2");
		expect((await say("Puck", "Hello.")).modelVersion).toContain("flite");
		const added = await run("add", process.env.PIPER_VOICE as string, "--name", "joe");
		expect(added.err).toMatch(
			/^Added joe: a (?:wo)?man's voice \(\d+ Hz\), for English \(en-\w+\)\.\nIt speaks for all thirty names in English\.\n$/,
		);
		await expect.poll(spoken).not.toBe("flite-2");

		/** @returns the median of three pitches, because the model says a sentence differently each time */
		const pitchOf = async (name: string) => {
			const pitches: number[] = [];
			for (let time = 0; time < 3; time++) {
				const { modelVersion, samples } = await say(name);
				expect(modelVersion).toContain("neural/joe");
				expect(samples.length / 24_000).toBeGreaterThan(1);
				pitches.push(measurePitch(toFloat(samples), 24_000));
			}
			return pitches.sort((a, b) => a - b)[1] as number;
		};
		expect((await pitchOf("Kore")) / (await pitchOf("Puck"))).toBeGreaterThan(1.05);
		// Other languages are spoken as before.
		if (hasEspeakNg) {
			const { modelVersion } = await say("Puck", "Доброе утро.");
			expect(modelVersion).toContain("espeak-ng/ru");
		}

		const out = join(dataDir, "puck.wav");
		expect(await run("try", "Puck", "Hello from Herald.", "--out", out)).toMatchObject({
			code: 0,
			err: expect.stringMatching(/^Wrote \d\.\d s to /),
		});
		const { samples, sampleRate } = readWav(await readFile(out));
		expect(sampleRate).toBe(24_000);
		expect(samples.length / sampleRate).toBeGreaterThan(0.6);

		expect(await run("remove", "joe")).toMatchObject({ code: 0 });
		await expect.poll(spoken).toBe("flite-2");
		expect((await say("Puck", "Hello.")).modelVersion).toContain("flite");
	},
);
