import type { Database } from "../../store/open.ts";
import { type Cast, completeCast } from "./cast.ts";
import { listLanguages } from "./read-voices.ts";
import type { InstalledVoice } from "./voice.ts";
import { readVoicesFile, type VoiceRecord, type VoicesFile, writeVoicesFile } from "./voices-file.ts";

/** For whom the folder doesn't matter. */
export const toVoice = ({ sizes: _, ...voice }: VoiceRecord): InstalledVoice => ({ ...voice, folder: "" });

/**
 * Changes which voices there are. One change waits for the other, also in another process; who reads meanwhile sees what
 * was before.
 *
 * @param change - returns what shall be; what it throws leaves all as it was
 * @throws VoicesFileError @throws StoreError @throws the system's error
 */
export const changeVoices = (
	database: Database,
	dataDir: string,
	change: (file: VoicesFile) => VoicesFile,
): void => {
	// The database's lock ends with its process, whatever becomes of it.
	database.transaction(() => writeVoicesFile(dataDir, change(readVoicesFile(dataDir)))).immediate();
};

/** @returns the same with a speaker for each name in each language; no cast where nobody speaks it */
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
