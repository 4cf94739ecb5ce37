import { isDatabaseFault } from "@herald/common/wire/errors.ts";
import { type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";
import { limitedWaitMaxMs, readRetryAfter } from "@herald/common/wire/retry-hints.ts";
import { receivedTopup } from "@herald/common/wire/topup.ts";
import type { TopupOutcome } from "./redemption.ts";

/**
 * The meaning of failure messages, in the languages that gateways of the family have them in, and some others. The first
 * match counts: an expired token must not pass for an expired code.
 */
const meanings = {
	/** Redemption is off until somebody allows it: an untranslated message is its own key. */
	closed:
		/complian|合规|合規|conformidade|features? (?:is|are) (?:disabled|not enabled)|功能(?:已禁用|已停用|未启用|未啟用)/i,
	unauthorized:
		/access[ _-]?token|api[ _-]?key|New-Api-User|无权|無權|權限|权限不足|未登录|未登入|未授权|未授權|封禁|not logged in|unauthori[sz]ed|não autorizado|permission|banned|banido/i,
	/** The account's lock is held, so the code wasn't looked at. */
	busy: /top-?up is processing|充值处理中|充值處理中|チャージ処理中|recarga está em processamento|rechargement est en cours|пополнение обрабатывается|nạp tiền đang được xử lý/i,
	/** Whether that is this code isn't said. */
	processing:
		/is processing|in progress|正在处理|处理中|處理中|処理中|wird bearbeitet|en cours|en proceso|em processamento|обрабат/i,
	used: /已被使用|已使用|已兑换|使用済|既に使用|already (?:been )?(?:used|redeemed)|(?:has|was) been (?:used|redeemed)|bereits|déjà|já foi|ya (?:ha sido |fue )?(?:usad|utilizad|canjead)|уже (?:был )?использован|đã được sử dụng/i,
	expired: /过期|過期|期限(?:が)?切れ|expired|abgelaufen|expiré|expirou|caducad|vencid|истёк|истек|hết hạn/i,
	unknown_code:
		/无效的兑换码|無效的兌換碼|兑换码不存在|無効な|(?:invalid|unknown|no such) (?:redemption |redeem )?code|code (?:is invalid|not found|does not exist)|ungültig|invalide|no válido|inválid|недействител|недопустимый код|không hợp lệ/i,
} as const;
type Meaning = keyof typeof meanings;

/** What the operator can do about redemption that is closed. */
export const closedAdvice =
	"the gateway redeems no codes until its root user has confirmed the payment terms: System Settings, Payment Gateway, Confirm compliance (docs/new-api.md, step 7)";

/** @returns what a failure message means; undefined for unknown ones */
const readMessage = (message: string): Meaning | undefined =>
	(Object.keys(meanings) as Meaning[]).find((meaning) => meanings[meaning].test(message));

/** A body in no known shape. */
const nothing = { success: undefined, message: "", code: "", data: undefined };

const lost: TopupOutcome = { kind: "unknown", why: "lost" };
const unclear: TopupOutcome = { kind: "unknown", why: "unclear" };

/** Authentication comes before the code: with these, nothing was redeemed, whatever the status. */
const judgeAuthentication = (code: string): TopupOutcome =>
	code === "AUTH_INTERNAL_ERROR" ? { kind: "unavailable", why: "fault" } : { kind: "unauthorized" };

/** @returns the outcome that a refusal's words tell; undefined where they tell none */
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

/** A status whose body doesn't say more. */
const judgeStatus = (status: number): TopupOutcome => {
	// A web page may hide a service that did its work, or the address may not be a service at all.
	if (status < 300) return unclear;
	if (status === 401 || status === 403) return { kind: "unauthorized" };
	if (status === 400 || status === 409 || status === 410 || status === 422)
		return { kind: "refused", reason: "rejected" };
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

/** @returns when a service's limit is over, in ms since the epoch: as it says, or else when the window has room */
export const findLimitEnd = (headers: ReceivedAnswer["headers"], { now, end }: LimitedWindow): number => {
	const wait = readRetryAfter(headers["retry-after"], now);
	return wait === undefined ? end : now + Math.min(wait, limitedWaitMaxMs);
};
