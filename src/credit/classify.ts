import { type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";
import { limitedWaitMaxMs, readRetryAfter } from "@herald/common/wire/retry-hints.ts";
import { receivedTopup } from "@herald/common/wire/topup.ts";
import type { z } from "zod";
import type { TopupOutcome } from "./redemption.ts";

/**
 * The meaning of failure messages, in the languages that such services use. The first match counts: an expired token
 * must not pass for an expired code.
 */
const meanings = {
	unauthorized:
		/access[ _-]?token|api[ _-]?key|New-Api-User|无权|權限|权限不足|未登录|未登入|封禁|not logged in|unauthori[sz]ed|permission|banned/i,
	busy: /is processing|in progress|正在处理|处理中|處理中|処理中|wird bearbeitet|en cours|en proceso|обрабат/i,
	used: /已被使用|已使用|已兑换|使用済|already (?:been )?(?:used|redeemed)|(?:has|was) been (?:used|redeemed)|bereits|déjà|ya (?:ha sido |fue )?(?:usad|utilizad|canjead)|уже использован/i,
	expired: /过期|過期|期限切れ|expired|abgelaufen|expiré|caducad|vencid|истёк|истек/i,
	unknown_code:
		/无效的兑换码|無效的兌換碼|兑换码不存在|無効な|(?:invalid|unknown|no such) (?:redemption |redeem )?code|code (?:is invalid|not found|does not exist)|ungültig|invalide|no válido|inválid|недействител/i,
} as const;
type Meaning = keyof typeof meanings;

/** @returns what a failure message means; `rejected` for unknown ones */
const readMessage = (message: string): Meaning | "rejected" =>
	(Object.keys(meanings) as Meaning[]).find((meaning) => meanings[meaning].test(message)) ?? "rejected";

const unknown: TopupOutcome = { kind: "unknown", stillUnknown: false };

const judgeFailure = ({ message, code }: z.infer<typeof receivedTopup>): TopupOutcome => {
	if (code.startsWith("AUTH_")) return { kind: "unauthorized" };
	const meaning = readMessage(message);
	return meaning === "busy" || meaning === "unauthorized"
		? { kind: meaning }
		: { kind: "refused", reason: meaning };
};

/** A status whose body isn't in a known shape. */
const judgeStatus = (status: number): TopupOutcome => {
	// A web page may hide a service that did its work, or the address may not be a service at all.
	if (status < 300) return unknown;
	if (status === 400 || status === 409 || status === 422) return { kind: "refused", reason: "rejected" };
	return { kind: "unavailable", why: "not_served" };
};

/** Statuses after which the redemption may have happened: "see other", a proxy's timeouts (408, 499). */
const leavesOpen = (status: number): boolean =>
	status >= 500 || status === 408 || status === 499 || status === 303;

/** The window in which requests on the limited routes count; times in ms since the epoch, by one clock. */
export interface LimitedWindow {
	readonly now: number;
	/** When it has room again, as far as this bot's own requests go. */
	readonly end: number;
}

/**
 * Says what the answer to a topup means (docs/interface.md 4.2 and 7 show none). Status and shape decide before any
 * text; if the redemption may have happened, the result is always `redeemed` or `unknown`.
 *
 * @param answer - undefined when it was lost
 */
export const classifyTopup = (answer: ReceivedAnswer | undefined, window: LimitedWindow): TopupOutcome => {
	if (answer === undefined) return unknown;
	const { status, headers, body } = answer;
	if (status === 429) return { kind: "rate_limited", retryAt: findLimitEnd(headers, window) };
	if (status === 401 || status === 403) return { kind: "unauthorized" };
	if (leavesOpen(status)) return unknown;
	const parsed = receivedTopup.safeParse(readJson(body));
	if (!parsed.success) return judgeStatus(status);
	if (!parsed.data.success) return judgeFailure(parsed.data);
	if (status >= 300) return unknown;
	return { kind: "redeemed", units: readUnits(parsed.data.data) };
};

/** @returns when a service's limit is over, in ms since the epoch: as it says, or else when the window has room */
export const findLimitEnd = (headers: ReceivedAnswer["headers"], { now, end }: LimitedWindow): number => {
	const wait = readRetryAfter(headers["retry-after"], now);
	return wait === undefined ? end : now + Math.min(wait, limitedWaitMaxMs);
};
