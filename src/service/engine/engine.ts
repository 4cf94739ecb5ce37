import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { compileFlite, sampleRate } from "./flite.ts";
import type { Phrase } from "./phrases.ts";
import { findRecipe, type VoiceRecipe } from "./voices.ts";
import type { PhraseTask, readTexts } from "./worker.ts";

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

/** Takes the sound piece by piece, in order: each phrase with the silence before it. The next waits until it has resolved. */
export type TakePiece = (samples: Int16Array) => Promise<void> | void;

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
	 * @param take - is given all of the sound, as it is made
	 * @throws the signal's reason once it is aborted; RangeError for a voice that is not one of the 30; what `take` throws
	 */
	async speak(
		utterances: readonly Utterance[],
		maxSeconds: number,
		signal: AbortSignal,
		take: TakePiece = () => {},
	): Promise<SynthesizedSpeech> {
		const pieces: Int16Array[] = [];
		const maxLength = Math.floor(maxSeconds * sampleRate);
		let length = 0;
		let gap = toSamples(edgeMs);
		const add = async (silence: number, samples: Int16Array) => {
			const piece = new Int16Array(Math.min(silence + samples.length, maxLength - length));
			piece.set(samples.subarray(0, Math.max(0, piece.length - silence)), Math.min(silence, piece.length));
			pieces.push(piece);
			length += piece.length;
			await take(piece);
		};
		for (const { text, recipe, gapMs } of await this.#read(utterances, signal)) {
			signal.throwIfAborted();
			const samples = new Int16Array(await this.#pool.run({ text, recipe }));
			if (samples.length === 0) continue;
			await add(gap, samples);
			gap = toSamples(gapMs);
			if (length === maxLength) return { samples: joinPieces(pieces), complete: false };
		}
		signal.throwIfAborted();
		if (length > 0) await add(toSamples(edgeMs), new Int16Array(0));
		return { samples: joinPieces(pieces), complete: true };
	}

	/** Reading a long text takes a while: it happens in a thread, too. */
	async #read(utterances: readonly Utterance[], signal: AbortSignal) {
		const recipes = utterances.map(({ voice }) => {
			const recipe = findRecipe(voice);
			if (!recipe) throw new RangeError(`Unknown voice: ${voice}`);
			return recipe;
		});
		signal.throwIfAborted();
		const texts: Parameters<typeof readTexts>[0] = utterances.map(({ text }) => text);
		const read: Phrase[][] = await this.#pool.run(texts, {
			name: "readTexts" satisfies keyof typeof import("./worker.ts"),
		});
		return read.flatMap((phrases, i) =>
			phrases.map((phrase) => ({ ...phrase, recipe: recipes[i] as VoiceRecipe })),
		);
	}

	/** Stops the threads; speech in progress fails. */
	async close(): Promise<void> {
		await this.#pool.destroy();
	}
}

const joinPieces = (pieces: readonly Int16Array[]): Int16Array => {
	const out = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		out.set(piece, at);
		at += piece.length;
	}
	return out;
};
