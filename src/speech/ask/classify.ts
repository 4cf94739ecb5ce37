import {
	type ErrorBody,
	isDatabaseFault,
	limitedWaitMaxMs,
	readError,
	readRetryAfter,
	readRetryDelay,
	readTextHint,
	unspokenLanguage,
} from "@herald/common/wire/errors.ts";
import { type ReceivedAnswer, requestIdHeader } from "@herald/common/wire/http.ts";
import { dialectOf } from "@herald/common/wire/models.ts";
import type { ProblemDetail } from "../../shared/problem.ts";
import { dayOf, endOfDay } from "../../shared/utc-day.ts";
import type { SilentReading } from "../clips/clip-reading.ts";

/** What follows a failed attempt. */
export type Next =
	/** The same model is asked after a wait, and another model once the tries on this one are used up. */
	| "again"
	/** The same model is asked after a wait, and no other. */
	| "again_same_model"
	/** The same model is asked at once, without an extra that it may have refused. */
	| "otherwise"
	/** The same model is asked at once, but only once. */
	| "once_more"
	/** The same model is asked at once, insisting that the text is read. */
	| "firmly"
	/** The answer had no sound, and `afterSilence` in line-state.ts decides. */
	| "silent"
	| "other_model"
	/** No model is asked for this text again. */
	| "end";

/**
 * A part of a request that a service may refuse, which is then left out: the field `store`, the language, the style, or
 * one of the ways to name the voice.
 */
export type Extra = "store" | "language" | "style" | "voice";

/** Why a service refuses a key: the key's own limit is used up (`exhausted`), or the key is invalid (`refused`). */
export type KeyState = "exhausted" | "refused";

export interface AttemptFailure {
	readonly detail: ProblemDetail;
	readonly next: Next;
	readonly waitMs?: number;
	/** Whether the attempt may have been charged. */
	readonly billed: boolean;
	/** How much sound was made at least, in ms; undefined if that isn't known. */
	readonly madeMs?: number | undefined;
	/**
	 * One sentence for the operator's log, with status, type and code. It never quotes the service, which may echo a text
	 * or key.
	 */
	readonly message: string;
	/** The extra that the refusal's message is about; undefined if it names none. */
	readonly about?: Extra | undefined;
	readonly requestId?: string;
	/** Whether the refusal is from a gateway, which has already retried by itself. */
	readonly byGateway?: boolean;
}

type Judgement = Pick<AttemptFailure, "detail" | "next">;

const verdict = (detail: ProblemDetail, next: Next): Judgement => ({ detail, next });

const dailyQuota = /per[\s_-]?day|daily/i;
const triedToGenerateText = /tried to generate text/i;
/** How Google names an invalid key in a 400. */
const refusedKey = /api[ _]key[ _](?:not valid|invalid|expired)/i;
/** How Google refuses callers from some countries, in a 400. */
const refusedPlace = /user location is not supported/i;
/** How gateways named a used-up key until April 2026. Later versions call it invalid. */
const usedUpKey = /TokenStatusExhausted|令牌额度已用尽|令牌額度已用盡|token quota is exhausted/i;
/**
 * How gateways say that a subscription is used up or missing. The code of these messages is the same as for an account
 * without credit.
 */
const usedUpSubscription =
	/订阅额度|訂閱額度|subscription quota|no active subscription|subscription (?:is )?insufficient/i;
/**
 * How long to wait after a rate limit if the service doesn't say, in ms. New API gateways count requests per minute.
 */
const defaultRateLimitMs = 60_000;

/** What the message of a refusal is about. The first match counts. */
const subjects: readonly (readonly [Extra, RegExp])[] = [
	["store", /\bstore\b/i],
	["style", /speech_?metadata|\bstyle\b/i],
	["language", /language/i],
	["voice", /voice/i],
];

/** Codes that mean the same with any status: gateways disagree about 400 and 500. */
const byCode: ReadonlyMap<string, Judgement> = new Map([
	["insufficient_user_quota", verdict({ kind: "out_of_credit" }, "end")],
	["pre_consume_token_quota_failed", verdict({ kind: "key_exhausted" }, "end")],
	["model_not_found", verdict({ kind: "model_unavailable" }, "other_model")],
	["model_price_error", verdict({ kind: "model_unavailable" }, "other_model")],
	["invalid_request", verdict({ kind: "bad_request" }, "otherwise")],
	["read_request_body_failed", verdict({ kind: "too_long" }, "end")],
	["sensitive_words_detected", verdict({ kind: "blocked", reason: "sensitive_words_detected" }, "end")],
	[unspokenLanguage, verdict({ kind: "unread_script", spoken: [] }, "end")],
	["access_denied", verdict({ kind: "forbidden" }, "end")],
	["do_request_failed", verdict({ kind: "upstream" }, "again")],
	["bad_response_body", verdict({ kind: "upstream" }, "again")],
]);

export const usedUpKeyAdvice =
	"the key's own limit is used up; raise it at the gateway, because codes credit the account and not the key";
const subscriptionAdvice =
	"the account's subscription is used up, or it has none; renew it at the gateway, because codes fill the account's balance";

/** Advice to the operator by code, for the end of the log message. */
const adviceByCode: ReadonlyMap<string, string> = new Map([
	["pre_consume_token_quota_failed", usedUpKeyAdvice],
	[
		"model_price_error",
		"the gateway has no price for this model; set one there, or take it out of SPEECH_MODELS",
	],
]);

const passedOnKind = "bad_response_status_code";

/**
 * Whether a gateway passes on what its upstream said. A gateway ends each of its messages with the ID of its own
 * answer. A message with another ID was written by a second gateway, the upstream of the first one. There may be no
 * other sign of that.
 */
const isPassedOn = ({ type, code, message }: ErrorBody, requestId: string | undefined): boolean => {
	if (type === "upstream_error" || type === passedOnKind || code === passedOnKind) return true;
	const ids = [...message.matchAll(/\(request id: ([^)]+)\)/g)].map(([, id]) => id);
	return ids.length > 1 || (requestId !== undefined && ids.some((id) => id !== requestId));
};

const passesOn = (refusal: ReceivedAnswer, body: ErrorBody | undefined): body is ErrorBody =>
	body !== undefined && isPassedOn(body, refusal.headers[requestIdHeader]);

/** Whether the upstream refused the gateway's own key or account, which only the gateway's operator can settle. */
const isBetweenOthers = (status: number, { message }: ErrorBody): boolean =>
	status === 401 ||
	status === 402 ||
	status === 403 ||
	(status === 400 && (refusedKey.test(message) || refusedPlace.test(message)));

const isUsedUpSubscription = ({ code, message }: ErrorBody): boolean =>
	code === "insufficient_user_quota" && usedUpSubscription.test(message);

/** @returns the status of the upstream's answer if the gateway passed it on, else the gateway's own */
const originOf = (refusal: ReceivedAnswer, body: ErrorBody | undefined): number =>
	passesOn(refusal, body) && /^\d{3}$/.test(body.code) ? Number(body.code) : refusal.status;

const judgeRateLimit = (
	body: ErrorBody | undefined,
	passedOn: boolean,
	waitMs: number | undefined,
	now: number,
): Judgement => {
	const daily =
		body !== undefined && (dailyQuota.test(body.message) || dailyQuota.test(JSON.stringify(body.details)));
	// Google counts the requests of each model, so another model may help. Gateways and proxies count the requests of an
	// account or address, for all models.
	if (!daily)
		return verdict(
			{ kind: "rate_limited", retryAt: now + (waitMs ?? defaultRateLimitMs), daily },
			passedOn || (body && body.status !== "") ? "again" : "again_same_model",
		);
	// If the daily limit is reached, a hint of some seconds is about the per-minute limit. The wait lasts until the day
	// ends, or longer if the hint says so.
	const retryAt = Math.max(now + (waitMs ?? 0), endOfDay(dayOf(now)));
	return verdict({ kind: "rate_limited", retryAt, daily }, "end");
};

const judgeNotFound = (body: ErrorBody | undefined): Judgement =>
	// Google answers NOT_FOUND for a model; a gateway answers "Invalid URL" for a path that it doesn't serve.
	body?.status === "NOT_FOUND" || /\bmodels?\b/i.test(body?.message ?? "")
		? verdict({ kind: "model_unavailable" }, "other_model")
		: verdict({ kind: "bad_response" }, "end");

const judgeKey = (message: string): Judgement => {
	if (isDatabaseFault(message)) return verdict({ kind: "upstream" }, "again");
	return verdict({ kind: usedUpKey.test(message) ? "key_exhausted" : "unauthorized" }, "end");
};

const judgeStatus = (status: number, body: ErrorBody | undefined): Judgement => {
	if (status >= 300 && status < 400) return verdict({ kind: "bad_response" }, "end");
	if (status === 404) return judgeNotFound(body);
	if (status === 408) return verdict({ kind: "timeout" }, "again");
	if (status === 413) return verdict({ kind: "too_long" }, "end");
	if (status === 400 && triedToGenerateText.test(body?.message ?? ""))
		return verdict({ kind: "no_audio", finishReason: "text" }, "firmly");
	if (status === 401) return judgeKey(body?.message ?? "");
	if (status === 402) return verdict({ kind: "out_of_credit" }, "end");
	if (status === 403) return verdict({ kind: "forbidden" }, "end");
	if (status === 400 && refusedKey.test(body?.message ?? "")) return verdict({ kind: "unauthorized" }, "end");
	if (status === 400 && refusedPlace.test(body?.message ?? "")) return verdict({ kind: "forbidden" }, "end");
	if (status < 500) return verdict({ kind: "bad_request" }, "otherwise");
	if (status === 501) return verdict({ kind: "model_unavailable" }, "other_model");
	return verdict({ kind: "upstream" }, "again");
};

const judge = (
	refusal: ReceivedAnswer,
	body: ErrorBody | undefined,
	waitMs: number | undefined,
	now: number,
): Judgement => {
	const passedOn = passesOn(refusal, body);
	const status = originOf(refusal, body);
	// The gateway's account was refused, not the caller's, so the advice isn't to check a key or to redeem a code.
	if (passedOn && isBetweenOthers(status, body)) return verdict({ kind: "upstream" }, "other_model");
	if (status === 429) return judgeRateLimit(body, passedOn, waitMs, now);
	if (body && isUsedUpSubscription(body)) return verdict({ kind: "subscription_exhausted" }, "end");
	const known = body && (byCode.get(body.code) ?? byCode.get(body.type));
	if (known) return known;
	// The gateway serves this path and its upstream doesn't. So the gateway's upstream address is wrong, not Herald's.
	if (passedOn && status === 404) return verdict({ kind: "model_unavailable" }, "other_model");
	return judgeStatus(status, body);
};

/**
 * Says what a refusal of `generateContent` means, in the forms of Google and of New API gateways (docs/interface.md
 * 11). `waitMs` is the longest wait that the service asked for in a header, in details or in its text, a day at most.
 */
export const classifyRefusal = (refusal: ReceivedAnswer, now: number): AttemptFailure => {
	const body = readError(refusal.body);
	const waits = [
		readRetryAfter(refusal.headers["retry-after"], now),
		readRetryDelay(body?.details ?? []),
		readTextHint(body?.message ?? ""),
	].filter((wait) => wait !== undefined);
	const waitMs = waits.length > 0 ? Math.min(Math.max(...waits), limitedWaitMaxMs) : undefined;
	const requestId = refusal.headers[requestIdHeader];
	return {
		...judge(refusal, body, waitMs, now),
		...(waitMs === undefined ? {} : { waitMs }),
		billed: false,
		about: subjects.find(([, words]) => words.test(body?.message ?? ""))?.[0],
		message: describeRefusal(refusal, body),
		...(requestId === undefined ? {} : { requestId, byGateway: true }),
	};
};

const findAdvice = (body: ErrorBody): string | undefined => {
	if (isUsedUpSubscription(body)) return subscriptionAdvice;
	if (usedUpKey.test(body.message)) return usedUpKeyAdvice;
	return adviceByCode.get(body.code) ?? adviceByCode.get(body.type);
};

const adviseOn = (refusal: ReceivedAnswer, body: ErrorBody): string => {
	const status = originOf(refusal, body);
	if (passesOn(refusal, body) && isBetweenOthers(status, body))
		return `: the gateway's upstream refused the gateway's key or account (${status}); its operator has to settle that`;
	const advice = findAdvice(body);
	return advice === undefined ? "" : `: ${advice}`;
};

const describeRefusal = (refusal: ReceivedAnswer, body: ErrorBody | undefined): string => {
	const { status, headers } = refusal;
	if (body)
		return `the speech service answered ${status} (type "${body.type || body.status}", code "${body.code}")${adviseOn(refusal, body)}`;
	if (status >= 300 && status < 400)
		return `the speech service answered ${status}, a redirect: set SPEECH_BASE_URL to the new address`;
	return `the speech service answered ${status} without an error body (${headers["content-type"] ?? "no content type"})`;
};

/**
 * Says what a 200 without a Clip means. It counts as charged, unless it is a stream that was refused before any sound.
 */
export const classifySilence = (reading: SilentReading, model: string): AttemptFailure => {
	const { kind, madeMs } = reading;
	const charged = { next: "end", billed: true, madeMs } as const;
	if (kind === "no_audio")
		return {
			...charged,
			detail: { kind, finishReason: reading.finishReason },
			next: "silent",
			message: `an answer without audio (finish reason ${reading.finishReason})`,
		};
	if (kind === "blocked")
		return {
			...charged,
			detail: { kind, reason: reading.reason },
			// Prompt models also refuse harmless text that they mistake for an instruction.
			next: dialectOf(model) === "prompt" && reading.reason === "PROHIBITED_CONTENT" ? "firmly" : "end",
			message: `the speech service refused the text (${reading.reason})`,
		};
	if (kind === "bad_response") return { ...charged, detail: { kind }, message: reading.why };
	if (kind === "unplayable")
		return { ...charged, detail: { kind: "unplayable_sound" }, message: reading.why };
	const { status, body } = reading;
	const failure = classifyRefusal({ status, headers: {}, body }, Date.now());
	return { ...failure, billed: madeMs !== undefined, madeMs, message: `in a stream, ${failure.message}` };
};
