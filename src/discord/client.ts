import { setTimeout as wait } from "node:timers/promises";
import { Client, Events, GatewayIntentBits, Options, type RESTOptions } from "discord.js";
import type { Logger } from "../log.ts";

/** Makes the Discord client: the two intents that Herald needs, and no cache of what it never reads. */
export const createClient = (apiUrl: string, logger: Logger): Client => {
	const client = new Client({
		intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
		allowedMentions: { parse: [] },
		rest: {
			api: apiUrl,
			// Two versions of undici share one global dispatcher, and the older one's uploads fail in the newer one's; Node's
			// own fetch works with either.
			makeRequest: fetch as unknown as RESTOptions["makeRequest"],
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
	client.on(Events.Error, (error) => logger.error({ err: error }, "discord client error"));
	client.on(Events.Warn, (message) => logger.warn(message));
	client.on(Events.ShardReconnecting, () => logger.warn("gateway connection lost, reconnecting"));
	client.on(Events.ShardResume, () => logger.info("gateway connection resumed"));
	return client;
};

/** How long logging out may take, in ms: a connection still being opened never reports that it was closed. */
const logOutMs = 3_000;

/** Logs out, without logging that the gateway connection was lost. */
export const destroyClient = async (client: Client): Promise<void> => {
	client.removeAllListeners(Events.ShardReconnecting);
	await Promise.race([client.destroy(), wait(logOutMs, undefined, { ref: false })]);
};
