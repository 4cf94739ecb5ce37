import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpeakingModel } from "../../src/voices/audition.ts";
import { appendOnnxMetadata } from "../../src/voices/model-files.ts";
import { type VoiceRecord, voicesFolder } from "../../src/voices/voice.ts";
import piperSettings from "./piper-settings.json" with { type: "json" };

/** A file that Herald takes for an ONNX model: a graph (field 7) of `bytes` zeros. */
const graph = (bytes: number): Buffer =>
	Buffer.concat([Buffer.from([0x08, 0x08, 0x3a, bytes & 0x7f]), Buffer.alloc(bytes)]);

/** Writes a plain Piper voice. @returns the path of its model */
export const makePiperVoice = async (folder: string, name: string, settings: object = piperSettings) => {
	await mkdir(folder, { recursive: true });
	const model = join(folder, `${name}.onnx`);
	await writeFile(model, graph(100));
	await writeFile(`${model}.json`, JSON.stringify(settings));
	return model;
};

/** Writes a folder that Herald takes for espeak-ng's data. @returns the folder */
export const makeEspeakData = async (folder: string) => {
	const data = join(folder, "espeak-ng-data");
	await mkdir(join(data, "lang"), { recursive: true });
	await writeFile(join(data, "phontab"), "phontab");
	await writeFile(join(data, "lang", "en"), "en");
	return data;
};

/** Writes a model's folder in the layout that sherpa-onnx publishes. @returns the folder */
export const makeModelFolder = async (
	folder: string,
	metadata: Readonly<Record<string, string | number>>,
	others: readonly string[] = ["tokens.txt"],
) => {
	await makeEspeakData(folder);
	const model = join(folder, "model.onnx");
	await writeFile(model, graph(100));
	appendOnnxMetadata(model, metadata);
	for (const name of others) await writeFile(join(folder, name), name);
	return folder;
};

/** Makes a voice that can't speak, with this text as its model. @returns its record */
export const pretendVoice = (
	dataDir: string,
	name: string,
	changes: Partial<VoiceRecord> = {},
	model = "model",
): VoiceRecord => {
	const folder = join(voicesFolder(dataDir), name);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "model.onnx"), model);
	return {
		name,
		kind: "vits",
		files: { model: "model.onnx" },
		sizes: { "model.onnx": 5 },
		languages: ["en-US"],
		sampleRate: 22_050,
		speakers: [{ id: 0, sex: "f", pitchHz: 200 }],
		bytes: 5,
		fingerprint: name,
		...changes,
	};
};

/** A short buzz with the pitch of a voice. */
const buzz = (hz: number): Int16Array =>
	Int16Array.from({ length: 14_400 }, (_, i) => {
		const phase = (2 * Math.PI * i * hz) / 24_000;
		return 4_000 * (Math.sin(phase) + Math.sin(2 * phase) + Math.sin(3 * phase));
	});

/** A model whose speakers have these pitches, in Hz. A speaker of 0 Hz makes no sound. */
export const modelOf = (...pitches: readonly number[]): SpeakingModel => ({
	sampleRate: 22_050,
	speakers: pitches.length,
	speak: async ({ speakerId }) =>
		buzz(pitches[speakerId] ?? 0).subarray(0, pitches[speakerId] ? undefined : 0),
	close: async () => {},
});
