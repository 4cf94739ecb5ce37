import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { warnOfOthers } from "@herald/common/storage/private-file.ts";
import type { Config } from "../config.ts";
import { ownsPlace } from "../discord/shard-part.ts";
import { Voices } from "../say/sound/voices.ts";
import { prepareCache } from "../speech/clips/clip-cache.ts";
import { lockDataDir } from "../store/data-lock.ts";
import { logStoreTroubles } from "../store/log-trouble.ts";
import { openStore } from "../store/open-store.ts";
import { checkAccountSecrets } from "./compose-accounts.ts";

/** @returns the clips' cache of a data folder */
export const cacheFileOf = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "clips.db");

/**
 * Takes the data folder for this Herald, brings what is in it up to date, and starts the speech service.
 *
 * @param now - in ms since the epoch
 * @param signal - ends waiting for a database that is away
 * @returns the resources shared by all processes of a data folder: the store, migrated, and Herald's own service where no
 *   other is configured, or where it stands in
 * @throws StartError with a sentence for the operator; the signal's reason when it aborts
 */
export const prepareBot = async (config: Config, logger: Logger, now: () => number, signal: AbortSignal) => {
	// Invalid settings stop the start before anything is touched.
	new Voices(config.speech);
	const unlock = lockDataDir(config.dataDir);
	warnOfOthers(config.dataDir, logger);
	const store = await openStore(config, {
		now,
		owns: (place) => ownsPlace(config.discord.part, place),
		...logStoreTroubles(config, logger, now, signal),
	});
	await checkAccountSecrets(config, store);
	prepareCache(cacheFileOf(config));
	const isOnly = config.speech.baseUrl === "";
	const own = isOnly || config.speech.fallback ? await startEmbedded(config, logger) : undefined;
	return {
		store,
		...(own && isOnly && { embedded: own }),
		...(own && !isOnly && { standIn: own }),
		/** Ends the service, closes the store and leaves the folder to others. */
		close: async () => {
			await own?.stop();
			await store.close();
			unlock();
		},
	};
};

// Loaded on demand: with a speech service configured, Herald's own isn't loaded.
const startEmbedded = async ({ dataDir, credit, engine }: Config, logger: Logger) => {
	const { startEmbeddedService } = await import("@herald/service");
	return startEmbeddedService({ dataDir, logger, engine, credit: credit.embedded });
};
