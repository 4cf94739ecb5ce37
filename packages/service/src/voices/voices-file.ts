import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, type Stats, unwatchFile, watchFile, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@herald/common/start-error.ts";
import { z } from "zod";
import { castNames } from "./names.ts";
import { type VoiceRecord, voiceRecord } from "./voice.ts";

export type { VoiceRecord };

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
export class VoicesFileError extends StartError {
	override readonly name = "VoicesFileError";
}

/** @returns the folder of all voices */
export const voicesFolder = (dataDir: string): string => join(dataDir, "voices");

/** @returns the path of `voices.json` */
export const voicesFilePath = (dataDir: string): string => join(voicesFolder(dataDir), "voices.json");

/** @returns the file's contents; no voices without a file @throws VoicesFileError @throws the system's error */
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
		const why =
			error instanceof z.ZodError ? z.prettifyError(error).split("\n")[0] : (error as Error).message;
		throw new VoicesFileError(
			`${path} can't be read (${why}): restore it from a backup, or add the voices anew.`,
			{
				cause: error,
			},
		);
	}
};

/** Replaces the file atomically. @throws the system's error */
export const writeVoicesFile = (dataDir: string, file: VoicesFile): void => {
	const path = voicesFilePath(dataDir);
	const draft = `${path}.${randomUUID()}`;
	try {
		writeFileSync(draft, `${JSON.stringify(file, undefined, "\t")}\n`, { mode: 0o600, flush: true });
		renameSync(draft, path);
	} finally {
		rmSync(draft, { force: true });
	}
};

/** The polling interval: shared folders of containers send no change events. */
const lookEveryMs = 1_000;

/**
 * Calls back within about a second when `npm run voices` has changed the voices. Voices read after this call miss no
 * change.
 */
export const watchVoices = (dataDir: string, onChange: () => void) => {
	const path = voicesFilePath(dataDir);
	// Each version is a new file. The first poll of a missing file is reported as a change, too.
	const look = (now: Stats, before: Stats) => {
		if (now.ino !== before.ino || now.ctimeMs !== before.ctimeMs) onChange();
	};
	watchFile(path, { interval: lookEveryMs, persistent: false }, look);
	return { close: () => unwatchFile(path, look) };
};
