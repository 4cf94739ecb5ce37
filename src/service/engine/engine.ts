import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { compileFlite, sampleRate } from "./flite.ts";
import { normalise } from "./normalise.ts";
import { splitPhrases } from "./phrases.ts";
import { findRecipe, type VoiceRecipe } from "./voices.ts";
import type { PhraseTask } from "./worker.ts";

/** Words in one voice; several turns make a dialogue. */
export interface Utterance {
	readonly text: string;
	readonly voice: string;
}

export interface SynthesizedSpeech {
	/** Mono at 24 kHz; empty if nothing could be spoken. */
	readonly samples: Int16Array;
	/** Whether the sound was cut before all words were spoken. */
	readonly complete: boolean;
}

/** Silence before the first and after the last word, in ms. */
const edgeMs = 50;

const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1_000);

/**
 * Flite in worker threads. Each phrase is a task, so that cancelling takes effect after one phrase at most, threads
 * stay warm, and several texts are spoken in turns.
 */
export class Engine {
	readonly #pool: Piscina;

	private constructor(pool: Piscina) {
		this.#pool = pool;
	}

	/** Starts cores − 1 threads, at least one, and speaks a word in each, so that the first request doesn't wait. */
	static async start(): Promise<Engine> {
		const threads = Math.max(1, availableParallelism() - 1);
		const pool = new Piscina<PhraseTask, ArrayBuffer>({
			filename: new URL("worker.ts", import.meta.url).href,
			minThreads: threads,
			maxThreads: threads,
			workerData: { flite: await compileFlite() },
		});
		const recipe = findRecipe("Kore") as VoiceRecipe;
		await Promise.all(Array.from({ length: threads }, () => pool.run({ text: "Hello.", recipe })));
		return new Engine(pool as Piscina);
	}

	/**
	 * Speaks them one after the other.
	 *
	 * @param maxSeconds - where the sound is cut
	 * @throws the signal's reason once it is aborted; RangeError for a voice that is not one of the 30
	 */
	async speak(
		utterances: readonly Utterance[],
		maxSeconds: number,
		signal: AbortSignal,
	): Promise<SynthesizedSpeech> {
		const pieces: Int16Array[] = [];
		const maxLength = Math.floor(maxSeconds * sampleRate);
		let length = toSamples(edgeMs);
		let gap = 0;
		for (const { text, recipe, gapMs } of utterances.flatMap(writeTasks)) {
			signal.throwIfAborted();
			const samples = new Int16Array(await this.#pool.run({ text, recipe }));
			if (samples.length === 0) continue;
			pieces.push(new Int16Array(gap), samples);
			length += gap + samples.length;
			gap = toSamples(gapMs);
			if (length > maxLength) return { samples: joinPieces(pieces).subarray(0, maxLength), complete: false };
		}
		signal.throwIfAborted();
		return { samples: joinPieces(pieces), complete: true };
	}

	/** Stops the threads; speech in progress fails. */
	async close(): Promise<void> {
		await this.#pool.destroy();
	}
}

const writeTasks = ({ text, voice }: Utterance) => {
	const recipe = findRecipe(voice);
	if (!recipe) throw new RangeError(`Unknown voice: ${voice}`);
	return splitPhrases(normalise(text)).map((phrase) => ({ ...phrase, recipe }));
};

const joinPieces = (pieces: readonly Int16Array[]): Int16Array => {
	if (pieces.length === 0) return new Int16Array(0);
	const edge = toSamples(edgeMs);
	const out = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 2 * edge));
	let at = edge;
	for (const piece of pieces) {
		out.set(piece, at);
		at += piece.length;
	}
	return out;
};
