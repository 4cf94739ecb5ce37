import type { Party } from "../shared/party.ts";

/** The speech that a Line's caller paid for. */
export interface MadeSpeech {
	/** Audio that this call paid for, in ms: 0 if it came from the cache, or if another caller paid. */
	readonly madeMs: number;
}

export interface Payer {
	/** Whose permits the requests take. */
	readonly party: Party;
	/**
	 * Books the estimated cost of a request that is about to be sent.
	 *
	 * @param account - the ID of the account that pays; undefined for the operator's
	 * @throws {@link Problem} `over_budget` if the request must not be sent
	 */
	charge(estimate: Estimate, account?: string): Promise<Charge>;
}

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

/** How much sound a request will make, in ms: `ms` probably, `mostMs` at most. */
export interface Estimate {
	readonly ms: number;
	/** The most that is accepted: an answer with more sound is refused. */
	readonly mostMs: number;
}

export type Charge =
	| {
			readonly kind: "charged";
			/** Records the real cost, once. If `cost` is undefined, the estimate stays booked. */
			settle(cost: Cost | undefined): Promise<void>;
	  }
	/** Running requests may use up the rest of the daily limit. `until` resolves when one of them has ended. */
	| { readonly kind: "held"; readonly until: Promise<void> }
	/** Another account pays for the guild now. */
	| { readonly kind: "other_account" };

/** The usage of an answer that reports none. */
export const noUsage: Usage = { promptTokens: 0, audioTokens: 0 };
