import { readPcm } from "@herald/common/audio/mime.ts";
import { AudioError, type Pcm, toFloat, toInt16 } from "@herald/common/audio/pcm.ts";
import { resample } from "@herald/common/audio/resample.ts";
import { isWav } from "@herald/common/audio/wav.ts";
import type { AudioPart } from "./answer-reading.ts";

/** Audio may be split into parts anywhere, even inside a sample: only a part with its own header starts a new sound. */
const gatherSounds = (parts: readonly AudioPart[]): AudioPart[] => {
	const sounds: { mimeType: string; chunks: Uint8Array[] }[] = [];
	for (const { mimeType, bytes } of parts) {
		if (bytes.length === 0) continue;
		const last = sounds.at(-1);
		if (last && !isWav(bytes) && (mimeType === "" || mimeType === last.mimeType)) last.chunks.push(bytes);
		else sounds.push({ mimeType, chunks: [bytes] });
	}
	return sounds.map(({ mimeType, chunks }) => ({
		mimeType,
		bytes: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
	}));
};

/**
 * The sound of all audio parts of an answer, in order, at the first one's rate.
 *
 * @throws AudioError for bytes that aren't PCM, and for more than `maxSeconds` of it
 */
export const readSound = (parts: readonly AudioPart[], maxSeconds = Number.POSITIVE_INFINITY): Pcm => {
	const sounds = gatherSounds(parts).map(({ bytes, mimeType }) => readPcm(bytes, mimeType));
	const seconds = sounds.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0);
	if (seconds > maxSeconds)
		throw new AudioError(
			`${Math.round(seconds)} s of sound for a text of ${Math.round(maxSeconds)} s at most`,
			seconds * 1_000,
		);
	const [first] = sounds;
	if (!first || sounds.length === 1) return first ?? { samples: new Int16Array(0), sampleRate: 24_000 };
	const alike = sounds.map(({ samples, sampleRate }) =>
		sampleRate === first.sampleRate
			? samples
			: toInt16(resample(toFloat(samples), sampleRate, first.sampleRate)),
	);
	const samples = new Int16Array(alike.reduce((sum, { length }) => sum + length, 0));
	let offset = 0;
	for (const piece of alike) {
		samples.set(piece, offset);
		offset += piece.length;
	}
	return { samples, sampleRate: first.sampleRate };
};
