import { StartError } from "@herald/common/start-error.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { z } from "zod";

/** A path inside a voice's folder; nothing in it leads out. */
const innerPath = z
	.string()
	.min(1)
	.refine(
		(path) => !path.startsWith("/") && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path),
		"a path inside the folder",
	);

const speaker = z.object({
	/** The model's own number for them, from 0. */
	id: z.int().min(0),
	sex: z.enum(["f", "m"]),
	/** Median pitch of a spoken sentence; 0 where it wasn't measured. */
	pitchHz: z.number().min(0),
	/** The speaker's languages, if fewer than the model's. */
	languages: z.array(z.string()).min(1).readonly().exactOptional(),
});

/** A speaker of a model. */
export type Speaker = Readonly<z.infer<typeof speaker>>;
export type Sex = Speaker["sex"];

export const voiceRecord = z.object({
	/** The folder's name, which operators use for the voice. */
	name: z.string().regex(/^[\w-][\w.-]{0,99}$/),
	/** The family of models that the neural engine speaks with. */
	kind: z.enum(["vits", "kokoro", "matcha", "kitten", "pocket"]),
	/**
	 * Its files, inside the folder, by what sherpa-onnx calls them in its settings: `model`, `tokens`, `dataDir`, …;
	 * several of one kind are separated by commas.
	 */
	files: z.record(z.string(), innerPath).readonly(),
	/** The sizes in bytes of the most important files, by path: a different size means a damaged voice. */
	sizes: z.record(innerPath, z.int().min(0)).readonly(),
	/** BCP 47. */
	languages: z.array(z.string()).min(1).readonly(),
	/** In Hz. */
	sampleRate: z.int().min(8_000).max(192_000),
	/** The speakers that names can be given to; of very many, only the first. */
	speakers: z.array(speaker).min(1).readonly(),
	bytes: z.int().min(0),
	/** Changes with the folder's contents. */
	fingerprint: z.string(),
});

/** A voice in `voices.json`. */
export type VoiceRecord = Readonly<z.infer<typeof voiceRecord>>;
export type ModelKind = VoiceRecord["kind"];

/** A model and its files, in a folder of its own. */
export type InstalledVoice = Omit<VoiceRecord, "sizes"> & { readonly folder: string };

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

/** @returns whether an error is the system's, such as for a full disk; libraries' codes have underscores */
export const isSystemError = (error: unknown): boolean =>
	/^E[A-Z0-9]+$/.test(String((error as { code?: unknown }).code));

/** A voice can't be taken or used; the message is a sentence for the operator, and nothing was changed. */
export class VoiceError extends StartError {
	override readonly name: string = "VoiceError";
}

/** A voice's files aren't what they should be: to be downloaded again. */
export class DamagedVoiceError extends VoiceError {
	override readonly name = "DamagedVoiceError";
}
