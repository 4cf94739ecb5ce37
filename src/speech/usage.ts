/** The tokens in usageMetadata (docs/interface.md 2.2); missing counts are zero. */
export interface Usage {
	readonly promptTokens: number;
	readonly audioTokens: number;
}

/** What a request cost. */
export interface Cost {
	/** Sound that was made, in ms. */
	readonly madeMs: number;
	readonly usage: Usage;
}

/** Who pays for requests. */
export interface Payer {
	/** Whose turn the requests take. */
	readonly guildId: string;
	/**
	 * A request is about to leave: it counts by estimate, in ms, until it is settled.
	 *
	 * @returns what settles it, once; without that, the estimate stands
	 * @throws {@link Problem} `over_budget` when it must not leave
	 */
	charge(estimateMs: number): Promise<(cost: Cost) => Promise<void>>;
}

/** Of an answer that told nothing. */
export const noUsage: Usage = { promptTokens: 0, audioTokens: 0 };
