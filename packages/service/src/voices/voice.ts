import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, type Stats, unwatchFile, watchFile, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defer } from "@herald/common/defer.ts";
import { StartError } from "@herald/common/start-error.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { z } from "zod";
import prebuilt from "./prebuilt.json" with { type: "json" };

/** A path inside a voice's folder, which can't lead out of it. */
const innerPath = z
	.string()
	.min(1)
	.refine(
		(path) => !path.startsWith("/") && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path),
		"a path inside the folder",
	);

const speaker = z.object({
	/** The model's own number for the speaker, from 0. */
	id: z.int().min(0),
	sex: z.enum(["f", "m"]),
	/** Median pitch of a spoken sentence in Hz; 0 if it wasn't measured. */
	pitchHz: z.number().min(0),
	/** The speaker's languages, if fewer than the model's. */
	languages: z.array(z.string()).min(1).readonly().exactOptional(),
});

export type Speaker = Readonly<z.infer<typeof speaker>>;
export type Sex = Speaker["sex"];

const voiceRecord = z.object({
	/** The folder's name, which operators use for the voice. */
	name: z.string().regex(/^[\w-][\w.-]{0,99}$/),
	/** The kind of model, as sherpa-onnx names it. */
	kind: z.enum(["vits", "kokoro", "matcha", "kitten", "pocket"]),
	/**
	 * The paths of the voice's files inside its folder, by their names in sherpa-onnx's settings: `model`, `tokens`,
	 * `dataDir`, …; several of one kind are separated by commas.
	 */
	files: z.record(z.string(), innerPath).readonly(),
	/** The sizes in bytes of the single files among `files`, by path: a different size means a damaged voice. */
	sizes: z.record(innerPath, z.int().min(0)).readonly(),
	/** BCP 47. */
	languages: z.array(z.string()).min(1).readonly(),
	/** In Hz. */
	sampleRate: z.int().min(8_000).max(192_000),
	/** The speakers that can be given names. If the model has very many, only the first ones. */
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

/** @returns whether these languages, BCP 47 tags, include a base language */
export const speaksLanguage = (tags: readonly string[], language: string): boolean =>
	tags.some((tag) => baseLanguage(tag) === language);

/**
 * @returns whether an error is the system's, such as ENOSPC for a full disk, even if closing a file then failed, too.
 * Codes of libraries have underscores.
 */
export const isSystemError = (error: unknown): boolean =>
	error instanceof SuppressedError
		? isSystemError(error.suppressed)
		: /^E[A-Z0-9]+$/.test(String((error as { code?: unknown }).code));

/** @returns why a file's JSON can't be used, as the first of zod's lines, or else the error's own message */
export const whyUnreadable = (error: unknown): string | undefined =>
	error instanceof z.ZodError ? z.prettifyError(error).split("\n")[0] : (error as Error).message;

/** A voice can't be added or used. The message is a sentence for the operator, and nothing was changed. */
export class VoiceError extends StartError {}

/** A voice's files are damaged, and must be downloaded again. */
export class DamagedVoiceError extends VoiceError {}

export type PrebuiltVoiceName = keyof typeof prebuilt;

/**
 * All thirty names, in the order in which they get speakers, by sex: the default first, then names whose descriptions
 * differ most, so that those get different speakers of a model that has only a few.
 */
export const castNames = Object.keys(prebuilt) as readonly PrebuiltVoiceName[];

const byLowerCase = new Map(castNames.map((name) => [name.toLowerCase(), name]));

/** @returns the canonical spelling of one of the thirty names, given in any case; undefined for other names */
export const findName = (given: string): PrebuiltVoiceName | undefined =>
	byLowerCase.get(given.toLowerCase());

export const sexOf = (name: PrebuiltVoiceName): Sex => (prebuilt[name].sex === "f" ? "f" : "m");

const role = z.object({
	voice: z.string(),
	speaker: z.int().min(0),
	pitch: z.number().min(0.5).max(2),
	pace: z.number().min(0.5).max(2),
});

const voicesFile = z.object({
	format: z.literal(1),
	voices: z.array(voiceRecord),
	/** By base language. */
	cast: z.record(z.string(), z.partialRecord(z.enum(castNames), role)),
});

/** The role of a name in one language: a voice's speaker, and the changes to pitch and pace. */
export type Role = Readonly<z.infer<typeof role>>;
/** The contents of `voices.json`: the voices in the order they were added, and the cast. */
export type VoicesFile = Readonly<z.infer<typeof voicesFile>>;

/** `voices.json` can't be used; the message is a sentence that says why. */
export class VoicesFileError extends StartError {}

export const voicesFolder = (dataDir: string): string => join(dataDir, "voices");

export const voicesFilePath = (dataDir: string): string => join(voicesFolder(dataDir), "voices.json");

/** @returns the file's contents, without voices if there is no file @throws VoicesFileError @throws the system's error */
export const readVoicesFile = (dataDir: string): VoicesFile => {
	const path = voicesFilePath(dataDir);
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return { format: 1, voices: [], cast: {} };
		throw error;
	}
	try {
		return voicesFile.parse(JSON.parse(text));
	} catch (error) {
		throw new VoicesFileError(
			`${path} can't be read (${whyUnreadable(error)}): restore it from a backup, or add the voices anew.`,
			{ cause: error },
		);
	}
};

/** Replaces `voices.json` atomically. @throws the system's error */
export const writeVoicesFile = (dataDir: string, file: VoicesFile): void => {
	const path = voicesFilePath(dataDir);
	const draft = `${path}.${randomUUID()}`;
	using _removing = defer(() => rmSync(draft, { force: true }));
	writeFileSync(draft, `${JSON.stringify(file, undefined, "\t")}\n`, { mode: 0o600, flush: true });
	renameSync(draft, path);
};

/** The polling interval, in ms. Polls, because shared folders of containers send no change events. */
const lookEveryMs = 1_000;

/** Calls back within about a second when `npm run voices` has changed the voices. */
export const watchVoices = (dataDir: string, onChange: () => void) => {
	const path = voicesFilePath(dataDir);
	// Each version of `voices.json` is a new file. While the file is missing, the first poll calls back without a
	// change.
	const look = (now: Stats, before: Stats) => {
		if (now.ino !== before.ino || now.ctimeMs !== before.ctimeMs) onChange();
	};
	watchFile(path, { interval: lookEveryMs, persistent: false }, look);
	return { close: () => unwatchFile(path, look) };
};
