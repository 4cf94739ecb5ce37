/** Why a service refused a code; `rejected` if it doesn't say, as newer ones deliberately don't. */
export type RefusalReason = "used" | "unknown_code" | "expired" | "rejected";

/**
 * Why it isn't known whether a code was redeemed: its answer was `lost`; the service answered, but `unclear`ly; or it
 * refuses the code now, and an answer `lost_before` may have been a success.
 */
export type Uncertainty = "lost" | "unclear" | "lost_before";

/**
 * Why nothing was redeemed: the request was never sent, the address doesn't redeem codes, the service's operator has
 * `closed` that, or it has a fault of its own.
 */
type Unavailability = "unreachable" | "not_served" | "closed" | "fault";

/** The limit that makes a member wait: their own, the guild's, or the service's for one address. */
export type PaceReason = "member" | "refusals" | "guild" | "service";

/** The outcome of earlier tries of the same code: it was redeemed, or may have been. */
type Earlier = "redeemed" | "lost" | "unclear";

interface EarlierTries {
	readonly earlier?: Earlier;
}

/** Whether it was for an account that the server has connected. */
interface AccountKind {
	readonly isOwn?: boolean;
}

/** The meaning of the service's answer. Times in ms since the epoch; amounts in quota units (usually 500,000 a USD). */
export type TopupOutcome =
	| ({ readonly kind: "redeemed"; readonly units?: number | undefined } & AccountKind)
	| ({ readonly kind: "refused"; readonly reason: RefusalReason } & EarlierTries)
	/** Another topup of the account is in progress; this one did nothing. */
	| ({ readonly kind: "busy" } & EarlierTries)
	/** The service doesn't let this bot redeem: the operator has to fix it. */
	| ({ readonly kind: "unauthorized" } & EarlierTries & AccountKind)
	| ({ readonly kind: "rate_limited"; readonly retryAt: number } & EarlierTries)
	| ({ readonly kind: "unavailable"; readonly why: Unavailability } & EarlierTries)
	/** The code may have been redeemed or not. */
	| { readonly kind: "unknown"; readonly why: Uncertainty };

/** The outcome of redeeming a code. The last three made no request. */
export type Redemption =
	| TopupOutcome
	/** Empty or too long; at Herald's own service also with its prefix and a check symbol that doesn't fit. */
	| { readonly kind: "mistyped" }
	/** A request with the same code is in progress. */
	| { readonly kind: "in_progress" }
	| { readonly kind: "too_fast"; readonly retryAt: number; readonly why: PaceReason };
