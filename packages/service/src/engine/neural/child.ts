/** The program of a model's process. A crash of the model ends only this process, whose end frees the model's memory. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readWav, toFloat } from "@herald/common/audio/pcm.ts";
import { connect } from "@herald/common/child.ts";
import { finishSound, sampleRate } from "../speech-engine.ts";
import {
	loadSherpaOnnx,
	type ModelProgram,
	type ModelSource,
	type OfflineTts,
	type PhraseOrder,
	type Recording,
	writeModelSettings,
} from "./sherpa.ts";

let isStopped = false;
let model: OfflineTts | undefined;
/** The recordings that the model imitates, by speaker id; empty for models that imitate none. */
let imitated: Recording[] = [];

const readRecordings = ({ folder, files }: ModelSource) =>
	Promise.all(
		(files.recordings?.split(",") ?? []).map(async (path) => {
			const { samples, sampleRate: referenceSampleRate } = readWav(await readFile(join(folder, path)));
			return { referenceAudio: toFloat(samples), referenceSampleRate };
		}),
	);

const load: ModelProgram["load"] = async ({ source, library }) => {
	imitated = await readRecordings(source);
	const { OfflineTts } = loadSherpaOnnx(library);
	model = await OfflineTts.createAsync(writeModelSettings(source));
	const speakers = imitated.length || model.numSpeakers;
	return { sampleRate: model.sampleRate, speakers, rssBytes: process.memoryUsage.rss() };
};

/** Changes the pace of speech. Models that imitate a recording have no setting for the pace. */
const changePace = async (samples: Int16Array, tempo: number): Promise<Int16Array> => {
	if (tempo === 1) return samples;
	const { stretch } = await import("@herald/common/audio/stretch.ts");
	return stretch({ samples, sampleRate }, tempo).samples;
};

/**
 * Changes the pitch by playing the sound faster or slower. Makes up for the change of pace by asking the model for
 * another pace or, if the model imitates a recording, by changing the pace of its sound.
 *
 * @returns mono at 24 kHz; empty if the phrase was stopped
 */
const makeSound = async ({ text, speakerId, pitch, pace }: PhraseOrder): Promise<Int16Array> => {
	if (!model) throw new Error("No model is loaded");
	const asked = { text, enableExternalBuffer: false, onProgress: () => (isStopped ? 0 : 1) } as const;
	const recording = imitated[speakerId];
	const made = await model.generateAsync(
		recording ? { ...asked, generationConfig: recording } : { ...asked, sid: speakerId, speed: pace / pitch },
	);
	if (isStopped) return new Int16Array(0);
	const samples = finishSound(made.samples, made.sampleRate, pitch);
	return recording ? changePace(samples, pace / pitch) : samples;
};

process.once("disconnect", () => process.exit());
connect<object, ModelProgram>(process, {
	load,
	speak: async (order) => {
		isStopped = false;
		return { samples: await makeSound(order), rssBytes: process.memoryUsage.rss() };
	},
	stop: () => {
		isStopped = true;
	},
});
