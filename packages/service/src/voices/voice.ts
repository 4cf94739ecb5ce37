import { StartError } from "@herald/common/start-error.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";

/** The families of models that the neural engine speaks with. */
export const modelKinds = ["vits", "kokoro", "matcha", "kitten", "pocket"] as const;
export type ModelKind = (typeof modelKinds)[number];

export type Sex = "f" | "m";

/** A speaker of a model. */
export interface Speaker {
	/** The model's own number for them, from 0. */
	readonly id: number;
	readonly sex: Sex;
	/** Median pitch of a spoken sentence; 0 where it wasn't measured. */
	readonly pitchHz: number;
	/** The speaker's languages, if fewer than the model's. */
	readonly languages?: readonly string[];
}

/** A model and its files, in a folder of its own. */
export interface InstalledVoice {
	/** The folder's name, which operators use for the voice. */
	readonly name: string;
	readonly folder: string;
	readonly kind: ModelKind;
	/**
	 * Its files, inside the folder, by what sherpa-onnx calls them in its settings: `model`, `tokens`, `dataDir`, …;
	 * several of one kind are separated by commas.
	 */
	readonly files: Readonly<Record<string, string>>;
	/** BCP 47. */
	readonly languages: readonly string[];
	/** In Hz. */
	readonly sampleRate: number;
	/** The speakers that names can be given to; of very many, only the first. */
	readonly speakers: readonly Speaker[];
	readonly bytes: number;
	/** Changes with the folder's contents. */
	readonly fingerprint: string;
}

/** The speaker of a name, and the changes that make it sound different from the speaker's other names. */
export interface CastSpeaker {
	readonly voice: InstalledVoice;
	readonly speakerId: number;
	/** The pitch is so many times higher, and with it the formants. */
	readonly pitch: number;
	/** Speech is so many times quicker. */
	readonly pace: number;
}

/** @returns whether a speaker of a model speaks a base language */
export const speaksLanguage = (tags: readonly string[], language: string): boolean =>
	tags.some((tag) => baseLanguage(tag) === language);

/** A voice can't be taken or used; the message is a sentence for the operator, and nothing was changed. */
export class VoiceError extends StartError {
	override readonly name = "VoiceError";
}

/** A voice's files aren't what they should be: to be downloaded again. */
export class DamagedVoiceError extends VoiceError {}
