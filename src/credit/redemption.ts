/** Why a service refused a code; `rejected` when it doesn't say, as newer ones don't on purpose. */
export type RefusalReason = "used" | "unknown_code" | "expired" | "rejected";

/** Who has to wait: this member, this guild, or everybody that the service's address limit holds for. */
export type PaceReason = "member" | "refusals" | "guild" | "service";

/** What the service's answer means. Times are in ms since the epoch, amounts in quota units (500,000 are 1 USD unless the service changed that). */
export type Verdict =
	| { readonly kind: "redeemed"; readonly units?: number }
	| { readonly kind: "refused"; readonly reason: RefusalReason }
	/** Another topup of the account is running; nothing was done for this one. */
	| { readonly kind: "busy" }
	/** The service doesn't let this bot redeem: its operator's matter. */
	| { readonly kind: "unauthorized" }
	| { readonly kind: "rate_limited"; readonly retryAt: number }
	/** Nothing was redeemed: the request never left, or the address serves no redeeming. */
	| { readonly kind: "unavailable"; readonly why: "unreachable" | "not_served" }
	/**
	 * The code may have been redeemed or not. `stillUnknown` when the service refused it now, but an earlier answer
	 * for it was lost: that one may have been the yes.
	 */
	| { readonly kind: "unknown"; readonly stillUnknown: boolean };

/** What came of a member's wish to redeem a code. The last three made no request. */
export type Redemption =
	| Verdict
	/** Empty, too long, or with Herald's prefix and a check symbol that doesn't fit. */
	| { readonly kind: "mistyped" }
	/** Somebody's request with the same code is under way. */
	| { readonly kind: "in_progress" }
	| { readonly kind: "too_fast"; readonly retryAt: number; readonly why: PaceReason };
