import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
	acceptHeaders,
	connectTimeoutMs,
	correlationHeader,
	errorCodeOf,
	firstHeaders,
	isSuccess,
	type ReceivedAnswer,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import type { TopupRequest } from "@herald/common/wire/topup.ts";
import { Agent, request } from "undici";
import type { Account } from "../shared/account.ts";
import { correlationId } from "../shared/correlation.ts";

/** Connections tried for one topup: a retry only follows a connection that failed before anything was sent. */
const topupConnections = 3;

/**
 * Which account is topped up, and with which credentials: the speech key (docs/interface.md 5) unless the account has
 * its own token.
 */
export type CreditAccount = Pick<
	Account,
	"baseUrl" | "apiKey" | "bare" | "topupToken" | "topupUserId" | "identity" | "ownId"
>;

/** In ms. */
export const defaultTimeouts = {
	/** A topup is one transaction in the service; after this long its answer counts as lost. */
	topupMs: 30_000,
	/** A balance is only for display: not worth a long wait. */
	balanceMs: 8_000,
	connectMs: connectTimeoutMs,
	/** Between two connections for one topup. */
	backoffMs: 500,
	/** How long an outcome that couldn't be saved waits for its next try. */
	saveAgainMs: 2_000,
};
export type CreditTimeouts = Readonly<typeof defaultTimeouts>;

/** The result of a request: `left` is false only if nothing of it can have reached the service. */
export interface TopupAttempt {
	readonly left: boolean;
	readonly answer?: ReceivedAnswer;
	/** Why there is no answer. */
	readonly failure?: string;
}

interface ApiRequest {
	readonly account: CreditAccount;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly token: string;
	readonly body?: string;
	readonly timeoutMs: number;
}

/** The HTTP client of operation 2 (docs/interface.md 4.2) and of the balance beside it. */
export class CreditClient {
	readonly #timeouts: CreditTimeouts;
	readonly #agent: Agent;
	readonly #closed = new AbortController();

	constructor(timeouts: CreditTimeouts) {
		this.#timeouts = timeouts;
		this.#agent = new Agent({
			connect: { timeout: timeouts.connectMs },
			// A new connection per request: a kept-alive one may close while we write, and then it isn't known what arrived.
			pipelining: 0,
			allowH2: false,
		});
	}

	/**
	 * Redeems a code, once. Another connection is tried only if nothing was sent.
	 *
	 * @param signal - only heeded until the request is sent, and checked when its connection is made or fails: after
	 * that, losing the answer would help no one
	 */
	async topup(account: CreditAccount, code: string, signal: AbortSignal): Promise<TopupAttempt> {
		const { apiKey, topupToken = apiKey } = account;
		const topup: ApiRequest = {
			account,
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
			// It rejects when it is stopped.
			await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
			if (stopped.aborted) return sent;
		}
	}

	/** Requests a read-only path. */
	get(account: CreditAccount, path: string, token: string): Promise<TopupAttempt> {
		return this.#send(
			{ account, method: "GET", path, token, timeoutMs: this.#timeouts.balanceMs },
			this.#closed.signal,
		);
	}

	async #send(
		{ account: { baseUrl, bare, topupUserId }, method, path, token, body, timeoutMs }: ApiRequest,
		beforeLeaving: AbortSignal,
	): Promise<TopupAttempt> {
		const ended = new AbortController();
		const end = () => ended.abort();
		if (beforeLeaving.aborted) return { left: false, failure: "aborted" };
		beforeLeaving.addEventListener("abort", end);
		let left = body === undefined;
		// undici asks for the body only once it has a connection: if it fails earlier, nothing was sent.
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
					...acceptHeaders,
					[correlationHeader]: bare ? undefined : correlationId(),
					"new-api-user": topupUserId,
					...(bytes && { "content-type": "application/json", "content-length": String(bytes.byteLength) }),
				},
				body: bytes ? Readable.from(writeBody(bytes), { objectMode: false }) : null,
				signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]),
				dispatcher: this.#agent,
			});
			// For a status other than success, the body adds nothing.
			const answer = await receiveAnswer(response).catch((error: unknown): ReceivedAnswer => {
				if (isSuccess(response.statusCode)) throw error;
				return { status: response.statusCode, headers: firstHeaders(response.headers), body: "" };
			});
			return { left: true, answer };
		} catch (error) {
			return { left, failure: errorCodeOf(error) };
		} finally {
			beforeLeaving.removeEventListener("abort", end);
		}
	}

	/** Stops at once: answers to requests already sent are lost. */
	async close(): Promise<void> {
		this.#closed.abort();
		await this.#agent.destroy();
	}
}
