import { receivedTopup } from "@herald/common/wire/credit.ts";
import { isDatabaseFault } from "@herald/common/wire/errors.ts";
import { type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";

/** Why a service refused a code. `rejected` if it gives no reason, as newer services deliberately don't. */
export type RefusalReason = "used" | "unknown_code" | "expired" | "rejected";

/**
 * Why it's unknown whether a code was redeemed: the answer was lost (`lost`) or doesn't tell (`unclear`); or the code
 * is refused now, but an earlier answer was lost and may have been a success (`lost_before`).
 */
export type Uncertainty = "lost" | "unclear" | "lost_before";

/**
 * Why nothing was redeemed: the service couldn't be reached (`unreachable`), its address serves no redemption
 * (`not_served`), its operator hasn't enabled redemption (`closed`), or it has a fault (`fault`).
 */
type Unavailability = "unreachable" | "not_served" | "closed" | "fault";

/**
 * Whose limit makes a member wait: their own (`member`), the one for guessing (`refusals`), the guild's (`guild`), or
 * the one that all members share, because the service limits requests per address (`service`). `service` also if the
 * account's other codes take too long.
 */
export type PaceReason = "member" | "refusals" | "guild" | "service";

interface EarlierTries {
	/**
	 * What earlier requests with the same code say: the code was redeemed, or may have been, since an answer was lost
	 * (`lost`) or didn't tell (`unclear`).
	 */
	readonly earlier?: "redeemed" | "lost" | "unclear";
}

/** Whether the account was a connected one. */
interface AccountKind {
	readonly isOwn?: boolean;
}

/**
 * The meaning of the service's answer. Times are in ms since the epoch, amounts in quota units (usually 500,000 per
 * USD).
 */
export type TopupOutcome =
	| ({ readonly kind: "redeemed"; readonly units?: number | undefined } & AccountKind)
	| ({ readonly kind: "refused"; readonly reason: RefusalReason } & EarlierTries)
	/** Another topup of the account is under way. This one did nothing. */
	| ({ readonly kind: "busy" } & EarlierTries)
	/** The service doesn't accept the credentials. The account's owner has to fix that. */
	| ({ readonly kind: "unauthorized" } & EarlierTries & AccountKind)
	| ({ readonly kind: "rate_limited"; readonly retryAt: number } & EarlierTries)
	| ({ readonly kind: "unavailable"; readonly why: Unavailability } & EarlierTries)
	/** The code may or may not have been redeemed. */
	| { readonly kind: "unknown"; readonly why: Uncertainty };

/**
 * The outcome of redeeming a code. With `mistyped`, `in_progress` and `too_fast`, this attempt redeemed nothing: no
 * request was sent, or the gateway was busy.
 */
export type Redemption =
	| TopupOutcome
	/** Empty or too long; for the embedded service also a code in its format with a wrong check symbol. */
	| { readonly kind: "mistyped" }
	/** The same code is already being redeemed. */
	| { readonly kind: "in_progress" }
	| { readonly kind: "too_fast"; readonly retryAt: number; readonly why: PaceReason };

/**
 * Patterns of failure messages, in the languages of New API gateways and some others. The first match counts: an
 * expired token must not be taken for an expired code.
 */
const meanings = {
	/**
	 * The gateway's operator hasn't enabled redemption. Without a translation, a gateway sends the message's key instead.
	 */
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

export const closedAdvice =
	"the gateway redeems no codes until its root user has confirmed the payment terms: System Settings, Payment Gateway, Confirm compliance (docs/new-api.md, step 7)";

/** @returns what a topup's answer says; nothing if it is in no known format */
export const readTopup = (body: string) =>
	receivedTopup.safeParse(readJson(body)).data ?? {
		success: undefined,
		message: "",
		code: "",
		data: undefined,
	};

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
	const meaning = (Object.keys(meanings) as Meaning[]).find((each) => meanings[each].test(message));
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
const leavesOpen = (status: number) => status >= 500 || status === 408 || status === 499 || status === 303;

/**
 * Classifies the answer to a topup. docs/interface.md 4.2 and 7 define no error format, so status and shape decide
 * before any text. If the redemption may have happened, the result is always `redeemed` or `unknown`.
 *
 * @param answer - undefined if it was lost
 */
export const classifyTopup = (answer: ReceivedAnswer | undefined): TopupOutcome | "rate_limited" => {
	if (answer === undefined) return lost;
	const { status, body } = answer;
	const { success, message, code, data } = readTopup(body);
	if (code.startsWith("AUTH_") && success !== true) return judgeAuthentication(code);
	if (status === 429) return "rate_limited";
	if (leavesOpen(status)) return lost;
	if (success === true) return status < 300 ? { kind: "redeemed", units: readUnits(data) } : unclear;
	if (success === false) return judgeWords(message) ?? { kind: "refused", reason: "rejected" };
	return (status >= 400 && judgeWords(message)) || judgeStatus(status);
};
