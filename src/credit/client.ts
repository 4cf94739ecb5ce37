import { addAbortListener } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { TopupRequest } from "@herald/common/wire/credit.ts";
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
import { Agent, request } from "undici";
import type { Account } from "../shared/account.ts";
import { correlationId } from "../shared/correlation.ts";

/** The most connection attempts of a topup. Another attempt is only made if nothing was sent. */
const topupConnections = 3;

/** An account with the credentials of its topups: the topup token, or else the speech key (docs/interface.md 5). */
export type CreditAccount = Pick<
	Account,
	"baseUrl" | "apiKey" | "bare" | "topupToken" | "topupUserId" | "identity" | "ownId"
>;

/** The timeouts and pauses of topups and of requests for balances, in ms. */
export const defaultTimeouts = {
	/** How long to wait for a topup's answer before it counts as lost. A topup is one database transaction. */
	topupMs: 30_000,
	/**
	 * How long to wait for a balance, from the service or from another process that is asking. A balance is only
	 * displayed, so it isn't worth a long wait.
	 */
	balanceMs: 8_000,
	connectMs: connectTimeoutMs,
	/** The average wait before the second connection attempt; doubles with each attempt. */
	backoffMs: 500,
	/** The wait before saving an outcome is tried again. */
	saveAgainMs: 2_000,
};

/** The result of a request. `left` is false only if no byte of a topup can have reached the service. */
export interface TopupAttempt {
	readonly left: boolean;
	readonly answer?: ReceivedAnswer;
	/** Why there is no answer: an error code. */
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

export type CreditClient = ReturnType<typeof openCreditClient>;

/** The HTTP client for topups (docs/interface.md 4.2) and balances. */
export const openCreditClient = (timeouts: typeof defaultTimeouts) => {
	const agent = new Agent({
		connect: { timeout: timeouts.connectMs },
		// A kept-alive connection may close during a write, and then it's unknown whether the request arrived.
		pipelining: 0,
		allowH2: false,
	});

	const send = async (
		{ account: { baseUrl, bare, topupUserId }, method, path, token, body, timeoutMs }: ApiRequest,
		beforeLeaving?: AbortSignal,
	): Promise<TopupAttempt> => {
		if (beforeLeaving?.aborted) return { left: false, failure: "aborted" };
		const ended = new AbortController();
		using leaving = beforeLeaving && addAbortListener(beforeLeaving, () => ended.abort());
		let left = false;
		// undici reads the body only once it has a connection: if the request fails before that, nothing was sent.
		const writeBody = async function* (bytes: Buffer) {
			left = true;
			leaving?.[Symbol.dispose]();
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
				dispatcher: agent,
			});
			// A failure's status is enough without its body.
			const answer = await receiveAnswer(response).catch((error: unknown): ReceivedAnswer => {
				if (isSuccess(response.statusCode)) throw error;
				return { status: response.statusCode, headers: firstHeaders(response.headers), body: "" };
			});
			return { left: true, answer };
		} catch (error) {
			return { left, failure: errorCodeOf(error) };
		}
	};

	return {
		/**
		 * Redeems a code once. Tries another connection only if nothing was sent.
		 *
		 * @param signal - cancels the topup unless its request was already sent. A sent request's answer is awaited, since
		 * losing it would help no one
		 */
		topup: async (account: CreditAccount, code: string, signal: AbortSignal): Promise<TopupAttempt> => {
			const { apiKey, topupToken: token = apiKey } = account;
			const { topupMs: timeoutMs } = timeouts;
			const body = JSON.stringify({ key: code } satisfies TopupRequest);
			const topup = { account, method: "POST", path: "/api/user/topup", token, body, timeoutMs } as const;
			for (let tried = 1; ; tried += 1) {
				const sent = await send(topup, signal);
				if (sent.left || tried === topupConnections) return sent;
				const waitMs = Math.random() * timeouts.backoffMs * 2 ** tried;
				// Rejects if the topup is cancelled.
				await sleep(waitMs, undefined, { signal }).catch(() => {});
				if (signal.aborted) return sent;
			}
		},

		get: (account: CreditAccount, path: string, token: string) =>
			send({ account, method: "GET", path, token, timeoutMs: timeouts.balanceMs }),

		/** Closes at once. The caller cancels the topups first; answers to other requests under way are lost. */
		close: () => agent.destroy(),
	};
};
