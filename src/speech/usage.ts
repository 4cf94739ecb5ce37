/** The tokens in usageMetadata (docs/interface.md 2.2); missing counts are zero. */
export interface Usage {
	readonly promptTokens: number;
	readonly audioTokens: number;
}

/** Of an answer that told nothing. */
export const noUsage: Usage = { promptTokens: 0, audioTokens: 0 };
