import type { SpokenCast, SpokenVoices } from "@herald/common/wire/voices.ts";
import { type EngineName, measure } from "../measures.ts";
import { castNames, findName, type PrebuiltVoiceName } from "../voices/names.ts";
import { chooseLanguage } from "./choose-language.ts";
import { EngineError, type EngineVoice, type SpeechEngine, sampleRate } from "./speech-engine.ts";

/** Words in one voice; several turns make a dialogue. */
export interface Utterance {
	readonly text: string;
	readonly voice: string;
	/** The language that was asked for, a BCP 47 tag; otherwise the text's script decides. */
	readonly language?: string;
}

export interface SynthesizedSpeech {
	/** Mono at 24 kHz; empty if nothing could be spoken. */
	readonly samples: Int16Array;
	/** Whether the sound was cut before all words were spoken. */
	readonly complete: boolean;
	/** The engine and its voice, such as "flite/slt". */
	readonly voices: readonly string[];
}

/** Takes the sound piece by piece, in order: each phrase with the silence before it. The next waits until it has resolved. */
export type TakePiece = (samples: Int16Array, voice: string) => Promise<void> | void;

/** Silence before the first and after the last word, in ms. */
const edgeMs = 50;

const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1_000);

/**
 * All engines as one. Each phrase is a call of its own, so that cancelling takes effect after one phrase at most, and
 * several texts are spoken in turns.
 */
export class Engine {
	/** In order of preference. */
	readonly #engines: readonly SpeechEngine[];
	readonly #onClose: () => Promise<void>;

	/** @param onClose - called when all engines are closed */
	constructor(engines: readonly SpeechEngine[], onClose: () => Promise<void>) {
		this.#engines = engines;
		this.#onClose = onClose;
	}

	/** @returns what is spoken here: a fingerprint of the voices by base language, which changes when they sound otherwise */
	languages(): ReadonlyMap<string, string> {
		return new Map(this.#engines.toReversed().flatMap((engine) => [...engine.languages()]));
	}

	/** @returns what is spoken here, and who speaks for each name */
	spoken(): SpokenVoices {
		const languages = this.languages();
		// A fingerprint is of one cast, though it may speak a hundred languages.
		const spokenBy = new Map([...languages].map(([language, print]) => [print, language]));
		const casts = new Map([...spokenBy].map(([print, language]) => [print, this.#castOf(language)]));
		return { languages, casts };
	}

	#castOf(language: string): SpokenCast {
		return Object.fromEntries(
			castNames.flatMap((name) => {
				const speaker = this.#find(name, language);
				return speaker ? [[name, { voice: speaker.voice, pitch: speaker.pitch, pace: speaker.pace }]] : [];
			}),
		);
	}

	#find(name: PrebuiltVoiceName, language: string): EngineVoice | undefined {
		const speakers = this.#engines.values().map((engine) => engine.find(name, language));
		return speakers.find((speaker) => speaker !== undefined);
	}

	/**
	 * Speaks them one after the other.
	 *
	 * @param maxSeconds - where the sound is cut
	 * @param take - receives the sound as it is made
	 * @param isHeardAtOnce - whether the sooner its first word is taken the better
	 * @throws the signal's reason once it is aborted; LanguageError where no voice speaks the text; EngineError; RangeError
	 *   for a voice that is not one of the 30; what `take` throws
	 */
	async speak(
		utterances: readonly Utterance[],
		maxSeconds: number,
		signal: AbortSignal,
		take: TakePiece = () => {},
		isHeardAtOnce = false,
	): Promise<SynthesizedSpeech> {
		const pieces: Int16Array[] = [];
		const maxLength = Math.floor(maxSeconds * sampleRate);
		let length = 0;
		let gap = toSamples(edgeMs);
		const spoken = this.languages();
		const turns = utterances.map((utterance) => ({
			...utterance,
			speaker: this.#findSpeaker(utterance, spoken),
		}));
		const voices = [...new Set(turns.map(({ speaker }) => speaker.voice))];
		const add = async (silence: number, samples: Int16Array, voice: string) => {
			const piece = new Int16Array(Math.min(silence + samples.length, maxLength - length));
			piece.set(samples.subarray(0, Math.max(0, piece.length - silence)), Math.min(silence, piece.length));
			pieces.push(piece);
			length += piece.length;
			await take(piece, voice);
		};
		const speakTurn = async ({ speaker, text: words }: (typeof turns)[number]): Promise<void> => {
			signal.throwIfAborted();
			for (const { text, gapMs } of await speaker.read(words, isHeardAtOnce && length === 0)) {
				signal.throwIfAborted();
				const samples = await speaker.speak(text, signal);
				if (samples.length === 0) continue;
				await add(gap, samples, speaker.voice);
				gap = toSamples(gapMs);
				if (length === maxLength) return;
			}
		};
		for (const turn of turns) {
			const before = length;
			const count = (outcome: "done" | "failed" | "aborted") =>
				measure("engineSpoke", {
					engine: engineOf(turn.speaker),
					outcome,
					ms: ((length - before) * 1_000) / sampleRate,
				});
			try {
				await speakTurn(turn);
			} catch (error) {
				count(signal.aborted ? "aborted" : "failed");
				throw error;
			}
			count("done");
			if (length === maxLength) return { samples: joinPieces(pieces), complete: false, voices };
		}
		signal.throwIfAborted();
		if (length > 0) await add(toSamples(edgeMs), new Int16Array(0), voices.at(-1) ?? "");
		return { samples: joinPieces(pieces), complete: true, voices };
	}

	#findSpeaker(
		{ text, voice, language: asked }: Utterance,
		spoken: ReadonlyMap<string, string>,
	): EngineVoice {
		const name = findName(voice);
		if (name === undefined) throw new RangeError(`Unknown voice: ${voice}`);
		const language = chooseLanguage(text, asked, spoken);
		const speaker = this.#find(name, language);
		if (speaker) return speaker;
		throw new EngineError(`Nobody speaks ${language} as ${name}.`);
	}

	/** Stops the engines; speech in progress fails. */
	async close(): Promise<void> {
		await Promise.all(this.#engines.map((engine) => engine.close?.()));
		await this.#onClose();
	}
}

/** @returns the engine's name alone */
const engineOf = ({ voice }: EngineVoice): EngineName => voice.split("/", 1)[0] as EngineName;

const joinPieces = (pieces: readonly Int16Array[]): Int16Array => {
	const out = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		out.set(piece, at);
		at += piece.length;
	}
	return out;
};
