import type { Logger } from "@herald/common/log.ts";
import { type Client, DiscordAPIError, Events, RESTJSONErrorCodes, Routes } from "discord.js";
import type { Departures } from "../store/departures.ts";

/** How long a guild's data is kept after Herald has left, in ms. */
const keptMs = 30 * 24 * 60 * 60_000;
const reviewEveryMs = 60 * 60_000;

interface DepartureOptions {
	readonly client: Client<true>;
	readonly departures: Departures;
	readonly logger: Logger;
	/** In ms since the epoch. */
	readonly now: () => number;
}

const saysNoMember = (error: unknown): boolean =>
	error instanceof DiscordAPIError &&
	(error.code === RESTJSONErrorCodes.UnknownGuild || error.code === RESTJSONErrorCodes.MissingAccess);

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
			if (saysNoMember(error)) await departures.note(guildId, now());
			else failures.push(error);
		}
	if (failures.length > 0) throw failures[0];
};

/**
 * Follows which guilds Herald leaves and rejoins, and erases a guild's data 30 days after it left. A guild's outage
 * doesn't count as leaving. Call it once the client is ready.
 *
 * @returns a function that ends it
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
