import type { Logger } from "@herald/common/log.ts";
import type { Patience } from "@herald/common/retry.ts";
import { tellSometimes, tellUnwritable } from "@herald/common/storage/tell-unwritable.ts";
import type { StorePlace } from "./open-store.ts";
import type { BadSetting } from "./settings.ts";

/** @returns what waits at a start, and says so, until the database is there or the signal aborts */
export const waitForStore = (logger: Logger, signal: AbortSignal): Patience => ({
	signal,
	tell: (sentence) => logger.warn({ event: "database_unreachable" }, `${sentence} Herald keeps trying.`),
});

/**
 * Logs that the bot's database can't be used, at most once a minute.
 *
 * @returns what takes each failure, with the database's code or the system's
 */
export const tellStoreAway = (
	{ databaseUrl }: StorePlace,
	logger: Logger,
	now: () => number,
): ((code: string) => void) =>
	databaseUrl === undefined
		? tellUnwritable("bot.db", logger, now)
		: tellSometimes((code, failures) => {
				logger.error(
					{ event: "not_stored", database: new URL(databaseUrl).host, code, failures },
					"PostgreSQL can't be used: check that it runs, can be reached, and has room",
				);
			}, now);

/** @returns what logs the first stored setting of each key that can't be read */
export const tellBadSetting = (logger: Logger): ((bad: BadSetting) => void) => {
	const told = new Set<string>();
	return ({ guildId, key }) => {
		if (told.has(key)) return;
		told.add(key);
		logger.warn(
			{ event: "bad_setting", guild: guildId, key },
			`the stored value of ${key} can't be read, so its stricter side or its default applies: choose it again in that server`,
		);
	};
};
