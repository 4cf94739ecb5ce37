import { unwanted } from "@herald/common/retry.ts";
import {
	acceptHeaders,
	BodyTooLarge,
	collectBody,
	connectTimeoutMs,
	correlationHeader,
	errorBodyMaxBytes,
	errorCodeOf,
	firstHeaders,
	googleKeyHeader,
	isGoogle,
	isSuccess,
	receiveAnswer,
	unpacked,
} from "@herald/common/wire/http.ts";
import { Agent, errors, request } from "undici";
import type { Account } from "../../shared/account.ts";
import { connectFailures } from "../../shared/connect-failures.ts";
import { correlationId } from "../../shared/correlation.ts";
import { type Measures, measure } from "../../shared/measures.ts";
import type { ProblemDetail } from "../../shared/problem.ts";
import type { RequestLimiter } from "../traffic/request-limiter.ts";
import { type AttemptFailure, classifyRefusal, type Next } from "./classify.ts";

/** The most bytes of an answer. In base64, 45 s of speech take 3 MB, and 11 minutes take 42 MB. */
const answerMaxBytes = 64 * 1024 * 1024;
/** The most bytes for a second of sound: two 16-bit channels at 96 kHz, in base64. */
const soundMaxBytes = 512_000;
/** The most bytes of an answer apart from its sound. */
const restMaxBytes = 1024 * 1024;
/**
 * How long an idle connection is kept, in ms: longer than the pause between two texts, but shorter than the minute or
 * more for which proxies keep idle connections.
 */
const keepAliveTimeoutMs = 50_000;
/** How often a connection that is kept warm is used, in ms: before `keepAliveTimeoutMs` would close it. */
const warmEveryMs = 40_000;
const warmTimeoutMs = 5_000;
/**
 * The longest wait between two chunks of a body, in ms. A unary answer arrives in one go, so silence within it means a
 * dead connection.
 */
const bodyTimeoutMs = 30_000;

/** Where speech comes from and who pays for it. */
export type SpeechAccount = Pick<
	Account,
	"baseUrl" | "apiKey" | "bare" | "model" | "identity" | "languages" | "ownId"
>;

const eventType = "text/event-stream";

interface Sending {
	readonly timeoutMs: number;
	/** The most sound that is accepted, in seconds. */
	readonly maxSeconds?: number;
	/** Asks for a stream, which stops when the signal aborts. Without it, the answer comes in one piece. */
	readonly stream?: AbortSignal | undefined;
}

/** The outcome of a request that was answered. */
interface RequestOutcome {
	readonly status: number;
	/** The bytes of a success's body; 0 for a failure. */
	readonly size: number;
	readonly result: AttemptResult;
}

export type AttemptResult =
	/** A success, unread: its bytes go to a worker. Empty for a stream, whose bytes were passed on as they came. */
	| { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
	| { readonly ok: false; readonly failure: AttemptFailure };

export const authorize = (account: SpeechAccount): Record<string, string> =>
	isGoogle(account.baseUrl)
		? { [googleKeyHeader]: account.apiKey }
		: { authorization: `Bearer ${account.apiKey}` };

const failed = (detail: ProblemDetail, next: Next, billed: boolean, message: string): AttemptResult => ({
	ok: false,
	failure: { detail, next, billed, message },
});

const describeBreak = (error: unknown, maxSeconds: number): AttemptResult => {
	if (error instanceof BodyTooLarge)
		return {
			ok: false,
			failure: {
				detail: { kind: "bad_response" },
				next: "end",
				billed: true,
				madeMs: maxSeconds * 1_000,
				message: "the answer was larger than any speech of its text",
			},
		};
	if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
		return failed({ kind: "timeout" }, "again", true, `the speech service stopped sending (${error.code})`);
	const code = errorCodeOf(error);
	const certificate = `the certificate of the speech service was refused (${code})`;
	if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME/.test(code))
		return failed({ kind: "network" }, "end", false, certificate);
	const broke = `the connection to the speech service broke (${code})`;
	return failed({ kind: "network" }, "again", !connectFailures.has(code), broke);
};

/** @returns what an answer tells about the service's load. @param sent - undefined if no answer came in time */
const describeLoad = (model: string, status: unknown, sent: RequestOutcome | undefined) => {
	// Rounding the logarithm makes answers of similar size one kind.
	if (sent?.result.ok)
		return { kind: `${model} ${Math.round(Math.log2(sent.size + 1))}`, strained: false, waitMs: 0 };
	const failure = sent && !sent.result.ok ? sent.result.failure : undefined;
	const kind = failure?.detail.kind ?? "timeout";
	return {
		kind: `${model} ${kind}`,
		strained: kind === "rate_limited" || kind === "timeout" || (kind === "upstream" && status === 503),
		// If another model would help, the account's other requests may go on.
		waitMs: (failure?.next === "again_same_model" && failure.waitMs) || 0,
	};
};

/** The HTTP client for `generateContent` (docs/interface.md 4.1): one connection pool, one request per call. */
export class SpeechClient {
	readonly #account: SpeechAccount;
	readonly #agent: Agent;
	readonly #headers: Record<string, string>;
	readonly #limiter: Pick<RequestLimiter, "note"> | undefined;
	#warming: NodeJS.Timeout | undefined;

	/**
	 * @param limiter - is told of each request's end, unless its caller gave up or its connection broke
	 * @param other - a client of another account at the same service, whose connections are shared: only that client may
	 * be closed
	 */
	constructor(account: SpeechAccount, limiter?: Pick<RequestLimiter, "note">, other?: SpeechClient) {
		this.#account = account;
		this.#limiter = limiter;
		this.#headers = { ...authorize(account), "content-type": "application/json", ...acceptHeaders };
		this.#agent = other
			? other.#agent
			: new Agent({
					connect: { timeout: connectTimeoutMs },
					keepAliveTimeout: keepAliveTimeoutMs,
					// A unary answer sends its headers only after the speech is made. The request's own timeout limits that wait.
					headersTimeout: 0,
					bodyTimeout: bodyTimeoutMs,
				});
	}

	/** Sends one request, as {@link answer} does. @returns the result once the whole answer has come */
	async generateContent(...request: Parameters<SpeechClient["answer"]>): Promise<AttemptResult> {
		const answer = this.answer(...request);
		for (;;) {
			const { done, value } = await answer.next();
			if (done) return value;
		}
	}

	/**
	 * Sends one request. Yields the body of a success as it comes.
	 *
	 * @param body - the JSON of docs/interface.md 2.1
	 * @returns a success, or what the failure means
	 */
	async *answer(model: string, body: string, sending: Sending): AsyncGenerator<Uint8Array, AttemptResult> {
		const { timeoutMs, stream, maxSeconds = Number.POSITIVE_INFINITY } = sending;
		const timeout = AbortSignal.timeout(timeoutMs);
		const startedAt = performance.now();
		const note = (status: Measures["speechAnswered"]["status"], answered?: RequestOutcome) => {
			const ms = performance.now() - startedAt;
			const account = this.#account.ownId === undefined ? "operators" : "connected";
			measure("speechAnswered", { model, account, status, ms });
			if (status === "timeout" || answered)
				this.#limiter?.note({ ms, ...describeLoad(model, status, answered) }, this.#account.ownId);
		};
		try {
			const sent = yield* this.#send(model, body, sending, timeout);
			note(sent.status, sent);
			return sent.result;
		} catch (error) {
			if (stream?.reason === unwanted) note(200);
			else note(timeout.aborted || stream?.aborted ? "timeout" : "network");
			if (stream?.aborted) return failed({ kind: "timeout" }, "again", true, "the stream stood still");
			const late = `no answer within ${Math.round(timeoutMs / 1_000)} s`;
			if (timeout.aborted) return failed({ kind: "timeout" }, "again", true, late);
			return describeBreak(error, maxSeconds);
		}
	}

	async *#send(
		model: string,
		body: string,
		sending: Sending,
		timeout: AbortSignal,
	): AsyncGenerator<Uint8Array, RequestOutcome> {
		const { stream, maxSeconds = Number.POSITIVE_INFINITY } = sending;
		const id = this.#account.bare ? undefined : correlationId();
		const operation = stream ? "streamGenerateContent?alt=sse" : "generateContent";
		const response = await request(
			`${this.#account.baseUrl}/v1beta/models/${encodeURIComponent(this.#account.model ?? model)}:${operation}`,
			{
				method: "POST",
				headers: {
					...this.#headers,
					...(stream && { accept: eventType }),
					...(id !== undefined && { [correlationHeader]: id }),
				},
				body,
				signal: stream ? AbortSignal.any([timeout, stream]) : timeout,
				dispatcher: this.#agent,
			},
		);
		const headers = firstHeaders(response.headers);
		const status = response.statusCode;
		if (!isSuccess(status)) {
			const failure = classifyRefusal(await receiveAnswer(response), Date.now());
			return { status, size: 0, result: { ok: false, failure } };
		}
		const { "content-type": type = "no type" } = headers;
		if (stream && !type.toLowerCase().startsWith(eventType)) {
			await collectBody(response.body, errorBodyMaxBytes, true);
			const why = `an answer that is no stream of events (${type})`;
			return { status, size: 0, result: failed({ kind: "bad_response" }, "end", true, why) };
		}
		// Destroying a half-read body emits another error, which needs a listener.
		response.body.on("error", () => {});
		const maxBytes = Math.min(answerMaxBytes, restMaxBytes + Math.ceil(maxSeconds) * soundMaxBytes);
		const chunks: Uint8Array[] = [];
		let size = 0;
		for await (const chunk of unpacked(response.body, headers) as AsyncIterable<Uint8Array>) {
			size += chunk.length;
			if (size > maxBytes) throw new BodyTooLarge();
			if (!stream) chunks.push(chunk);
			yield chunk;
		}
		// A copy: a small buffer shares its memory with others.
		return { status, size, result: { ok: true, bytes: new Uint8Array(Buffer.concat(chunks)) } };
	}

	/**
	 * If `wanted`, keeps a connection open from now on, so that the next request needn't connect first; otherwise stops
	 * that. The requests that keep the connection open cost nothing: they name no model and carry no key. A `bare`
	 * account sends none.
	 */
	keepWarm(wanted: boolean): void {
		if (this.#account.bare || wanted === (this.#warming !== undefined)) return;
		clearInterval(this.#warming);
		this.#warming = wanted ? setInterval(() => this.#warm(), warmEveryMs).unref() : undefined;
		if (wanted) void this.#warm();
	}

	async #warm(): Promise<void> {
		try {
			const { body } = await request(`${this.#account.baseUrl}/`, {
				method: "HEAD",
				dispatcher: this.#agent,
				signal: AbortSignal.timeout(warmTimeoutMs),
			});
			await body.dump();
		} catch {
			// The next speech request shows what is wrong.
		}
	}

	/** Closes the connections. Requests in progress are cut off. */
	async close(): Promise<void> {
		this.keepWarm(false);
		await this.#agent.destroy();
	}
}
