/** Why a service refused a code; `rejected` if it doesn't say, as newer ones deliberately don't. */
export type RefusalReason = "used" | "unknown_code" | "expired" | "rejected";

/** The limit that makes a member wait: their own, the guild's, or the service's for one address. */
export type PaceReason = "member" | "refusals" | "guild" | "service";

/** The outcome of earlier tries of the same code: it was redeemed, or it may have been, because an answer was lost. */
interface Known {
	readonly earlier?: "redeemed" | "unknown";
}

/** Whether it was for an account that the server has connected. */
interface Whose {
	readonly isOwn?: boolean;
}

/** The meaning of the service's answer. Times in ms since the epoch; amounts in quota units (usually 500,000 a USD). */
export type TopupOutcome =
	| ({ readonly kind: "redeemed"; readonly units?: number | undefined } & Whose)
	| { readonly kind: "refused"; readonly reason: RefusalReason }
	/** Another topup of the account is in progress; this one did nothing. */
	| ({ readonly kind: "busy" } & Known)
	/** The service doesn't let this bot redeem: the operator has to fix it. */
	| ({ readonly kind: "unauthorized" } & Known & Whose)
	| ({ readonly kind: "rate_limited"; readonly retryAt: number } & Known)
	/** Nothing was redeemed: the request was never sent, or the address doesn't redeem codes. */
	| ({ readonly kind: "unavailable"; readonly why: "unreachable" | "not_served" } & Known)
	/**
	 * The code may have been redeemed or not. `stillUnknown` if the service refused it now, but an earlier answer was
	 * lost and may have been a success.
	 */
	| { readonly kind: "unknown"; readonly stillUnknown: boolean };

/** The outcome of redeeming a code. The last three made no request. */
export type Redemption =
	| TopupOutcome
	/** Empty, too long, or with Herald's prefix and a check symbol that doesn't fit. */
	| { readonly kind: "mistyped" }
	/** A request with the same code is in progress. */
	| { readonly kind: "in_progress" }
	| { readonly kind: "too_fast"; readonly retryAt: number; readonly why: PaceReason };
