import { AudioError } from "@herald/common/audio/clip.ts";
import { isOgg, type OpusFile, readOgg } from "@herald/common/audio/ogg.ts";
import { countSamples, decodeInSteps, finish, opusInputRate, type Steps } from "@herald/common/audio/opus.ts";
import { isWav, type Pcm, readPcm, toFloat, toInt16 } from "@herald/common/audio/pcm.ts";
import { resample } from "@herald/common/audio/resample.ts";
import type { AudioPart } from "./answer-reading.ts";

/** A sound as samples, or as an Opus file that isn't decoded yet. */
type SoundSource = { readonly seconds: number } & ({ readonly pcm: Pcm } | { readonly file: OpusFile });

/** Audio may be split into parts anywhere, even inside a sample: only a part with its own header starts a new sound. */
const gatherSounds = (parts: readonly AudioPart[]): AudioPart[] => {
	const sounds: { mimeType: string; chunks: Uint8Array[] }[] = [];
	for (const { mimeType, bytes } of parts) {
		if (bytes.length === 0) continue;
		const last = sounds.at(-1);
		const goesOn = !isWav(bytes) && !isOgg(bytes) && (mimeType === "" || mimeType === last?.mimeType);
		if (last && goesOn) last.chunks.push(bytes);
		else sounds.push({ mimeType, chunks: [bytes] });
	}
	return sounds.map(({ mimeType, chunks }) => ({
		mimeType,
		bytes: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
	}));
};

function* decodeFile({ packets, preSkip, end }: OpusFile): Steps<Pcm> {
	const samples = yield* decodeInSteps(packets, preSkip);
	const heard = Math.max(0, ((end - preSkip) * opusInputRate) / 48_000);
	return { samples: samples.subarray(0, heard), sampleRate: opusInputRate };
}

const findSound = ({ bytes, mimeType }: AudioPart): SoundSource => {
	if (isOgg(bytes)) {
		const file = readOgg(bytes);
		const samples = file.packets.reduce((sum, packet) => sum + countSamples(packet), 0);
		return { seconds: samples / opusInputRate, file };
	}
	const pcm = readPcm(bytes, mimeType);
	return { seconds: pcm.samples.length / pcm.sampleRate, pcm };
};

/**
 * Reads the sound of all audio parts of an answer, in order, at the first one's sample rate, in steps.
 *
 * @throws AudioError for bytes that are neither PCM nor Ogg Opus, and for more than `maxSeconds` of sound
 */
export function* readSoundInSteps(
	parts: readonly AudioPart[],
	maxSeconds = Number.POSITIVE_INFINITY,
): Steps<Pcm> {
	const found = gatherSounds(parts).map(findSound);
	const seconds = found.reduce((sum, sound) => sum + sound.seconds, 0);
	if (seconds > maxSeconds)
		throw new AudioError(
			`${Math.round(seconds)} s of sound for a text of ${Math.round(maxSeconds)} s at most`,
			seconds * 1_000,
		);
	const sounds: Pcm[] = [];
	for (const sound of found) sounds.push("pcm" in sound ? sound.pcm : yield* decodeFile(sound.file));
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
}

/** Does the same as {@link readSoundInSteps}, in one go. */
export const readSound = (parts: readonly AudioPart[]): Pcm => finish(readSoundInSteps(parts));
