import { setTimeout as wait } from "node:timers/promises";
import { Client, Events, GatewayIntentBits, Options, type RESTOptions } from "discord.js";
import type { Logger } from "../log.ts";
import { createSendRequest, type RequestTiming } from "./send-request.ts";
import { watchConnection } from "./watch-connection.ts";

/** How long a request may take with all its tries, in ms: an interaction's token doesn't live longer. */
const requestMaxMs = 15 * 60_000;
/** The library keeps a queue for each interaction's routes: how often it drops those that have been idle, in ms. */
const sweepEveryMs = 5 * 60_000;

/** Makes the Discord client: the two intents that Herald needs, and no cache of what it never reads. */
export const createClient = (
	apiUrl: string,
	logger: Logger,
	requestTiming: Partial<RequestTiming> = {},
): Client => {
	const client = new Client({
		intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
		allowedMentions: { parse: [] },
		rest: {
			api: apiUrl,
			// What is sent again, and when, is decided below.
			retries: 0,
			timeout: requestMaxMs,
			handlerSweepInterval: sweepEveryMs,
			makeRequest: createSendRequest(requestTiming) as unknown as RESTOptions["makeRequest"],
		},
		makeCache: Options.cacheWithLimits({
			...Options.DefaultMakeCacheSettings,
			MessageManager: 0,
			ReactionManager: 0,
			GuildEmojiManager: 0,
			GuildStickerManager: 0,
			GuildInviteManager: 0,
			GuildBanManager: 0,
			GuildScheduledEventManager: 0,
			PresenceManager: 0,
		}),
	});
	client.on(Events.Error, (error) =>
		logger.error({ event: "discord_error", err: error }, "discord client error"),
	);
	client.on(Events.Warn, (message) => logger.warn({ event: "discord_warning" }, message));
	watchConnection(client, logger);
	return client;
};

/** How long logging out may take, in ms: a connection still being opened never reports that it was closed. */
const logOutMs = 3_000;

/** Logs out, without logging that the gateway connection was lost. */
export const destroyClient = async (client: Client): Promise<void> => {
	client.removeAllListeners(Events.ShardReconnecting);
	await Promise.race([client.destroy(), wait(logOutMs, undefined, { ref: false })]);
};
