import { StartError } from "../../start-error.ts";
import { baseLanguage } from "../../wire/languages.ts";

/** The families of models that the neural engine speaks with. */
export const modelKinds = ["vits", "kokoro", "matcha", "kitten", "pocket"] as const;
export type ModelKind = (typeof modelKinds)[number];

export type Sex = "f" | "m";

/** One of the people a model can speak as. */
export interface Speaker {
	/** The model's own number for them, from 0. */
	readonly id: number;
	readonly sex: Sex;
	/** Median pitch of a spoken sentence; 0 where it wasn't measured. */
	readonly pitchHz: number;
	/** What they speak, where that is less than the model does. */
	readonly languages?: readonly string[];
}

/** A model with what belongs to it, in a folder of its own. */
export interface InstalledVoice {
	/** The folder's name, by which operators call it. */
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
	/** Those that names can be given to: of very many, only the first. */
	readonly speakers: readonly Speaker[];
	readonly bytes: number;
	/** Other bytes in the folder, another fingerprint. */
	readonly fingerprint: string;
}

/** Who speaks for a name, and how they are told from the others. */
export interface CastSpeaker {
	readonly voice: InstalledVoice;
	readonly speakerId: number;
	/** The pitch is so many times higher, and with it the formants. */
	readonly pitch: number;
	/** Speech is so many times quicker. */
	readonly pace: number;
}

/** @returns whether somebody speaks a base language with a model */
export const speaksLanguage = (tags: readonly string[], language: string): boolean =>
	tags.some((tag) => baseLanguage(tag) === language);

/** A voice can't be taken or used; the message is a sentence for the operator, and nothing was changed. */
export class VoiceError extends StartError {
	override readonly name = "VoiceError";
}
