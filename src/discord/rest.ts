import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { REST, type RESTOptions, SnowflakeUtil } from "discord.js";
import { connectFailures } from "../shared/connect-failures.ts";
import { measure } from "../shared/measures.ts";

/** Discord's limit for all requests with a bot's token. Requests with an interaction's token don't count. */
const botRequestsPerWindow = 50;

/** @returns a channel's guild, if it is known */
type GuildOf = (channelId: string) => string | undefined;

/** @returns a request's guild, or its channel outside of guilds; "" for other requests */
const ownerOf = (path: string, guildOf: GuildOf): string => {
	const [, id = ""] = /\/(?:channels|guilds)\/(\d+)/.exec(path) ?? [];
	return guildOf(id) ?? id;
};

/**
 * Keeps to Discord's limit for a bot's requests, with guilds in turn.
 *
 * @remarks The library also counts answers to interactions, so many in one server would delay all others.
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

/** Discord's limit for edits of messages older than an hour, per channel. Further edits get error 30046. */
const oldEditsPerWindow = 3;
const oldAfterMs = 3_600_000;

const editPath = /\/channels\/(\d+)\/messages\/(\d+)$/;

/**
 * Keeps to the limit for edits of old messages, because each refusal would count as an invalid request.
 *
 * @returns a function that sends a request, delayed if it is such an edit
 */
const paceOldEdits = (windowMs: number) => {
	const edits = new FairQueue<string>({ mayBegin: () => true, perOwner: oldEditsPerWindow });
	return async <T>(path: string, { method, signal }: OutgoingRequest, send: () => Promise<T>): Promise<T> => {
		const [, channelId, messageId] = (method === "PATCH" && editPath.exec(path)) || [];
		if (!channelId || !messageId || Date.now() - SnowflakeUtil.timestampFrom(messageId) < oldAfterMs)
			return send();
		const forget = await edits.acquire(channelId, signal);
		try {
			return await send();
		} finally {
			wait(windowMs, undefined, { ref: false }).then(forget);
		}
	};
};

/** The timing of requests to Discord, in ms. */
const usualTiming = {
	/** The timeout of an answer, without the request's upload. */
	answerMs: 15_000,
	/** The same for the first try of an interaction's callback, which must be repeated within 3 s. */
	callbackMs: 1_500,
	/** The slowest accepted upload, in bytes per second. */
	bytesPerSecond: 32 * 1024,
	/** The pause before each further try. */
	backoffMs: [200, 1_000, 3_000] as readonly number[],
	/** See {@link paceRequests}. */
	windowMs: 1_000,
	/** See {@link paceOldEdits}. */
	oldEditsWindowMs: 6_000,
};
export type RequestTiming = Readonly<typeof usualTiming>;

/** A request, as @discordjs/rest passes it. */
export interface OutgoingRequest {
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string | FormData | null;
	readonly signal?: AbortSignal;
}

const callbackPath = /\/interactions\/(\d+)\/[^/]+\/callback$/;
const messagesPath = /\/channels\/\d+\/messages$/;

/** @returns the code or message of a connection's error; undefined for other errors */
export const describeConnectionError = (error: unknown): string | undefined => {
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
 * @returns the answer to a repeated request: success if it shows that an earlier try, whose answer was lost, succeeded
 */
const readRepeated = async (method: string, path: string, response: Response): Promise<Response> => {
	if (method === "DELETE" && response.status === 404) return noContent();
	if (response.status !== 400 || !callbackPath.test(path)) return response;
	const body = await response.text();
	// 40060: already acknowledged.
	if (/"code":\s*40060\b/.test(body)) return noContent();
	return new Response(body, response);
};

/** Reads the whole answer, so that a connection lost during it counts as a failure, too. */
const sendOnce = async (
	url: string,
	request: OutgoingRequest,
	signals: readonly AbortSignal[],
): Promise<Response> => {
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
 * Sends requests in the place of @discordjs/rest, which repeats follow-ups that may have arrived, aborts slow uploads,
 * and doesn't retry after a connection reset. It still handles rate limits, except the one for all requests of a bot.
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
/** The library keeps a queue for each interaction's routes. How often it drops idle ones, in ms. */
const sweepEveryMs = 60_000;

/** @returns options for the library's requests to Discord */
export const restOptions = (
	apiUrl: string,
	...sending: Parameters<typeof createSendRequest>
): Partial<RESTOptions> => ({
	api: apiUrl,
	// Retries are done by `sendRequest`.
	retries: 0,
	// The library would count answers to interactions, too; see `paceRequests`.
	globalRequestsPerSecond: Number.POSITIVE_INFINITY,
	timeout: requestMaxMs,
	handlerSweepInterval: sweepEveryMs,
	makeRequest: createSendRequest(...sending) as RESTOptions["makeRequest"],
});

/** @returns a client for requests to Discord without a connection to its gateway */
export const createRest = ({ token, apiUrl }: { readonly token: string; readonly apiUrl: string }): REST =>
	new REST(restOptions(apiUrl)).setToken(token);
