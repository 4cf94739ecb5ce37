import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { warnOfOthers } from "@herald/common/storage/private-file.ts";
import type { Config } from "../config.ts";
import { ownsPlace } from "../discord/shard-part.ts";
import { Voices } from "../say/sound/voices.ts";
import { prepareCache } from "../speech/clips/clip-cache.ts";
import { lockDataDir } from "../store/data-folder.ts";
import { logStoreTroubles, openStore } from "../store/open-store.ts";
import { checkAccountSecrets } from "./compose-accounts.ts";

export const cacheFileOf = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "clips.db");

/**
 * Locks the data folder, migrates its contents, and starts Herald's own speech service if needed.
 *
 * @param now - in ms since the epoch
 * @param signal - stops waiting for a database that is away
 * @returns the resources shared by all processes of the data folder: the store, and Herald's own service, as `embedded`
 * if no other is configured or as `standIn` if it stands in for another
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const prepareBot = async (config: Config, logger: Logger, now: () => number, signal: AbortSignal) => {
	// Throws on invalid settings before anything is changed.
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
		/** Stops Herald's own service, closes the store and unlocks the folder. */
		close: async () => {
			await own?.stop();
			await store.close();
			unlock();
		},
	};
};

// Loaded on demand, since most operators with another service don't need it.
const startEmbedded = async ({ dataDir, credit, engine }: Config, logger: Logger) => {
	const { startEmbeddedService } = await import("@herald/service");
	return startEmbeddedService({ dataDir, logger, engine, credit: credit.embedded });
};
