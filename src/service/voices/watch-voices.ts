import { type Stats, unwatchFile, watchFile } from "node:fs";
import { voicesFilePath } from "./voices-file.ts";

/** How often the file is looked at: folders that a container shares tell nobody of changes. */
const lookEveryMs = 1_000;

/**
 * Calls back within about a second when `npm run voices` has changed something. Whoever reads the voices after this was
 * called misses no change.
 */
export const watchVoices = (dataDir: string, onChange: () => void) => {
	const path = voicesFilePath(dataDir);
	// Each version of the file is another file. The first look at one that is missing is told as a change, too.
	const look = (now: Stats, before: Stats) => {
		if (now.ino !== before.ino || now.ctimeMs !== before.ctimeMs) onChange();
	};
	watchFile(path, { interval: lookEveryMs, persistent: false }, look);
	return { close: () => unwatchFile(path, look) };
};
