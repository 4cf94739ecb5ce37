import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import {
	collectBody,
	connectTimeoutMs,
	errorBodyMaxBytes,
	errorCodeOf,
	firstHeaders,
	type ReceivedAnswer,
} from "../wire/http.ts";
import type { TopupRequest } from "../wire/topup.ts";

/** A topup is one transaction on the other side; after this long its answer counts as lost. */
const topupTimeoutMs = 30_000;
/** Connections tried for one topup: only one that failed before anything was sent is followed by another. */
const topupConnections = 3;
/** Between two of those connections. */
const topupBackoffMs = 500;
/** A balance is only shown: nobody waits long for it. */
const balanceTimeoutMs = 8_000;

/** Which account is topped up, and as whom: the speech key (docs/interface.md 5) unless the account has a token of its own. */
export interface CreditAccount {
	/** Without a trailing slash; the paths of docs/interface.md 4 follow it. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** The account's own access token, for gateways whose topup takes no speech key. */
	readonly topupToken?: string;
	/** Sent as New-Api-User: some gateways want it beside the token. */
	readonly topupUserId?: string;
}

/** In ms. */
export interface CreditTimeouts {
	readonly topupMs: number;
	readonly balanceMs: number;
	readonly connectMs: number;
	readonly backoffMs: number;
}

export const defaultTimeouts: CreditTimeouts = {
	topupMs: topupTimeoutMs,
	balanceMs: balanceTimeoutMs,
	connectMs: connectTimeoutMs,
	backoffMs: topupBackoffMs,
};

/** What became of a request: `left` is false only when nothing of it can have reached the service. */
export type Sent =
	| { readonly left: false; readonly failure: string }
	| {
			readonly left: true;
			readonly answer: ReceivedAnswer | undefined;
			readonly failure: string | undefined;
	  };

interface ApiRequest {
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly token: string;
	readonly body?: string;
	readonly timeoutMs: number;
}

/** The HTTP client of operation 2 (docs/interface.md 4.2) and of the balance beside it. */
export class CreditClient {
	readonly #account: CreditAccount;
	readonly #timeouts: CreditTimeouts;
	readonly #agent: Agent;
	readonly #closed = new AbortController();

	constructor(account: CreditAccount, timeouts: CreditTimeouts) {
		this.#account = account;
		this.#timeouts = timeouts;
		this.#agent = new Agent({
			connect: { timeout: timeouts.connectMs },
			// A connection for each request: a kept one may close at the very moment of writing, and nobody knows what arrived.
			pipelining: 0,
			allowH2: false,
		});
	}

	/**
	 * Redeems a code: once. Only while nothing has left is another connection tried.
	 *
	 * @param signal - heeded until the request leaves, and noticed when its connection is made or given up: from then on
	 * a lost answer would help nobody
	 */
	async topup(code: string, signal: AbortSignal): Promise<Sent> {
		const { apiKey, topupToken = apiKey } = this.#account;
		const topup: ApiRequest = {
			method: "POST",
			path: "/api/user/topup",
			token: topupToken,
			body: JSON.stringify({ key: code } satisfies TopupRequest),
			timeoutMs: this.#timeouts.topupMs,
		};
		const stopped = AbortSignal.any([signal, this.#closed.signal]);
		for (let tried = 1; ; tried += 1) {
			const sent = await this.#send(topup, stopped);
			if (sent.left || tried === topupConnections || stopped.aborted) return sent;
			const waitMs = Math.random() * this.#timeouts.backoffMs * 2 ** tried;
			await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
			if (stopped.aborted) return sent;
		}
	}

	/** Asks for a path that only shows something. */
	get(path: string, token: string): Promise<Sent> {
		return this.#send(
			{ method: "GET", path, token, timeoutMs: this.#timeouts.balanceMs },
			this.#closed.signal,
		);
	}

	async #send(
		{ method, path, token, body, timeoutMs }: ApiRequest,
		beforeLeaving: AbortSignal,
	): Promise<Sent> {
		const { baseUrl, topupUserId } = this.#account;
		const ended = new AbortController();
		const end = () => ended.abort();
		if (beforeLeaving.aborted) return { left: false, failure: "aborted" };
		beforeLeaving.addEventListener("abort", end);
		let left = body === undefined;
		// undici asks for a body only once it has a connection to write to: what fails before, has not left.
		const writeBody = async function* (bytes: Buffer) {
			left = true;
			beforeLeaving.removeEventListener("abort", end);
			yield bytes;
		};
		const bytes = body === undefined ? undefined : Buffer.from(body);
		try {
			const response = await request(`${baseUrl}${path}`, {
				method,
				headers: {
					authorization: `Bearer ${token}`,
					accept: "application/json",
					...(topupUserId === undefined ? {} : { "new-api-user": topupUserId }),
					...(bytes && { "content-type": "application/json", "content-length": String(bytes.byteLength) }),
				},
				body: bytes ? Readable.from(writeBody(bytes), { objectMode: false }) : null,
				signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]),
				dispatcher: this.#agent,
			});
			const { statusCode: status, headers } = response;
			// A status other than success says what it has to say without its body.
			const text = await collectBody(response.body, errorBodyMaxBytes, true).catch((error: unknown) => {
				if (status < 300) throw error;
				return new Uint8Array();
			});
			const answer = { status, headers: firstHeaders(headers), body: Buffer.from(text).toString("utf8") };
			return { left: true, answer, failure: undefined };
		} catch (error) {
			return left
				? { left, answer: undefined, failure: errorCodeOf(error) }
				: { left, failure: errorCodeOf(error) };
		} finally {
			beforeLeaving.removeEventListener("abort", end);
		}
	}

	/** Ends at once: what has left and not been answered is lost. */
	async close(): Promise<void> {
		this.#closed.abort();
		await this.#agent.destroy();
	}
}
