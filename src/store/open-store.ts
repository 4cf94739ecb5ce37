import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { Recent } from "@herald/common/recent.ts";
import { type Patience, retry, type TryTiming } from "@herald/common/retry.ts";
import { logSometimes, logUnwritable } from "@herald/common/storage/open-database.ts";
import { placeKey } from "../shared/party.ts";
import { Problem, type ProblemKind } from "../shared/problem.ts";
import type { BadSetting } from "./settings.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { Store, StoreOptions } from "./store.ts";

export interface StorePlace {
	readonly dataDir: string;
	/** A PostgreSQL URL. Without it, the data is in SQLite files in the data folder. */
	readonly databaseUrl?: string | undefined;
}

/** Opens the store and migrates it. @throws StoreError if it can't be used */
export const openStore = async (
	{ dataDir, databaseUrl }: StorePlace,
	options: StoreOptions,
): Promise<Store> => {
	if (databaseUrl === undefined) return openSqliteStore(join(dataDir, "bot.db"), options);
	// This module is loaded on demand, because few operators use PostgreSQL.
	const { openPostgresStore } = await import("./postgres/store.ts");
	return openPostgresStore(databaseUrl, dataDir, options);
};

/** Problems that end when the database is available again. */
const storeTroubles: ReadonlySet<ProblemKind> = new Set(["not_read", "not_stored", "maybe_stored"]);

/** @returns options with which a start waits for the database, until the signal aborts */
const waitForStore = (logger: Logger, signal: AbortSignal): Patience => ({
	signal,
	report: (sentence) => logger.warn({ event: "database_unreachable" }, `${sentence} Herald keeps trying.`),
});

/**
 * Repeats a start's work until the database is available.
 *
 * @throws any error that isn't about an unavailable database; the signal's reason if it aborts
 */
export const insistOnStore = <T>(
	work: () => Promise<T>,
	logger: Logger,
	signal: AbortSignal,
	timing?: TryTiming,
): Promise<T> =>
	retry(work, {
		...waitForStore(logger, signal),
		describe: (error) => {
			if (error instanceof Problem && storeTroubles.has(error.kind)) return "The database can't be used.";
			throw error;
		},
		silence: "The database doesn't answer.",
		timing,
	});

/**
 * Logs that the database can't be used, at most once a minute.
 *
 * @returns a function that takes each failure's code: the database's or the system's
 */
const logStoreAway = ({ databaseUrl }: StorePlace, logger: Logger, now: () => number) =>
	databaseUrl === undefined
		? logUnwritable("bot.db", logger, now)
		: logSometimes((code, failures) => {
				logger.error(
					{ event: "not_stored", database: new URL(databaseUrl).host, code, failures },
					"PostgreSQL can't be used: check that it runs, can be reached, and has room",
				);
			}, now);

/** @returns a function that logs an unreadable setting, once per guild and key */
const logBadSetting = (logger: Logger): ((bad: BadSetting) => void) => {
	const logged = new Recent<true>(1_000);
	return ({ place, key }) => {
		const guild = placeKey(place);
		if (logged.find(`${guild} ${key}`)) return;
		logged.set(`${guild} ${key}`, true);
		logger.warn(
			{ event: "bad_setting", guild, setting: key },
			`the stored value of ${key} can't be read, so its stricter side or its default applies: choose it again with /server or /voice me`,
		);
	};
};

/**
 * @returns the store's options for a start: every trouble is logged, and the start waits for a database that is away
 * until the signal aborts
 */
export const logStoreTroubles = (
	place: StorePlace,
	logger: Logger,
	now: () => number,
	signal: AbortSignal,
) => ({
	onUnwritable: logStoreAway(place, logger, now),
	patience: waitForStore(logger, signal),
	onBadSetting: logBadSetting(logger),
});
