import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
	receivedAccountBalance,
	receivedKeyBalance,
	receivedTopup,
	type TopupRequest,
} from "@herald/common/wire/credit.ts";
import { isDatabaseFault, limitedWaitMaxMs, readRetryAfter } from "@herald/common/wire/errors.ts";
import {
	acceptHeaders,
	connectTimeoutMs,
	correlationHeader,
	errorCodeOf,
	firstHeaders,
	isSuccess,
	type ReceivedAnswer,
	readJson,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";
import { Agent, request } from "undici";
import type { Account } from "../shared/account.ts";
import { correlationId } from "../shared/correlation.ts";
import type { TopupOutcome } from "./redemption.ts";

/** The most connection attempts of a topup. Another attempt is only made if nothing was sent. */
const topupConnections = 3;

/** An account with the credentials of its topups: its own token, or else the speech key (docs/interface.md 5). */
export type CreditAccount = Pick<
	Account,
	"baseUrl" | "apiKey" | "bare" | "topupToken" | "topupUserId" | "identity" | "ownId"
>;

/** The timeouts and pauses of topups and of requests for balances, in ms. */
export const defaultTimeouts = {
	/** How long to wait for a topup's answer before it counts as lost. A topup is one database transaction. */
	topupMs: 30_000,
	/** A balance is only displayed, so it isn't worth a long wait. */
	balanceMs: 8_000,
	connectMs: connectTimeoutMs,
	/** The average wait before the second connection attempt; doubles with each attempt. */
	backoffMs: 500,
	/** The wait before saving an outcome is tried again. */
	saveAgainMs: 2_000,
};
export type CreditTimeouts = Readonly<typeof defaultTimeouts>;

/** The result of a request. `left` is false only if no byte of it can have reached the service. */
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

/** The HTTP client for topups (docs/interface.md 4.2) and balances. */
export class CreditClient {
	readonly #timeouts: CreditTimeouts;
	readonly #agent: Agent;
	readonly #closed = new AbortController();

	constructor(timeouts: CreditTimeouts) {
		this.#timeouts = timeouts;
		this.#agent = new Agent({
			connect: { timeout: timeouts.connectMs },
			// A kept-alive connection may close during a write, and then it's unknown whether the request arrived.
			pipelining: 0,
			allowH2: false,
		});
	}

	/**
	 * Redeems a code once. Tries another connection only if nothing was sent.
	 *
	 * @param signal - cancels the topup unless its request was already sent. A sent request's answer is awaited, since
	 * losing it would help no one
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
			// Rejects if the topup is cancelled.
			await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
			if (stopped.aborted) return sent;
		}
	}

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
		// undici reads the body only once it has a connection: if the request fails before that, nothing was sent.
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
			// A failure's status is enough without its body.
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

	/** Closes at once. Answers to requests under way are lost. */
	async close(): Promise<void> {
		this.#closed.abort();
		await this.#agent.destroy();
	}
}

/**
 * Patterns of failure messages, in the languages of New API gateways and some others.
 * The first match counts: an expired token must not be taken for an expired code.
 */
const meanings = {
	/** The gateway's operator hasn't enabled redemption. An untranslated message is its own key. */
	closed:
		/complian|合规|合規|conformidade|features? (?:is|are) (?:disabled|not enabled)|功能(?:已禁用|已停用|未启用|未啟用)/i,
	unauthorized:
		/access[ _-]?token|api[ _-]?key|New-Api-User|无权|無權|權限|权限不足|未登录|未登入|未授权|未授權|封禁|not logged in|unauthori[sz]ed|não autorizado|permission|banned|banido/i,
	/** The account is locked by another topup, so the code wasn't examined. */
	busy: /top-?up is processing|充值处理中|充值處理中|チャージ処理中|recarga está em processamento|rechargement est en cours|пополнение обрабатывается|nạp tiền đang được xử lý/i,
	/** Something is in progress; it may or may not be this code. */
	processing:
		/is processing|in progress|正在处理|处理中|處理中|処理中|wird bearbeitet|en cours|en proceso|em processamento|обрабат/i,
	used: /已被使用|已使用|已兑换|使用済|既に使用|already (?:been )?(?:used|redeemed)|(?:has|was) been (?:used|redeemed)|bereits|déjà|já foi|ya (?:ha sido |fue )?(?:usad|utilizad|canjead)|уже (?:был )?использован|đã được sử dụng/i,
	expired: /过期|過期|期限(?:が)?切れ|expired|abgelaufen|expiré|expirou|caducad|vencid|истёк|истек|hết hạn/i,
	unknown_code:
		/无效的兑换码|無效的兌換碼|兑换码不存在|無効な|(?:invalid|unknown|no such) (?:redemption |redeem )?code|code (?:is invalid|not found|does not exist)|ungültig|invalide|no válido|inválid|недействител|недопустимый код|không hợp lệ/i,
} as const;
type Meaning = keyof typeof meanings;

/** Tells the operator how to enable redemption. */
export const closedAdvice =
	"the gateway redeems no codes until its root user has confirmed the payment terms: System Settings, Payment Gateway, Confirm compliance (docs/new-api.md, step 7)";

/** @returns a failure message's meaning; undefined if unknown */
const readMessage = (message: string): Meaning | undefined =>
	(Object.keys(meanings) as Meaning[]).find((meaning) => meanings[meaning].test(message));

/** The body of an answer in no known format. */
const nothing = { success: undefined, message: "", code: "", data: undefined };

const lost: TopupOutcome = { kind: "unknown", why: "lost" };
const unclear: TopupOutcome = { kind: "unknown", why: "unclear" };

/**
 * A service checks the credentials before it redeems a code: if the error code is about credentials, nothing was
 * redeemed, whatever the status.
 */
const judgeAuthentication = (code: string): TopupOutcome =>
	code === "AUTH_INTERNAL_ERROR" ? { kind: "unavailable", why: "fault" } : { kind: "unauthorized" };

/** @returns the outcome that a message tells; undefined if unknown */
const judgeWords = (message: string): TopupOutcome | undefined => {
	if (isDatabaseFault(message)) return { kind: "unavailable", why: "fault" };
	const meaning = readMessage(message);
	switch (meaning) {
		case undefined:
			return undefined;
		case "closed":
			return { kind: "unavailable", why: meaning };
		case "busy":
		case "unauthorized":
			return { kind: meaning };
		case "processing":
			return unclear;
		default:
			return { kind: "refused", reason: meaning };
	}
};

/** Judges by the status alone, if the body is no help. */
const judgeStatus = (status: number): TopupOutcome => {
	// A success without readable JSON is probably a web page: either a proxy hides the service's answer, or the address
	// isn't a service's.
	if (status < 300) return unclear;
	if (status === 401 || status === 403) return { kind: "unauthorized" };
	if (status === 400 || status === 409 || status === 410 || status === 422)
		return { kind: "refused", reason: "rejected" };
	return { kind: "unavailable", why: "not_served" };
};

/**
 * Whether the redemption may have happened despite this status: a fault of the server, "see other", or a proxy's
 * timeout (408, 499).
 */
const leavesOpen = (status: number): boolean =>
	status >= 500 || status === 408 || status === 499 || status === 303;

/** The window of the rate limit for topups and keys' balances. Times in ms since the epoch, by one clock. */
export interface LimitedWindow {
	readonly now: number;
	/** When this bot's own requests leave room again. */
	readonly end: number;
}

/**
 * Classifies the answer to a topup. docs/interface.md 4.2 and 7
 * define no error format, so status and shape decide before any text.
 * If the redemption may have happened, the result is always `redeemed` or `unknown`.
 *
 * @param answer - undefined if it was lost
 */
export const classifyTopup = (answer: ReceivedAnswer | undefined, window: LimitedWindow): TopupOutcome => {
	if (answer === undefined) return lost;
	const { status, headers, body } = answer;
	const { success, message, code, data } = receivedTopup.safeParse(readJson(body)).data ?? nothing;
	if (code.startsWith("AUTH_") && success !== true) return judgeAuthentication(code);
	if (status === 429) return { kind: "rate_limited", retryAt: findLimitEnd(headers, window) };
	if (leavesOpen(status)) return lost;
	if (success === true) return status < 300 ? { kind: "redeemed", units: readUnits(data) } : unclear;
	if (success === false) return judgeWords(message) ?? { kind: "refused", reason: "rejected" };
	return (status >= 400 && judgeWords(message)) || judgeStatus(status);
};

/** @returns when a rate limit ends, in ms since the epoch: as the service says, else at the window's end */
export const findLimitEnd = (headers: ReceivedAnswer["headers"], { now, end }: LimitedWindow): number => {
	const wait = readRetryAfter(headers["retry-after"], now);
	return wait === undefined ? end : now + Math.min(wait, limitedWaitMaxMs);
};

/** The balance of an account, or only of its speech key. A redemption doesn't change the key's. */
export interface Balance {
	readonly of: "account" | "key";
	/** In quota units; negative if overdrawn, undefined if unlimited or in `trouble`. */
	readonly units?: number;
	readonly unlimited?: boolean;
	/** The service `refused` the token or user id, or had a `fault`. */
	readonly trouble?: "refused" | "fault";
}

/**
 * @returns why an answer shows no balance: `refused` or `fault`, otherwise undefined. Older gateways refuse a token
 * with status 200
 */
const findTrouble = ({ status, body }: ReceivedAnswer): Balance["trouble"] => {
	const { success, code = "", message = "" } = receivedTopup.safeParse(readJson(body)).data ?? {};
	if (code.startsWith("AUTH_")) return code === "AUTH_INTERNAL_ERROR" ? "fault" : "refused";
	if (status >= 500 || isDatabaseFault(message)) return "fault";
	return status === 401 || status === 403 || success === false ? "refused" : undefined;
};

/** @returns an answer's balance, or the trouble; undefined if it shows no balance */
export const readBalance = (answer: ReceivedAnswer, of: Balance["of"]): Balance | undefined => {
	const trouble = findTrouble(answer);
	if (trouble) return { of, trouble };
	if (!isSuccess(answer.status)) return undefined;
	const json = readJson(answer.body);
	if (of === "account") {
		const units = readUnits(receivedAccountBalance.safeParse(json).data?.data.quota, Number.MIN_SAFE_INTEGER);
		return units === undefined ? undefined : { of, units };
	}
	const balance = receivedKeyBalance.safeParse(json).data?.data;
	if (balance?.unlimited_quota) return { of, unlimited: true };
	const units = readUnits(balance?.total_available, Number.MIN_SAFE_INTEGER);
	return units === undefined ? undefined : { of, units };
};
