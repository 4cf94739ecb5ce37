import type { Logger } from "@herald/common/log.ts";
import { limitedWaitMaxMs } from "@herald/common/wire/errors.ts";
import { type Client, Events, Routes } from "discord.js";
import { isRefusal } from "../discord/api-error.ts";
import { dayOf } from "../shared/utc-day.ts";
import type { Store } from "../store/store.ts";

/**
 * How long a day's usage is kept, in days. Daily limits need only the current day. Earlier days are kept to answer
 * questions about the account.
 */
const speechKeptDays = 90;
/** How long the journal of redemptions keeps members' names, in ms: 12 months. */
const namesKeptMs = 365 * 24 * 60 * 60_000;
const eraseEveryMs = 60 * 60_000;

interface OldDataOptions {
	readonly store: Pick<Store, "speechDays" | "redemptions" | "kept" | "creditAccounts" | "eraseOver">;
	readonly logger: Logger;
	/** In ms since the epoch. */
	readonly now: () => number;
}

/**
 * Erases what Herald no longer needs, now and every hour: daily usage after 90 days, forgotten members' ids in the
 * usage of past days, names in the journal of redemptions after 12 months, balances and members' actions that are more
 * than a day old, and expired books, answers and buttons.
 *
 * @returns a function that stops the erasing
 */
export const eraseOldData = ({ store, logger, now }: OldDataOptions): (() => Promise<void>) => {
	const erase = async ({ withKept }: { readonly withKept: boolean }) => {
		try {
			const days = await store.speechDays.eraseBefore(dayOf(now()) - speechKeptDays);
			await store.speechDays.eraseForgotten(dayOf(now()));
			const names = await store.redemptions.eraseNames(now() - namesKeptMs);
			// These rows hold balances, which are valid for a minute, and waits that the service asked for, which are
			// respected for up to a day.
			await store.creditAccounts.eraseOld(limitedWaitMaxMs);
			await store.eraseOver();
			// Not at the start of Herald: books are resumed first, so that the owner of an expired book is told.
			if (withKept) await store.kept.eraseBefore(now());
			if (days + names > 0) logger.info({ event: "old_data_erased", days, names }, "erased old data");
		} catch (error) {
			logger.warn(
				{ event: "old_data_kept", err: error },
				"could not erase old data, and try again in an hour",
			);
		}
	};
	let work = erase({ withKept: false });
	const timer = setInterval(() => {
		work = work.then(() => erase({ withKept: true }));
	}, eraseEveryMs).unref();
	return () => {
		clearInterval(timer);
		return work;
	};
};

/** How long a guild's data is kept after Herald has left, in ms. */
const keptMs = 30 * 24 * 60 * 60_000;
const reviewEveryMs = 60 * 60_000;

interface DepartureOptions {
	readonly client: Client<true>;
	readonly departures: Store["departures"];
	readonly logger: Logger;
	/** In ms since the epoch. */
	readonly now: () => number;
}

/**
 * Asks Discord about guilds that the gateway didn't list, to find those that Herald left while it wasn't running.
 *
 * @throws the first unexpected error, after all guilds have been checked
 */
const findLeft = async ({ client, departures, now }: DepartureOptions): Promise<void> => {
	const missing = (await departures.listKept()).filter((guildId) => !client.guilds.cache.has(guildId));
	const failures: unknown[] = [];
	for (const guildId of missing)
		try {
			await client.rest.get(Routes.guild(guildId));
		} catch (error) {
			if (isRefusal(error, "UnknownGuild", "MissingAccess")) await departures.note(guildId, now());
			else failures.push(error);
		}
	if (failures.length > 0) throw failures[0];
};

/**
 * Follows which guilds Herald leaves and rejoins, and erases a guild's data 30 days after Herald left it. A guild's
 * outage doesn't count as leaving. Call it once the client is ready.
 *
 * @returns a function that stops the erasing
 */
export const followDepartures = (options: DepartureOptions): (() => Promise<void>) => {
	const { client, departures, logger, now } = options;
	let work = Promise.resolve();
	const enqueue = (step: () => Promise<void>) => {
		work = work
			.then(step)
			.catch((error: unknown) =>
				logger.warn(
					{ event: "departures_failed", err: error },
					"could not look after servers that were left",
				),
			);
	};
	const erase = async () => {
		await departures.cancel([...client.guilds.cache.keys()]);
		const guilds = await departures.erase(now() - keptMs);
		if (guilds > 0)
			logger.info({ event: "guilds_erased", guilds }, "erased what was kept of servers that Herald left");
	};
	const review = () => {
		enqueue(erase);
		enqueue(() => findLeft(options));
	};
	review();
	const timer = setInterval(review, reviewEveryMs).unref();
	// An outage has its own event, GuildUnavailable.
	client.on(Events.GuildDelete, ({ id }) => enqueue(() => departures.note(id, now())));
	client.on(Events.GuildCreate, ({ id }) => enqueue(() => departures.cancel([id])));
	return async () => {
		clearInterval(timer);
		await work;
	};
};
