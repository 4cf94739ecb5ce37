import { setTimeout as wait } from "node:timers/promises";
import { defer } from "@herald/common/defer.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import type { Logger } from "@herald/common/log.ts";
import { retry, type TryTiming } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import { DiscordAPIError, HTTPError, REST, type RESTOptions, Routes, SnowflakeUtil } from "discord.js";
import type { APIGatewayBotInfo } from "discord-api-types/v10";
import { connectFailures } from "../shared/connect-failures.ts";
import { FinalError } from "../shared/final-error.ts";
import { measure } from "../shared/measures.ts";
import type { ShardPart } from "./shard-part.ts";

/**
 * How many requests with a bot's token Discord accepts per window. Requests with an interaction's token don't count.
 */
const botRequestsPerWindow = 50;

/** Finds a channel's guild. @returns undefined if the channel isn't known, or isn't in a guild */
type GuildOf = (channelId: string) => string | undefined;

/** @returns the id of a request's guild, or of its channel if the guild isn't known; "" for requests without either */
const ownerOf = (path: string, guildOf: GuildOf): string => {
	const [, id = ""] = /\/(?:channels|guilds)\/(\d+)/.exec(path) ?? [];
	return guildOf(id) ?? id;
};

/**
 * Keeps to Discord's limit for a bot's requests. Guilds take turns.
 *
 * @remarks This replaces the library's own limiter, which also counts answers to interactions: with it, many answers in
 * one server would delay all other requests.
 * @param windowMs - the limit's window
 * @returns a function that resolves when a request with the bot's token may be sent
 */
const paceRequests = (windowMs: number, guildOf: GuildOf) => {
	const sent = new FairQueue<string>({
		mayBegin: (running) => running < botRequestsPerWindow,
		perOwner: botRequestsPerWindow,
	});
	return async (path: string, signal?: AbortSignal): Promise<void> => {
		const forget = await sent.acquire(ownerOf(path, guildOf), signal);
		wait(windowMs, undefined, { ref: false }).then(forget);
	};
};

/**
 * How many edits of messages older than an hour Discord accepts per window and channel. Further edits get error
 * 30046.
 */
const oldEditsPerWindow = 3;
const oldAfterMs = 3_600_000;

const editPath = /\/channels\/(\d+)\/messages\/(\d+)$/;

/**
 * Keeps to the limit for edits of old messages, because each refusal would count as an invalid request.
 *
 * @returns a function that sends a request; edits of old messages wait until the limit allows them
 */
const paceOldEdits = (windowMs: number) => {
	const edits = new FairQueue<string>({ mayBegin: () => true, perOwner: oldEditsPerWindow });
	return async <T>(path: string, { method, signal }: OutgoingRequest, send: () => Promise<T>): Promise<T> => {
		const [, channelId, messageId] = (method === "PATCH" && editPath.exec(path)) || [];
		if (!channelId || !messageId || Date.now() - SnowflakeUtil.timestampFrom(messageId) < oldAfterMs)
			return send();
		const forget = await edits.acquire(channelId, signal);
		using _forgetting = defer(() => void wait(windowMs, undefined, { ref: false }).then(forget));
		return await send();
	};
};

const usualTiming = {
	/** How long an answer may take, not counting the request's upload. */
	answerMs: 15_000,
	/**
	 * How long the answer to an interaction's callback may take at the first try. The second try must arrive within
	 * Discord's 3 s.
	 */
	callbackMs: 1_500,
	/** The slowest accepted upload, in bytes per second. */
	bytesPerSecond: 32 * 1024,
	/** The pause before each further try. */
	backoffMs: [200, 1_000, 3_000] as readonly number[],
	/** The window of {@link paceRequests}. */
	windowMs: 1_000,
	/** The window of {@link paceOldEdits}. */
	oldEditsWindowMs: 6_000,
};
export type RequestTiming = Readonly<typeof usualTiming>;

interface OutgoingRequest {
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string | FormData | null;
	readonly signal?: AbortSignal;
}

const callbackPath = /\/interactions\/(\d+)\/[^/]+\/callback$/;
const messagesPath = /\/channels\/\d+\/messages$/;

/** @returns the code or message of a connection's error; undefined for other errors */
const describeConnectionError = (error: unknown): string | undefined => {
	const cause = (error as { cause?: { code?: unknown; message?: unknown } } | null)?.cause;
	const described = cause?.code ?? cause?.message;
	return typeof described === "string" ? described : undefined;
};

/** Whether Discord, or a proxy before it, has a temporary problem. */
const isPassing = (status: number): boolean => status >= 500 || status === 408;

/** Whether Discord would recognize a repeated message by its nonce, and post it only once. */
const hasEnforcedNonce = (body: OutgoingRequest["body"]): boolean => {
	const json = body instanceof FormData ? body.get("payload_json") : body;
	if (typeof json !== "string") return false;
	const { nonce, enforce_nonce: enforced } = JSON.parse(json) as Record<string, unknown>;
	return enforced === true && nonce !== undefined;
};

/** @returns whether a request can be repeated without taking effect twice */
const canRepeat = (method: string, path: string, body: OutgoingRequest["body"]): boolean =>
	method !== "POST" || callbackPath.test(path) || (messagesPath.test(path) && hasEnforcedNonce(body));

const sizeOf = (body: OutgoingRequest["body"]): number => {
	if (!(body instanceof FormData)) return body?.length ?? 0;
	return [...body.values()].reduce(
		(sum, part) => sum + (typeof part === "string" ? part.length : part.size),
		0,
	);
};

const noContent = (): Response => new Response(null, { status: 204 });

/**
 * @returns the answer to a repeated request; success if this answer shows that an earlier try, whose answer was lost,
 * succeeded
 */
const readRepeated = async (method: string, path: string, response: Response): Promise<Response> => {
	if (method === "DELETE" && response.status === 404) return noContent();
	if (response.status !== 400 || !callbackPath.test(path)) return response;
	const body = await response.text();
	// Error 40060: the interaction was already acknowledged.
	if (/"code":\s*40060\b/.test(body)) return noContent();
	return new Response(body, response);
};

/** Reads the whole answer, so that a connection lost during it counts as a failure, too. */
const sendOnce = async (url: string, request: OutgoingRequest, signals: readonly AbortSignal[]) => {
	const response = await fetch(url, { ...request, signal: AbortSignal.any([...signals]) } as RequestInit);
	const bytes = await response.arrayBuffer();
	const { status, statusText, headers } = response;
	return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
};

const noteAcknowledged = (path: string, response: Response): Response => {
	const id = callbackPath.exec(path)?.[1];
	if (id !== undefined && response.ok) measure("interactionAcknowledged", { id });
	return response;
};

/**
 * Sends requests in the place of @discordjs/rest. That library would repeat follow-ups that may have arrived, abort
 * slow uploads, and not retry after a connection reset. It still handles rate limits, except the limit for all
 * requests of a bot.
 */
export const createSendRequest = (given: Partial<RequestTiming> = {}, guildOf: GuildOf = () => undefined) => {
	const timing = { ...usualTiming, ...given };
	const mayBeSent = paceRequests(timing.windowMs, guildOf);
	const paceOld = paceOldEdits(timing.oldEditsWindowMs);
	const patienceFor = (path: string, attempt: number, bytes: number): number =>
		(attempt === 0 && callbackPath.test(path) ? timing.callbackMs : timing.answerMs) +
		Math.round((bytes / timing.bytesPerSecond) * 1_000);

	const send = async (url: string, path: string, request: OutgoingRequest): Promise<Response> => {
		const { method = "GET", headers, body, signal } = request;
		const repeats = canRepeat(method, path, body);
		for (let attempt = 0; ; attempt++) {
			if (headers?.Authorization) await mayBeSent(path, signal);
			const deadline = AbortSignal.timeout(patienceFor(path, attempt, sizeOf(body)));
			const backoff = timing.backoffMs[attempt];
			try {
				const response = await sendOnce(url, request, signal ? [signal, deadline] : [deadline]);
				if (backoff === undefined || !repeats || !isPassing(response.status))
					return noteAcknowledged(
						path,
						attempt === 0 ? response : await readRepeated(method, path, response),
					);
			} catch (error) {
				const mayRepeat = repeats || connectFailures.has(describeConnectionError(error) ?? "");
				if (backoff === undefined || !mayRepeat || signal?.aborted) throw error;
			}
			await wait(backoff, undefined, { signal });
		}
	};
	/** @throws TypeError with the connection's error as its cause, or a DOMException if no answer came in time */
	return (url: string, request: OutgoingRequest): Promise<Response> => {
		const path = new URL(url).pathname;
		return paceOld(path, request, () => send(url, path, request));
	};
};

/** How long a request may take with all its tries, in ms: as long as an interaction's token lives. */
const requestMaxMs = 15 * 60_000;
/** How often the library drops idle queues, in ms. The library makes a queue for each interaction. */
const sweepEveryMs = 60_000;

export const restOptions = (
	apiUrl: string,
	...sending: Parameters<typeof createSendRequest>
): Partial<RESTOptions> => ({
	api: apiUrl,
	// The function that `createSendRequest` returns does the retries.
	retries: 0,
	// Turns off the library's limiter: `paceRequests` replaces it.
	globalRequestsPerSecond: Number.POSITIVE_INFINITY,
	timeout: requestMaxMs,
	handlerSweepInterval: sweepEveryMs,
	makeRequest: createSendRequest(...sending) as RESTOptions["makeRequest"],
});

export const createRest = ({ token, apiUrl }: { readonly token: string; readonly apiUrl: string }): REST =>
	new REST(restOptions(apiUrl)).setToken(token);

interface TryOptions {
	readonly apiUrl: string;
	readonly logger: Logger;
	readonly signal: AbortSignal;
	readonly timing?: TryTiming | undefined;
}

const silence = "Discord doesn't answer: no answer came in time.";

export const refusedToken =
	"Discord refused DISCORD_TOKEN: npm run setup -- token takes a new one, and says where it is.";

/** @returns the error for a URL at which something other than Discord's API answers */
const notDiscord = (apiUrl: string, what: string): StartError =>
	new StartError(
		`${apiUrl} isn't Discord's API (${what}): set DISCORD_API_URL to https://discord.com/api, or to that path at a proxy before it.`,
	);

/** Discord's errors have numeric codes. Other errors come from a proxy or another server. */
const isFromDiscord = ({ code }: DiscordAPIError): boolean => typeof code === "number";

/** @returns a sentence about a problem that may be temporary; undefined for other errors */
const describePassing = (error: unknown): string | undefined => {
	if (error instanceof HTTPError) return `Discord has trouble of its own (status ${error.status}).`;
	if (error instanceof DiscordAPIError) {
		if (error.status === 403 && !isFromDiscord(error))
			return "Discord, or something before it, refuses requests from this machine's address (status 403).";
		return error.status === 408 || error.status === 429
			? `Discord doesn't answer at the moment (status ${error.status}).`
			: undefined;
	}
	if (error instanceof TypeError && error.message === "fetch failed")
		return `Herald can't reach Discord (${describeConnectionError(error) ?? "no connection"}): check this machine's network, and DISCORD_API_URL if it is set.`;
	if (error instanceof DOMException && error.name === "TimeoutError") return silence;
	return undefined;
};

const explainFinal = (error: unknown, apiUrl: string): unknown => {
	if (error instanceof DiscordAPIError) {
		if (error.status === 401) return new FinalError(refusedToken);
		if (error.status === 404 || !isFromDiscord(error)) return notDiscord(apiUrl, `status ${error.status}`);
	}
	return error instanceof SyntaxError ? notDiscord(apiUrl, "no JSON") : error;
};

/**
 * Repeats work at Discord as long as its errors may be temporary. Each kind of problem is logged when it begins.
 *
 * @throws StartError with a sentence for the operator about a lasting problem; other errors of `work`; the signal's
 * reason if it aborts
 */
export const keepTrying = <T>(
	work: () => Promise<T>,
	{ apiUrl, logger, signal, timing }: TryOptions,
): Promise<T> =>
	retry(work, {
		describe: (error) => {
			const sentence = describePassing(error);
			if (sentence === undefined) throw explainFinal(error, apiUrl);
			return sentence;
		},
		silence,
		report: (sentence) => logger.warn({ event: "discord_unreachable" }, `${sentence} Herald keeps trying.`),
		signal,
		timing,
	});

/** The number of shards, `auto` for as many as Discord recommends, or this process's part of them. */
export type ShardChoice = "auto" | number | ShardPart;

/** The used fields of `GET /gateway/bot`. A proxy may leave them out. */
type GatewayAnswer = Partial<APIGatewayBotInfo>;

/**
 * @param setting - the number of shards, `auto` for as many as Discord recommends, or this process's part of them
 * @returns the shards to log in with
 * @throws StartError if Discord currently allows fewer logins than these shards need
 */
export const chooseShards = (
	setting: ShardChoice,
	{ shards = 1, session_start_limit: limit }: GatewayAnswer,
): ShardPart => {
	const part = typeof setting === "object" ? setting : takeAll(setting === "auto" ? shards : setting);
	const logins = part.ids.length;
	if (limit && limit.remaining < logins)
		throw new StartError(
			`Herald logs in ${logins} times, once for each shard, and Discord allows this bot ${limit.remaining} more logins for now. Find out what restarts it so often, and start it again in ${Math.ceil(limit.reset_after / 60_000)} minutes.`,
		);
	return part;
};

const takeAll = (count: number): ShardPart => ({ ids: Array.from({ length: count }, (_, id) => id), count });

/**
 * Asks Discord for its gateway's URL and the recommended number of shards, until it answers.
 *
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const askGateway = async (
	rest: REST,
	options: Parameters<typeof keepTrying>[1],
): Promise<GatewayAnswer & { readonly url: string }> => {
	const answer = (await keepTrying(() => rest.get(Routes.gatewayBot()), options)) as GatewayAnswer | null;
	if (typeof answer?.url !== "string") throw notDiscord(options.apiUrl, "no gateway's address");
	return { ...answer, url: answer.url };
};
