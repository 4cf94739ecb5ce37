/** What usageMetadata says (docs/interface.md 2.2), in tokens; what is missing counts as zero. */
export interface Usage {
	readonly promptTokens: number;
	readonly audioTokens: number;
}
