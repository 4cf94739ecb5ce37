import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "@herald/common/storage/open-database.ts";
import { findSpeaker } from "./assign-names.ts";
import { castAll, changeVoices } from "./change-voices.ts";
import { type VoicesFile, voicesFolder } from "./voices-file.ts";
import { workFolder } from "./work-folder.ts";

/** A name whose speaker was removed, and its new speaker, if any. */
export interface Moved {
	readonly language: string;
	readonly name: string;
	readonly voice?: string;
}

const listMoved = (before: VoicesFile["cast"], after: VoicesFile["cast"], gone: string): Moved[] =>
	Object.entries(before).flatMap(([language, cast]) =>
		Object.entries(cast)
			.filter(([, role]) => role.voice === gone)
			.map(([name]) => {
				const now = (after[language] as Readonly<Record<string, { voice: string }>> | undefined)?.[name];
				return { language, name, ...(now && { voice: now.voice }) };
			}),
	);

/**
 * Removes a voice and its files; the other voices of a language take its names.
 *
 * @returns its name, and the new speakers of its names
 * @throws VoiceError when there is no such voice @throws the system's error
 */
export const removeVoice = (
	database: Database,
	dataDir: string,
	told: string,
): { readonly name: string; readonly moved: readonly Moved[] } => {
	let name = told;
	let moved: Moved[] = [];
	let old = "";
	changeVoices(database, dataDir, (file) => {
		({ name } = findSpeaker(file, told).voice);
		old = workFolder(voicesFolder(dataDir), "removed");
		const voices = file.voices.filter((voice) => voice.name !== name);
		const cast = castAll(voices, file.cast);
		moved = listMoved(file.cast, cast, name);
		return { format: 1, voices, cast };
	});
	const home = join(voicesFolder(dataDir), name);
	// Renamed first, which frees the name at once; deleting gigabytes takes a while.
	if (existsSync(home)) renameSync(home, old);
	rmSync(old, { recursive: true, force: true });
	return { name, moved };
};
