import { toFloat } from "@herald/common/audio/pcm.ts";
import { resample } from "@herald/common/audio/resample.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { ModelProcess } from "../engine/neural/model-process.ts";
import type { FoundModel } from "./model-files.ts";
import written from "./sentences.json" with { type: "json" };
import { type Sex, type Speaker, VoiceError } from "./voice.ts";

export type SpeakingModel = Pick<ModelProcess, "sampleRate" | "speakers" | "speak" | "close">;

/** The most speakers that are tried: there are only thirty names. */
export const auditionMax = 60;
const spokenRate = 24_000;
/** The shortest sound that counts as a sentence, in seconds. */
const shortestSeconds = 0.5;
/** The median pitch of a woman's voice is rarely below this, that of a man's rarely above it, in Hz. */
const borderHz = 165;

/** About three seconds of speech in the commonest languages; voices of other languages read numbers. */
const sentences: Readonly<Record<string, string>> = written;
const numbers = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10.";

/**
 * Languages by the first letter of Kokoro's speakers: only English and Chinese, because the engine reads no other
 * language with Kokoro.
 */
const kokoroLanguages: Readonly<Record<string, string>> = { a: "en-US", b: "en-GB", z: "zh" };

interface Candidate {
	readonly id: number;
	readonly sex?: Sex;
	readonly languages?: readonly string[];
}

/**
 * Reads sex and language from the names of a model's speakers: Kokoro's "af_bella", Kitten's "expr-voice-2-m". Leaves
 * out Kokoro's speakers of languages that the engine can't read.
 */
const listCandidates = ({ kind, metadata }: FoundModel, count: number): Candidate[] => {
	const names = (metadata.get("speaker_names") ?? "").split(",");
	return Array.from({ length: count }, (_, id): Candidate | undefined => {
		const name = names[id] ?? "";
		const [, letter = "", sex] =
			(kind === "kokoro" ? /^([a-z])([fm])(?:_|$)/.exec(name) : /(-)([fm])$/.exec(name)) ?? [];
		const known = sex === "f" || sex === "m" ? ({ id, sex } as const) : { id };
		if (kind !== "kokoro" || letter === "") return known;
		const language = kokoroLanguages[letter];
		return language === undefined ? undefined : { ...known, languages: [language] };
	}).filter((candidate) => candidate !== undefined);
};

export interface Audition {
	/** The speakers that can be given names: those that were tried, spoke long enough, and are of a known sex. */
	readonly speakers: readonly Speaker[];
	/** The number of all speakers of the model. */
	readonly count: number;
}

/**
 * Makes up to {@link auditionMax} speakers of a model say a sentence, and determines the sex of each: as the operator
 * says, else as the model says, else by the pitch.
 *
 * @param languages - the model's languages
 * @param givenSex - the sex of all speakers, given by the operator
 * @throws VoiceError if no speaker makes half a second of sound and is of a known sex
 * @throws what the model throws
 */
export const holdAudition = async (
	model: SpeakingModel,
	found: FoundModel,
	languages: readonly string[],
	givenSex: Sex | undefined,
	signal: AbortSignal,
): Promise<Audition> => {
	const speakers: Speaker[] = [];
	const candidates = listCandidates(found, model.speakers).slice(0, auditionMax);
	for (const { id, sex, languages: own } of candidates) {
		const language = baseLanguage((own ?? languages)[0] ?? "") ?? "";
		const text = sentences[language] ?? numbers;
		const samples = await model.speak({ text, speakerId: id, pitch: 1, pace: 1 }, { owner: 0, signal });
		if (samples.length < shortestSeconds * spokenRate) continue;
		const pitchHz = Math.round(measurePitch(toFloat(samples), spokenRate));
		const heard = pitchHz === 0 ? undefined : pitchHz < borderHz ? "m" : "f";
		const whose = givenSex ?? sex ?? heard;
		if (whose) speakers.push({ id, sex: whose, pitchHz, ...(own && { languages: own }) });
		else if (candidates.length === 1)
			throw new VoiceError("The voice's sex can't be told from its pitch: give it with --sex f or --sex m.");
	}
	if (speakers.length === 0)
		throw new VoiceError(
			"The model was loaded, but makes no sound. If it speaks another language than it says, give it with --language.",
		);
	return { speakers, count: model.speakers };
};

const rate = 8_000;
const frame = 320;
const hop = 80;
/** The periods of 400 and 57 Hz, in samples at 8 kHz. */
const shortestLag = 20;
const longestLag = 140;

/** The median pitch of speech in Hz, by normalised autocorrelation over voiced frames of 40 ms; 0 if none is voiced. */
export const measurePitch = (samples: Float32Array, sampleRate: number): number => {
	const sound = resample(samples, sampleRate, rate);
	const peak = sound.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
	const pitches: number[] = [];
	for (let at = 0; at + 2 * frame < sound.length; at += hop) {
		if (Math.sqrt(correlate(sound, at, at) / frame) < peak * 0.06) continue;
		const lag = findLag(sound, at);
		if (lag !== undefined) pitches.push(rate / lag);
	}
	pitches.sort((a, b) => a - b);
	return pitches[pitches.length >> 1] ?? 0;
};

const correlate = (sound: Float32Array, a: number, b: number): number => {
	let sum = 0;
	for (let i = 0; i < frame; i++) sum += (sound[a + i] as number) * (sound[b + i] as number);
	return sum;
};

const findLag = (sound: Float32Array, at: number): number | undefined => {
	const energy = correlate(sound, at, at);
	const scores = new Float64Array(longestLag + 1);
	/** The energy of the frame that begins `lag` samples after `at`. */
	let later = energy;
	for (let lag = 0; lag <= longestLag; lag++) {
		if (lag >= shortestLag - 1)
			scores[lag] = correlate(sound, at, at + lag) / Math.sqrt(energy * later + 1e-9);
		later += (sound[at + lag + frame] as number) ** 2 - (sound[at + lag] as number) ** 2;
	}
	const best = Math.max(...scores.slice(shortestLag));
	if (best < 0.8) return undefined;
	// Takes the first peak that is nearly the highest, because multiples of the period fit as well as the period.
	for (let lag = shortestLag; lag < longestLag; lag++) {
		const [before = 0, here = 0, after = 0] = scores.slice(lag - 1, lag + 2);
		if (here < best * 0.93 || here < before || here < after) continue;
		const bend = before - 2 * here + after;
		return lag + (bend === 0 ? 0 : (before - after) / (2 * bend));
	}
	return undefined;
};
