import { openServiceDatabase } from "../config.ts";
import { startModel } from "../engine/neural/model-process.ts";
import { addVoice, refuseTaken } from "./add-voice.ts";
import {
	fetchCard,
	fetchVoice,
	listPiper,
	type PublishedVoice,
	readPublishers,
	sizeOf,
	withEspeakData,
} from "./published.ts";
import { readVoicesFile, VoiceError, voicesFolder } from "./voice.ts";

/**
 * Lists, describes and adds published voices for a data folder. The publisher isn't contacted before `list`, `describe`
 * or `get`, which throw a VoiceError, the system's error, or the signal's reason.
 *
 * @param mirror - as `VOICES_URL`
 */
export const openVoiceShop = (dataDir: string, mirror?: string) => {
	let listed: readonly PublishedVoice[] | undefined;
	const list = async (signal: AbortSignal) => {
		listed = await listPiper(readPublishers(mirror), signal);
		return listed;
	};
	const find = async (name: string, signal: AbortSignal) => {
		const voice = (listed ?? (await list(signal))).find((each) => each.name === name);
		if (!voice) throw new VoiceError(`No voice ${JSON.stringify(name)} is published.`);
		return voice;
	};
	return {
		/** @returns the voices with their sizes, in bytes */
		list: async (signal: AbortSignal) =>
			(await list(signal)).map(({ name, language = "", quality = "", speakers = 1, ...voice }) => ({
				name,
				language,
				quality,
				speakers,
				bytes: sizeOf({ name, ...voice }),
				from: new URL(voice.files[0]?.url ?? "").host,
			})),
		/** @returns what the publisher says of a voice's licence and origin; undefined if it says nothing */
		describe: async (name: string, signal: AbortSignal) =>
			(await fetchCard(await find(name, signal), signal))?.join("\n"),
		/**
		 * Downloads (or resumes) and adds a voice.
		 *
		 * @param onProgress - called with how many bytes of a file are there, and the file's size
		 */
		get: async (name: string, signal: AbortSignal, onProgress: (there: number, bytes: number) => void) => {
			const found = await find(name, signal);
			refuseTaken(name, readVoicesFile(dataDir), dataDir);
			const voice = await withEspeakData(found, readPublishers(mirror), signal);
			await fetchVoice(voice, {
				voices: voicesFolder(dataDir),
				signal,
				onProgress: (there, { bytes }) => onProgress(there, bytes),
				add: async (source) => {
					using database = openServiceDatabase(dataDir);
					await addVoice({ source, name }, { dataDir, database, startModel, report: () => {}, signal });
				},
			});
		},
	};
};
