import { baseLanguage, isWrittenIn, languageOfScript, scriptsIn } from "@herald/common/wire/languages.ts";
import type { SpokenCast, SpokenVoices } from "@herald/common/wire/voices.ts";
import { type EngineName, measure } from "../measures.ts";
import { castNames, findName, type PrebuiltVoiceName } from "../voices/voice.ts";
import type { Phrase } from "./read-text.ts";
import {
	EngineError,
	LanguageError,
	OverlongPhraseError,
	type SpeechEngine,
	sampleRate,
} from "./speech-engine.ts";

/** A text in one voice. A dialogue is several such texts. */
export interface VoicedText {
	readonly text: string;
	readonly voice: string;
	/** The requested language, a BCP 47 tag; by default, the text's script decides. */
	readonly language?: string;
}

export interface SynthesizedSpeech {
	/** Mono at 24 kHz; empty if nothing could be spoken. */
	readonly samples: Int16Array;
	/** False if `maxSeconds` was reached, by sound or by silent phrases, so that words may be missing. */
	readonly complete: boolean;
	/** The voices that spoke, each with its engine: "flite/slt". */
	readonly voices: readonly string[];
}

/**
 * Takes the sound in pieces, in order: each phrase with the silence before it, and at the end the last silence. A
 * silent, overlong or aborted phrase comes as an empty piece. The next phrase waits for the returned promise.
 */
export type TakePiece = (samples: Int16Array, voice: string) => Promise<void> | void;

interface SynthesisOptions {
	/** The account's id. Accounts take turns, a phrase each. */
	readonly owner?: number;
	readonly take?: TakePiece;
	/** Whether the first word is needed as early as possible. */
	readonly isHeardAtOnce?: boolean;
}

/** The seconds of sound that a phrase without sound counts as, so that silent texts are bounded and charged, too. */
export const silentPhraseSeconds = 1;
/** The most characters that joined phrases have. Phrases are joined into one call only after a silent phrase. */
const joinedMaxCharacters = 200;

/** Silence before the first and after the last word, in ms. */
const edgeMs = 50;

const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1_000);

export type Engine = ReturnType<typeof joinEngines>;

/**
 * Combines all engines. Each phrase is a call of its own, so that an abort takes effect after at most one phrase, and
 * concurrent texts take turns.
 *
 * @param engines - in order of preference
 */
export const joinEngines = (engines: readonly SpeechEngine[], onClose: () => Promise<void>) => {
	/**
	 * A cache until the voices change: with espeak-ng's hundred languages, making it takes as long as many requests.
	 */
	let known: SpokenVoices | undefined;

	/** @returns a fingerprint of each spoken base language, which changes when the language's voices sound different */
	const languages = (): ReadonlyMap<string, string> =>
		new Map(engines.toReversed().flatMap((engine) => [...engine.languages()]));

	/** Must be called when the voices may have changed. */
	const forgetSpoken = () => {
		known = undefined;
	};

	const spoken = (): SpokenVoices => {
		if (known) return known;
		const prints = languages();
		// Languages with the same fingerprint have the same cast.
		const spokenBy = new Map([...prints].map(([language, print]) => [print, language]));
		const casts = new Map([...spokenBy].map(([print, language]) => [print, castOf(language)]));
		known = { languages: prints, casts };
		return known;
	};

	const castOf = (language: string): SpokenCast =>
		Object.fromEntries(
			castNames.flatMap((name) => {
				const speaker = find(name, language);
				return speaker ? [[name, { voice: speaker.voice, pitch: speaker.pitch, pace: speaker.pace }]] : [];
			}),
		);

	const find = (name: PrebuiltVoiceName, language: string) => {
		const speakers = engines.values().map((engine) => engine.find(name, language));
		return speakers.find((speaker) => speaker !== undefined);
	};

	/**
	 * Speaks texts one after the other.
	 *
	 * @param maxSeconds - the length at which the sound is cut
	 * @throws the signal's reason once the signal is aborted; LanguageError if no voice speaks the text; EngineError if
	 *   an engine fails; RangeError for a voice that is not one of the 30; what `take` throws
	 */
	const speak = async (
		utterances: readonly VoicedText[],
		maxSeconds: number,
		signal: AbortSignal,
		{ owner = 0, take = () => {}, isHeardAtOnce = false }: SynthesisOptions = {},
	): Promise<SynthesizedSpeech> => {
		const asker = { owner, signal };
		const pieces: Int16Array[] = [];
		const maxLength = Math.floor(maxSeconds * sampleRate);
		let length = 0;
		let silentLength = 0;
		const isLong = () => length + silentLength >= maxLength;
		let gap = toSamples(edgeMs);
		const here = languages();
		const turns = utterances.map((utterance) => ({
			...utterance,
			speaker: findSpeaker(utterance, here),
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
			const phrases = await speaker.read(words, asker, isHeardAtOnce && length === 0);
			let isSilent = false;
			let at = 0;
			while (at < phrases.length && !isLong()) {
				const { text, gapMs, end } = joinFrom(phrases, at, isSilent ? joinedMaxCharacters : 0);
				at = end;
				signal.throwIfAborted();
				const samples = await speaker.speak(text, asker).catch(async (error: unknown) => {
					// An overlong or aborted phrase took time, and is charged as a silent one.
					if (signal.aborted || error instanceof OverlongPhraseError)
						await take(new Int16Array(0), speaker.voice);
					throw error;
				});
				isSilent = samples.length === 0;
				if (isSilent) {
					silentLength += silentPhraseSeconds * sampleRate;
					await take(samples, speaker.voice);
				} else {
					await add(gap, samples, speaker.voice);
					gap = toSamples(gapMs);
				}
			}
		};
		for (const turn of turns) {
			const before = length;
			const count = (outcome: "done" | "failed" | "aborted") =>
				measure("engineSpoke", {
					engine: turn.speaker.voice.split("/", 1)[0] as EngineName,
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
			if (isLong()) return { samples: joinPieces(pieces), complete: false, voices };
		}
		signal.throwIfAborted();
		if (length > 0) await add(toSamples(edgeMs), new Int16Array(0), voices.at(-1) ?? "");
		return { samples: joinPieces(pieces), complete: true, voices };
	};

	const findSpeaker = ({ text, voice, language: asked }: VoicedText, spoken: ReadonlyMap<string, string>) => {
		const name = findName(voice);
		if (name === undefined) throw new RangeError(`Unknown voice: ${voice}`);
		const language = chooseLanguage(text, asked, spoken);
		const speaker = find(name, language);
		if (speaker) return speaker;
		throw new EngineError(`No voice speaks ${language} as ${name}.`);
	};

	/** Stops the engines; speech in progress fails. */
	const close = async () => {
		await Promise.all(engines.map((engine) => engine.close?.()));
		await onClose();
	};
	return { languages, forgetSpoken, spoken, speak, close };
};

/** @returns the phrase at an index, joined with the following ones that fit, and the index after the last of them */
const joinFrom = (phrases: readonly Phrase[], at: number, maxCharacters: number) => {
	let { text, gapMs } = phrases[at] as Phrase;
	let end = at + 1;
	for (let next = phrases[end]; next && text.length + next.text.length < maxCharacters; next = phrases[end]) {
		text += ` ${next.text}`;
		gapMs = next.gapMs;
		end += 1;
	}
	return { text, gapMs, end };
};

const joinPieces = (pieces: readonly Int16Array[]): Int16Array => {
	const out = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		out.set(piece, at);
		at += piece.length;
	}
	return out;
};

const usual = "en";

/**
 * Chooses the language that a text is spoken in. Tries the text's scripts, the commonest first. For each script,
 * takes the first of these languages that is spoken here and is written in the script: the requested language; the
 * script's usual language; for a script other than Chinese characters, any language. A text without letters is spoken
 * in the requested language, by default in English.
 *
 * @param spoken - the base languages that are spoken here
 * @returns a BCP 47 tag
 * @throws LanguageError when the requested language isn't spoken here, or none of the text's scripts can be read
 */
export const chooseLanguage = (
	text: string,
	asked: string | undefined,
	spoken: { has(base: string): boolean; keys(): Iterable<string> },
): string => {
	const isHere = (tag: string | undefined) => spoken.has((tag && baseLanguage(tag)) ?? "");
	if (asked !== undefined && !isHere(asked))
		throw new LanguageError("language", `no voice here speaks ${asked.slice(0, 40)}`);
	const scripts = scriptsIn(text);
	for (const script of scripts) {
		const likely = script === "Latn" ? usual : languageOfScript(script);
		// Chinese characters are read quite differently in another language.
		const others = script === "Hani" ? [] : spoken.keys();
		const choices = [asked, likely, ...others];
		const found = choices.find((tag) => tag !== undefined && isHere(tag) && isWrittenIn(tag, script));
		if (found !== undefined) return found;
	}
	if (scripts.length > 0) throw new LanguageError("script", `no voice here reads the script ${scripts[0]}`);
	return asked ?? usual;
};
