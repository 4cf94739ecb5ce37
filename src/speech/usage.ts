/** The tokens in usageMetadata (docs/interface.md 2.2); missing counts are zero. */
export interface Usage {
	readonly promptTokens: number;
	readonly audioTokens: number;
}

/** The cost of a request. */
export interface Cost {
	/** Sound that was made, in ms. */
	readonly madeMs: number;
	readonly usage: Usage;
}

/** The sound that a request is going to make, in ms. */
export interface Estimate {
	readonly ms: number;
	/** More isn't taken of an answer. */
	readonly mostMs: number;
}

/** A request that was counted by estimate, or must wait. */
export type Charge =
	| {
			readonly kind: "charged";
			/** Tells, once, what it cost, or that this isn't known: the estimate stands then. */
			settle(cost: Cost | undefined): Promise<void>;
	  }
	/** Others in flight may use up what is left of a day: until one of them has ended. */
	| { readonly kind: "held"; readonly until: Promise<void> }
	/** The guild's speech is paid by another account meanwhile. */
	| { readonly kind: "other_account" };

/** The usage of an answer that names none. */
export const noUsage: Usage = { promptTokens: 0, audioTokens: 0 };
