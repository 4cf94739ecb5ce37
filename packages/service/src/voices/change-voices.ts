import type { Database } from "@herald/common/storage/open-database.ts";
import { type Cast, completeCast } from "./cast.ts";
import { listLanguages } from "./read-voices.ts";
import type { InstalledVoice } from "./voice.ts";
import { readVoicesFile, type VoiceRecord, type VoicesFile, writeVoicesFile } from "./voices-file.ts";

/** A record as a voice, for uses that don't need its folder. */
export const toVoice = ({ sizes: _, ...voice }: VoiceRecord): InstalledVoice => ({ ...voice, folder: "" });

/**
 * Changes `voices.json`. Changes run one after the other, also across processes; concurrent readers see the old state.
 *
 * @param change - returns the new contents; if it throws, nothing changes
 * @throws VoicesFileError @throws StoreError @throws the system's error
 */
export const changeVoices = (
	database: Database,
	dataDir: string,
	change: (file: VoicesFile) => VoicesFile,
): void => {
	// The database's lock serves as a mutex: the system frees it when the process ends.
	database.transaction(() => writeVoicesFile(dataDir, change(readVoicesFile(dataDir)))).immediate();
};

/** @returns the cast completed with a speaker for each name in each spoken language */
export const castAll = (
	voices: readonly VoiceRecord[],
	given: Readonly<Record<string, Cast>>,
): VoicesFile["cast"] => {
	const installed = voices.map(toVoice);
	return Object.fromEntries(
		listLanguages(installed).map((language) => [
			language,
			completeCast(installed, language, given[language] ?? {}),
		]),
	);
};
