/** The tokens in usageMetadata (docs/interface.md 2.2); missing counts are zero. */
export interface Usage {
	readonly promptTokens: number;
	readonly audioTokens: number;
}

export interface Cost {
	/** The sound that was made, in ms. */
	readonly madeMs: number;
	readonly usage: Usage;
}

/** The sound that a request will make, in ms. */
export interface Estimate {
	readonly ms: number;
	/** The most that is accepted: an answer with more sound is refused. */
	readonly mostMs: number;
}

/** The result of booking a request's estimated cost. */
export type Charge =
	| {
			readonly kind: "charged";
			/** Records the real cost, once. If it isn't known, the estimate stays booked. */
			settle(cost: Cost | undefined): Promise<void>;
	  }
	/** Running requests may use up what is left of the day. Resolves when one of them has ended. */
	| { readonly kind: "held"; readonly until: Promise<void> }
	/** Another account pays for the guild now. */
	| { readonly kind: "other_account" };

/** The usage of an answer that reports none. */
export const noUsage: Usage = { promptTokens: 0, audioTokens: 0 };
