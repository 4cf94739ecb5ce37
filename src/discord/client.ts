import { setTimeout as wait } from "node:timers/promises";
import type { IIdentifyThrottler } from "@discordjs/ws";
import type { Logger } from "@herald/common/log.ts";
import { orAborted, type TryTiming, within } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import { Client, Events, IntentsBitField, Options, Partials, Routes } from "discord.js";
import { GatewayDispatchEvents } from "discord-api-types/v10";
import { FinalError } from "../shared/final-error.ts";
import { logOutages } from "./gateway-outages.ts";
import { MessageAccess, MessageEvents } from "./message-events.ts";
import { GatewayShards } from "./patches/gateway-shards.ts";
import { handOnEarly } from "./patches/hand-on-early.ts";
import {
	askGateway,
	chooseShards,
	keepTrying,
	type RequestTiming,
	refusedToken,
	restOptions,
	type ShardChoice,
} from "./rest.ts";
import { trimGuilds } from "./trim-guilds.ts";

interface ClientParts {
	readonly requests?: Partial<RequestTiming> | undefined;
	/** Which messages Herald may read; defaults to none. */
	readonly access?: MessageAccess;
	readonly messageEvents?: MessageEvents;
	/** Paces logins together with other processes. By default, only this client's own logins are paced. */
	readonly identifies?: Omit<Pacing, "buckets" | "logger"> | undefined;
	/** The timing of the retries of a login with fewer intents. */
	readonly tries?: TryTiming | undefined;
	/** Ends the retries of a login with fewer intents. */
	readonly signal?: AbortSignal;
}

/**
 * How often the library's caches drop users who aren't in voice, with their members and voice states, in s. The
 * caches have such users because the library keeps members who have left voice, and the authors of messages and
 * commands.
 */
const forgetEverySeconds = 60;

const withdrawn =
	"Discord no longer grants the Message Content intent: Herald goes on without it, and reads only messages that mention it. npm run setup -- application turns the intent on again, or you do in the developer portal, under Bot; then restart Herald.";

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
		// These managers cache nothing, because Herald never looks up their objects.
		makeCache: Options.cacheWithLimits({
			MessageManager: 0,
			GuildEmojiManager: 0,
			GuildStickerManager: 0,
			GuildInviteManager: 0,
			GuildBanManager: 0,
			GuildScheduledEventManager: 0,
			PresenceManager: 0,
		}),
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

/** How long the first shard's login may take before a warning is logged, in ms. */
const gatewaySilentMs = 15_000;

/** Sentences for the operator by close code, for the codes after which Discord accepts no new connection. */
const finalCloses: Readonly<Record<number, string>> = {
	4004: refusedToken,
	4010: "Discord refused the shard that Herald logged in with. Update Herald; if that doesn't help, report it.",
	4011: "This bot is in more servers than its shards may serve, which is 2,500 each: set GATEWAY_SHARDS to auto, or to a larger number.",
	4012: "Discord no longer offers the version of its gateway that Herald uses: update Herald.",
	4013: "Discord doesn't know the intents that Herald asks for: update Herald.",
	4014: "Discord doesn't grant this bot an intent that Herald asks for: npm run setup -- application turns it on, or you do in the developer portal, under Bot.",
};

/** @returns a promise that rejects with a FinalError if Discord ends the connection for good. It never resolves */
export const watchForFinalClose = (client: Client): Promise<never> => {
	const ended = Promise.withResolvers<never>();
	// Prevents an unhandled rejection if no caller awaits the promise.
	ended.promise.catch(() => {});
	client.on(Events.ShardDisconnect, ({ code }) =>
		ended.reject(
			new FinalError(finalCloses[code] ?? `Discord ended the connection for good (code ${code}).`),
		),
	);
	return ended.promise;
};

/**
 * Logs in once Discord can be reached, with this process's shards, and with the intents for messages that Herald may
 * read.
 *
 * @param shards - the number of shards, `auto` for as many as Discord recommends, or this process's part of them
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const logIn = async (
	client: Client,
	token: string,
	{ access, shards = 1 }: { readonly access: MessageAccess; readonly shards?: ShardChoice },
	options: Parameters<typeof keepTrying>[1],
): Promise<Client<true>> => {
	client.rest.setToken(token);
	// A failed login destroys the client, so requests that may fail for long come first.
	const gateway = await askGateway(client.rest, options);
	const { ids, count } = chooseShards(shards, gateway);
	// If one of these options is unset, the library takes it from the environment or makes it up.
	client.options.shardCount = count;
	client.options.shards = [...ids];
	// Requesting an intent that isn't granted would end the connection.
	if (access.setting === "auto") {
		const { flags } = (await keepTrying(() => client.rest.get(Routes.currentApplication()), options)) as {
			readonly flags?: number;
		};
		access.learn(flags ?? 0);
		client.options.intents = new IntentsBitField(access.intents);
	}
	const ready = handOnEarly(client);
	const { logger, signal, timing } = options;
	const silent = setTimeout(
		() =>
			logger.warn(
				{ event: "discord_unreachable" },
				`Herald isn't logged in yet at Discord's gateway, ${gateway.url}, and waits.`,
			),
		timing?.silentMs ?? gatewaySilentMs,
	);
	client.ws.once(GatewayDispatchEvents.Ready, () => clearTimeout(silent));
	try {
		await orAborted(client.login(token), signal);
	} catch (error) {
		clearTimeout(silent);
		signal.throwIfAborted();
		if ((error as { code?: unknown }).code === "TokenInvalid") throw new FinalError(finalCloses[4004]);
		throw new StartError(
			`Herald couldn't log in to Discord's gateway at ${gateway.url}: ${(error as Error).message}`,
		);
	}
	await orAborted(ready, signal);
	return client as Client<true>;
};

/**
 * The time between two logins in a bucket, in ms. Discord accepts one shard of a bucket every five seconds; the
 * difference allows for varying latencies.
 */
const usualSpacingMs = 5_500;
/** The longest random delay added to the wait of shards that wait for the same slot, in ms. */
const spreadMs = 250;
/** After how long a failed request for a slot is repeated, in ms. */
const retryMs = 1_000;
const logEveryMs = 60_000;

export interface Pacing {
	/**
	 * Takes the slot of a bucket for `spacingMs`.
	 *
	 * @returns 0 if the slot was free; otherwise the ms until it is worth asking again
	 */
	readonly takeSlot: (bucket: number, spacingMs: number) => Promise<number>;
	/** The number of buckets (`max_concurrency`) into which Discord puts this bot's shards. */
	readonly buckets: () => Promise<number>;
	readonly logger: Logger;
	readonly spacingMs?: number | undefined;
	readonly retryMs?: number | undefined;
}

/**
 * Makes shards wait for a login slot. Processes with the same `takeSlot` share the slots. While slots can't be
 * requested, no shard logs in; shards that resume their session don't need a slot.
 *
 * @remarks If `waitForIdentify` rejects, the library logs in at once. It therefore rejects only if its signal aborts.
 */
export const paceIdentifies = (pacing: Pacing): IIdentifyThrottler => {
	const { takeSlot, buckets, logger, spacingMs = usualSpacingMs } = pacing;
	let loggedAt = Number.NEGATIVE_INFINITY;
	const logFailure = (error: unknown): void => {
		const now = performance.now();
		if (now - loggedAt < logEveryMs) return;
		loggedAt = now;
		logger.warn(
			{ event: "identify_waits", err: error },
			"shards that have to log in anew wait: which machine's turn it is can't be found out",
		);
	};
	const ask = async (shardId: number): Promise<number> => {
		try {
			const waitMs = await takeSlot(shardId % (await buckets()), spacingMs);
			return waitMs === 0 ? 0 : waitMs + Math.random() * spreadMs;
		} catch (error) {
			logFailure(error);
			return pacing.retryMs ?? retryMs;
		}
	};
	return {
		waitForIdentify: async (shardId, signal) => {
			for (;;) {
				signal.throwIfAborted();
				const waitMs = await ask(shardId);
				if (waitMs === 0) return;
				await wait(waitMs, undefined, { signal });
			}
		},
	};
};
