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
import type { SilentReading } from "./answer-reading.ts";

/**
 * What a failed attempt means for those after it. `again`: the same model is asked after a wait, then another;
 * `again_same_model`: the same, but another model wouldn't help; `otherwise`: at once, without what may be refused of it;
 * `once_more`: at once, but only once; `firmly`: at once, insisting that the text is read; `silent`: it was answered
 * without sound; `other_model`: another model is asked; `end`: nothing would help.
 */
export type Next =
	| "again"
	| "again_same_model"
	| "otherwise"
	| "once_more"
	| "firmly"
	| "silent"
	| "other_model"
	| "end";

/**
 * A part of a request that a service may refuse, and that is then left out: the field `store`, the language, the style;
 * of the voice, one way to name it.
 */
export type Extra = "store" | "language" | "style" | "voice";

/** Why a service refuses a key: its own limit is used up, or it isn't one. */
export type KeyState = "exhausted" | "refused";

export interface AttemptFailure {
	readonly detail: ProblemDetail;
	readonly next: Next;
	/** The least wait that the service asked for, in ms. */
	readonly waitMs?: number;
	/** Whether the attempt may have been charged. */
	readonly billed: boolean;
	/** Sound that was made at least, where that is known, in ms. */
	readonly madeMs?: number | undefined;
	/** One sentence for the operator's log: status, type and code, never the service's echo of a text or key. */
	readonly message: string;
	/** What the words of a refusal are about. */
	readonly about?: Extra | undefined;
	readonly requestId?: string;
	/** Whether a gateway refused: it has retried by itself before it did. */
	readonly byGateway?: boolean;
}

type Judgement = Pick<AttemptFailure, "detail" | "next">;

const verdict = (detail: ProblemDetail, next: Next): Judgement => ({ detail, next });

const dailyQuota = /per[\s_-]?day|daily/i;
const triedToGenerateText = /tried to generate text/i;
/** Google refuses keys, and whole countries, with a 400. */
const refusedKey = /api[ _]key[ _](?:not valid|invalid|expired)/i;
const refusedPlace = /user location is not supported/i;
/** Gateways until April 2026 said so; later ones call such a key invalid. */
const usedUpKey = /TokenStatusExhausted|令牌额度已用尽|令牌額度已用盡|token quota is exhausted/i;
/** Of an account that pays by subscription before or without its balance: the code is the same as of an empty one. */
const usedUpSubscription =
	/订阅额度|訂閱額度|subscription quota|no active subscription|subscription (?:is )?insufficient/i;
/** Without a hint, wait a minute: rate limits of this family count per minute. */
const defaultRateLimitMs = 60_000;

/** What the words of a refusal are about: the first that they speak of. */
const subjects: readonly (readonly [Extra, RegExp])[] = [
	["store", /\bstore\b/i],
	["style", /speech_?metadata|\bstyle\b/i],
	["language", /language/i],
	["voice", /voice/i],
];

/** The codes that mean the same whatever the status: gateways disagree about 400 and 500. */
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

/** Advice to the operator by code, added to the sentence in the log. */
const adviceByCode: ReadonlyMap<string, string> = new Map([
	["pre_consume_token_quota_failed", usedUpKeyAdvice],
	[
		"model_price_error",
		"the gateway has no price for this model; set one there, or take it out of SPEECH_MODELS",
	],
]);

const passedOnKind = "bad_response_status_code";

/**
 * Whether a gateway passes on what its upstream said. Gateways end a message with the answer's id: another id in it is
 * that of a gateway behind this one, whose refusal looks the same in every other way.
 */
const isPassedOn = ({ type, code, message }: ErrorBody, requestId: string | undefined): boolean => {
	if (type === "upstream_error" || type === passedOnKind || code === passedOnKind) return true;
	const ids = [...message.matchAll(/\(request id: ([^)]+)\)/g)].map(([, id]) => id);
	return ids.length > 1 || (requestId !== undefined && ids.some((id) => id !== requestId));
};

const passesOn = (refusal: ReceivedAnswer, body: ErrorBody | undefined): body is ErrorBody =>
	body !== undefined && isPassedOn(body, refusal.headers[requestIdHeader]);

/** Whether the operator of the gateway has to settle this with the upstream: its key or its account was refused. */
const isBetweenOthers = (status: number, { message }: ErrorBody): boolean =>
	status === 401 ||
	status === 402 ||
	status === 403 ||
	(status === 400 && (refusedKey.test(message) || refusedPlace.test(message)));

const isUsedUpSubscription = ({ code, message }: ErrorBody): boolean =>
	code === "insufficient_user_quota" && usedUpSubscription.test(message);

/** @returns the status that the upstream answered, if it was passed on; else the answer's own */
const originOf = (refusal: ReceivedAnswer, body: ErrorBody | undefined): number =>
	passesOn(refusal, body) && /^\d{3}$/.test(body.code) ? Number(body.code) : refusal.status;

/** Google counts each model's requests; gateways and proxies count an account's or an address's, whatever the model. */
const nextAfterRateLimit = (body: ErrorBody | undefined, passedOn: boolean): Next =>
	passedOn || (body && body.status !== "") ? "again" : "again_same_model";

const judgeRateLimit = (
	body: ErrorBody | undefined,
	passedOn: boolean,
	waitMs: number | undefined,
	now: number,
): Judgement => {
	const daily =
		body !== undefined && (dailyQuota.test(body.message) || dailyQuota.test(JSON.stringify(body.details)));
	if (!daily)
		return verdict(
			{ kind: "rate_limited", retryAt: now + (waitMs ?? defaultRateLimitMs), daily },
			nextAfterRateLimit(body, passedOn),
		);
	// With a daily limit, a hint of seconds belongs to the per-minute limit: the day isn't over by then.
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
	// No advice to check a valid key or to redeem a code: both are about the gateway's account, not the caller's.
	if (passedOn && isBetweenOthers(status, body)) return verdict({ kind: "upstream" }, "other_model");
	if (status === 429) return judgeRateLimit(body, passedOn, waitMs, now);
	if (body && isUsedUpSubscription(body)) return verdict({ kind: "subscription_exhausted" }, "end");
	const known = body && (byCode.get(body.code) ?? byCode.get(body.type));
	if (known) return known;
	// The gateway serves the path, its upstream doesn't: that is the channel's address, not Herald's.
	if (passedOn && status === 404) return verdict({ kind: "model_unavailable" }, "other_model");
	return judgeStatus(status, body);
};

/**
 * Says what a refusal of operation 1 means (docs/interface.md 7 shows no errors, so this knows the family's shapes).
 * The result includes the wait that the service asked for in a header, in details or in its text, a day at most.
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

/** Says what a 200 means that didn't yield a Clip. It was charged all the same, unless it ended with a refusal unheard. */
export const classifySilence = (reading: SilentReading, model: string): AttemptFailure => {
	const { kind, madeMs } = reading;
	switch (kind) {
		case "no_audio":
			return {
				detail: { kind, finishReason: reading.finishReason },
				next: "silent",
				billed: true,
				madeMs,
				message: `an answer without audio (finish reason ${reading.finishReason})`,
			};
		case "blocked":
			return {
				detail: { kind, reason: reading.reason },
				// Prompt models also refuse harmless text that they mistake for an instruction.
				next: dialectOf(model) === "prompt" && reading.reason === "PROHIBITED_CONTENT" ? "firmly" : "end",
				billed: true,
				madeMs,
				message: `the speech service refused the text (${reading.reason})`,
			};
		case "bad_response":
			return { detail: { kind }, next: "end", billed: true, madeMs, message: reading.why };
		case "unplayable":
			return {
				detail: { kind: "unplayable_sound" },
				next: "end",
				billed: true,
				madeMs,
				message: reading.why,
			};
		case "refused": {
			const { status, body } = reading;
			const failure = classifyRefusal({ status, headers: {}, body }, Date.now());
			const billed = madeMs !== undefined;
			return { ...failure, billed, madeMs, message: `in a stream, ${failure.message}` };
		}
	}
};
