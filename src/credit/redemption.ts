import { createHmac } from "node:crypto";
import type { CodeMark } from "../shared/code-mark.ts";

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

/** Whose limit makes a member wait: their own, the one for guessing, the guild's, or the service's per address. */
export type PaceReason = "member" | "refusals" | "guild" | "service";

/**
 * What earlier requests with the same code say: the code was redeemed, or may have been, since an answer was lost
 * (`lost`) or didn't tell (`unclear`).
 */
type Earlier = "redeemed" | "lost" | "unclear";

interface EarlierTries {
	readonly earlier?: Earlier;
}

/** Whether the account was a connected one. */
interface AccountKind {
	readonly isOwn?: boolean;
}

/**
 * The meaning of the service's answer. Times are in ms since
 * the epoch, amounts in quota units (usually 500,000 per USD).
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

/** The outcome of redeeming a code. For the last three, no request was sent. */
export type Redemption =
	| TopupOutcome
	/** Empty or too long; for the embedded service also a code in its format with a wrong check symbol. */
	| { readonly kind: "mistyped" }
	/** The same code is already being redeemed. */
	| { readonly kind: "in_progress" }
	| { readonly kind: "too_fast"; readonly retryAt: number; readonly why: PaceReason };

/** @returns a value's fingerprint. Without the secret, the value can't be found by guessing */
export const fingerprint = (secret: Buffer, what: "account" | "code" | "member", value: string): string =>
	createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");

/** @returns a code's fingerprint */
export const markOf = (secret: Buffer, code: string): CodeMark =>
	fingerprint(secret, "code", code) as CodeMark;
