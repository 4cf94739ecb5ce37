import { toInt16 } from "@herald/common/audio/pcm.ts";
import { resample } from "@herald/common/audio/resample.ts";
import type { SpokenRole } from "@herald/common/wire/voices.ts";
import type { PrebuiltVoiceName } from "../voices/voice.ts";
import type { Phrase } from "./read-text.ts";

/** The sample rate of every answer, in Hz. */
export const sampleRate = 24_000;

/** The account that an engine works for, and the signal that stops the work. Accounts take turns, a phrase each. */
export interface Asker {
	/** The account's id. */
	readonly owner: number;
	readonly signal: AbortSignal;
}

/** A voice of one engine in one language. */
export interface EngineVoice extends SpokenRole {
	/**
	 * @param isHeardAtOnce - whether the first phrase is heard while the others are made
	 * @returns the phrases of a text, without characters that this engine can't speak
	 */
	read(text: string, asker: Asker, isHeardAtOnce?: boolean): Promise<readonly Phrase[]>;
	/**
	 * Speaks one phrase, off the event loop.
	 *
	 * @returns mono at {@link sampleRate}, without silence at either end; empty when there was nothing to say
	 * @throws the signal's reason once the signal is aborted @throws EngineError
	 */
	speak(phrase: string, asker: Asker): Promise<Int16Array>;
}

export interface SpeechEngine {
	/** @returns a fingerprint of each base language, which changes when the language's voices sound different */
	languages(): ReadonlyMap<string, string>;
	/** @param language - a BCP 47 tag */
	find(name: PrebuiltVoiceName, language: string): EngineVoice | undefined;
	/** Frees everything; speech in progress fails. */
	close?(): Promise<void>;
}

/** An engine failed; the message is one sentence for the operator and never quotes the text. */
export class EngineError extends Error {
	override readonly name: string = this.constructor.name;
}

/** A phrase takes longer than allowed. The text is to blame, not the engine. */
export class OverlongPhraseError extends EngineError {}

/** No voice speaks the language or reads the script; the message is for the client. */
export class LanguageError extends Error {
	override readonly name = "LanguageError";
	/** What no voice here speaks or reads: the requested language, or the text's script. */
	readonly about: "language" | "script";

	constructor(about: "language" | "script", message: string) {
		super(message);
		this.about = about;
	}
}

/** The loudest sample that counts as silence, −50 dB. Full scale is 1. */
const threshold = 0.003;
/** How much silence is kept on each side, in s: soft consonants start and end below the threshold. */
const margin = 0.03;

/** @returns the sound without the silence around it; empty when nothing in it is audible */
const cropToSound = (samples: Float32Array, rate: number): Float32Array => {
	const first = samples.findIndex((sample) => Math.abs(sample) > threshold);
	if (first < 0) return samples.subarray(0, 0);
	const last = samples.findLastIndex((sample) => Math.abs(sample) > threshold);
	const kept = Math.round(margin * rate);
	return samples.subarray(Math.max(0, first - kept), last + 1 + kept);
};

/**
 * @param rate - the samples' own, in Hz
 * @param pitch - how many times faster the sound is played. The resulting rate is rounded to 10 Hz, to resample quickly
 * @returns mono at 24 kHz, without silence at either end
 */
export const finishSound = (samples: Float32Array, rate: number, pitch = 1): Int16Array =>
	toInt16(resample(cropToSound(samples, rate), Math.round((rate * pitch) / 10) * 10, sampleRate));
