import type { Logger } from "../shared/log.ts";
import type { Patience } from "../shared/retry.ts";
import type { StorePlace } from "./open-store.ts";
import type { BadSetting } from "./settings.ts";

/** How often it is told, in ms: a full disk would fill a log. */
const tellEveryMs = 60_000;

/** @returns what logs each failure with its code, at most once a minute */
const tellSometimes = (log: (code: string, failures: number) => void, now: () => number) => {
	let toldAt = Number.NEGATIVE_INFINITY;
	let failures = 0;
	return (code: string): void => {
		failures += 1;
		if (now() - toldAt < tellEveryMs) return;
		log(code, failures);
		toldAt = now();
		failures = 0;
	};
};

/**
 * Logs that a file can't be written, at most once a minute.
 *
 * @param file - its name
 * @returns what takes each failure, with SQLite's code
 */
export const tellUnwritable = (file: string, logger: Logger, now: () => number): ((code: string) => void) =>
	tellSometimes((code, failures) => {
		logger.error(
			{ event: "not_stored", file, code, failures },
			`${file} can't be written: check that the disk has room, the folder's permissions, and that no other program holds the file`,
		);
	}, now);

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
