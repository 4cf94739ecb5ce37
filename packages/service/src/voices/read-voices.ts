import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { type Cast, completeCast } from "./cast.ts";
import type { PrebuiltVoiceName } from "./names.ts";
import type { CastSpeaker, InstalledVoice } from "./voice.ts";
import {
	readVoicesFile,
	type VoiceRecord,
	type VoicesFile,
	VoicesFileError,
	voicesFolder,
} from "./voices-file.ts";

/** The voices of this machine, and their cast. */
export interface LocalVoices {
	readonly installed: readonly InstalledVoice[];
	/** @param language - BCP 47; its base language decides @returns undefined when no voice speaks it */
	find(name: PrebuiltVoiceName, language: string): CastSpeaker | undefined;
	/** @returns the spoken base languages */
	languages(): readonly string[];
	/** @returns a fingerprint that changes when a name sounds different in a language; empty if no voice speaks it */
	fingerprint(language: string): string;
}

/** @returns the defect of a voice's folder; undefined if there is none */
export const findDamage = async (
	folder: string,
	{ files, sizes }: VoiceRecord,
): Promise<string | undefined> => {
	for (const path of new Set([
		...Object.values(files).flatMap((paths) => paths.split(",")),
		...Object.keys(sizes),
	])) {
		const found = await stat(join(folder, path)).catch(() => undefined);
		if (!found) return `${path} is missing`;
		const size = sizes[path];
		if (size !== undefined && found.size !== size)
			return `${path} has ${found.size} bytes instead of ${size}`;
	}
	return undefined;
};

/** @returns the base languages of some voices, in alphabetical order */
export const listLanguages = (voices: readonly Pick<InstalledVoice, "languages">[]): string[] =>
	[...new Set(voices.flatMap(({ languages }) => languages.flatMap((tag) => baseLanguage(tag) ?? [])))].sort();

/** Raised when texts are read otherwise, so that what was heard before is made anew. */
const version = "2";

const hashCast = (cast: Cast, voices: ReadonlyMap<string, InstalledVoice>): string => {
	const roles = Object.entries(cast).map(([name, role]) => [name, role, voices.get(role.voice)?.fingerprint]);
	return createHash("sha256")
		.update(JSON.stringify([version, roles]))
		.digest("base64url")
		.slice(0, 16);
};

const openVoices = (installed: readonly InstalledVoice[], given: VoicesFile["cast"]): LocalVoices => {
	const byName = new Map(installed.map((voice) => [voice.name, voice]));
	const casts = new Map(
		listLanguages(installed).map((language) => [
			language,
			completeCast(installed, language, given[language] ?? {}),
		]),
	);
	const prints = new Map([...casts].map(([language, cast]) => [language, hashCast(cast, byName)]));
	return {
		installed,
		find: (name, language) => {
			const role = casts.get(baseLanguage(language) ?? "")?.[name];
			const voice = role && byName.get(role.voice);
			return voice && { voice, speakerId: role.speaker, pitch: role.pitch, pace: role.pace };
		},
		languages: () => [...casts.keys()],
		fingerprint: (language) => prints.get(baseLanguage(language) ?? "") ?? "",
	};
};

/** @returns the intact voices of a file, and the defects of the others */
export const checkVoices = async (dataDir: string, file: VoicesFile) => {
	const sound: InstalledVoice[] = [];
	const damaged: { readonly name: string; readonly why: string }[] = [];
	for (const record of file.voices) {
		const folder = join(voicesFolder(dataDir), record.name);
		const why = await findDamage(folder, record);
		const { sizes: _, ...voice } = record;
		if (why === undefined) sound.push({ ...voice, folder });
		else damaged.push({ name: record.name, why });
	}
	return { sound, damaged };
};

/**
 * Reads the voices. A damaged voice is logged and left out, and other voices speak its names meanwhile; an unreadable
 * file is logged and means no voices.
 */
export const readVoices = async (dataDir: string, logger: Logger): Promise<LocalVoices> => {
	try {
		const file = readVoicesFile(dataDir);
		const { sound, damaged } = await checkVoices(dataDir, file);
		for (const { name, why } of damaged)
			logger.error(
				{ event: "voice_damaged", voice: name },
				`the voice ${name} is damaged and not used: ${why}. Remove it and add it again with npm run voices`,
			);
		return openVoices(sound, file.cast);
	} catch (error) {
		if (!(error instanceof VoicesFileError) && (error as NodeJS.ErrnoException).code === undefined)
			throw error;
		logger.error({ event: "voices_unreadable" }, (error as Error).message);
		return openVoices([], {});
	}
};
