import type { Logger } from "@herald/common/log.ts";
import { type TryTiming, within } from "@herald/common/retry.ts";
import { type CacheWithLimitsOptions, Client, Events, IntentsBitField, Options, Partials } from "discord.js";
import { logOutages } from "./gateway-outages.ts";
import { keepTrying } from "./keep-trying.ts";
import { MessageAccess } from "./message-access.ts";
import { MessageEvents } from "./message-events.ts";
import { type Pacing, paceIdentifies } from "./pace-identifies.ts";
import { GatewayShards } from "./patches/gateway-shards.ts";
import { type RequestTiming, restOptions } from "./rest.ts";
import { trimGuilds } from "./trim-guilds.ts";

interface ClientParts {
	readonly requests?: Partial<RequestTiming> | undefined;
	/** Which messages Herald may read; defaults to none. */
	readonly access?: MessageAccess;
	readonly messageEvents?: MessageEvents;
	/** Paces logins together with other processes. By default, only this client's own logins are paced. */
	readonly identifies?: Omit<Pacing, "buckets" | "logger"> | undefined;
	/** The timing of retries, when a login with fewer intents is tried. */
	readonly tries?: TryTiming | undefined;
	/** Ends those retries. */
	readonly signal?: AbortSignal;
}

/** Managers whose objects Herald never looks up. */
const unkept: CacheWithLimitsOptions = {
	MessageManager: 0,
	GuildEmojiManager: 0,
	GuildStickerManager: 0,
	GuildInviteManager: 0,
	GuildBanManager: 0,
	GuildScheduledEventManager: 0,
	PresenceManager: 0,
};

/**
 * How often the library's cache drops users who aren't in voice, in s. It caches the authors of messages and commands.
 */
const forgetEverySeconds = 60;

const withdrawn =
	"Discord no longer grants the Message Content intent: Herald goes on without it, and reads only messages that mention it. npm run setup -- application turns the intent on again, or you do in the developer portal, under Bot; then restart Herald.";

/** Makes the Discord client, with the intents that Herald needs, and without caches of what it never reads again. */
export const createClient = (apiUrl: string, logger: Logger, parts: ClientParts = {}): Client => {
	const { access = new MessageAccess("off"), messageEvents = new MessageEvents() } = parts;
	const { identifies, signal = new AbortController().signal } = parts;
	const client: Client = new Client({
		intents: access.intents,
		// Messages aren't cached, so without partials the library would emit no edits.
		partials: [Partials.Message],
		ws: {
			...(identifies && {
				buildIdentifyThrottler: (manager) =>
					paceIdentifies({
						...identifies,
						logger,
						buckets: async () =>
							(await manager.fetchGatewayInformation()).session_start_limit.max_concurrency,
					}),
			}),
			buildStrategy: (manager) =>
				new GatewayShards(manager, {
					passOn: (event) => (messageEvents.passes(event) ? trimGuilds(event) : undefined),
					onMalformed: ({ t }, guild, err) =>
						logger.error(
							{ event: "malformed_event", kind: t, guild, err },
							"an event of the gateway is left out",
						),
					onClosed: (code) => noteClose(code),
					fewerIntents: () => {
						if (!access.giveUp()) return undefined;
						logger.warn({ event: "intent_withdrawn" }, withdrawn);
						client.options.intents = new IntentsBitField(access.intents);
						return access.intents;
					},
					keepTrying: (work) => keepTrying(work, { apiUrl, logger, signal, timing: parts.tries }),
				}),
		},
		// No message of Herald's notifies members.
		allowedMentions: { parse: [] },
		rest: restOptions(apiUrl, parts.requests, (channelId) => {
			const channel = client.channels.cache.get(channelId);
			return channel && "guildId" in channel ? channel.guildId : undefined;
		}),
		makeCache: Options.cacheWithLimits(unkept),
		sweepers: {
			voiceStates: {
				interval: forgetEverySeconds,
				filter:
					() =>
					({ channelId }) =>
						channelId === null,
			},
			guildMembers: {
				interval: forgetEverySeconds,
				filter: () => (member) => member.voice.channelId === null && member.id !== client.user?.id,
			},
			users: {
				interval: forgetEverySeconds,
				filter: () => {
					const inVoice = new Set(client.guilds.cache.flatMap(({ voiceStates }) => voiceStates.cache).keys());
					return ({ id }) => !inVoice.has(id) && id !== client.user?.id;
				},
			},
		},
	});
	client.on(Events.Error, (error) =>
		logger.error({ event: "discord_error", err: error }, "discord client error"),
	);
	client.on(Events.Warn, (message) => logger.warn({ event: "discord_warning" }, message));
	const noteClose = logOutages(client, logger);
	return client;
};

/** How long logging out may take, in ms. A connection that is still being opened never reports that it has closed. */
const logOutMs = 3_000;

/** Logs out, without logging that the gateway's connection is lost. */
export const destroyClient = async (client: Client): Promise<void> => {
	client.removeAllListeners(Events.ShardReconnecting);
	await within(logOutMs, client.destroy());
};
