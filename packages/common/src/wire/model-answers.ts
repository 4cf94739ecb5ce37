import { z } from "zod";

/** A service's description of one of its models. */
export const modelAnswer = z.object({
	name: z.string().startsWith("models/"),
	version: z.string(),
	displayName: z.string(),
	description: z.string(),
	/** In tokens. */
	inputTokenLimit: z.int(),
	outputTokenLimit: z.int(),
	supportedGenerationMethods: z.array(z.string()),
});

export type ModelAnswer = z.infer<typeof modelAnswer>;

export const modelList = z.object({ models: z.array(modelAnswer) });

export const countTokensAnswer = z.object({
	totalTokens: z.int().nonnegative(),
	promptTokensDetails: z.array(z.object({ modality: z.literal("TEXT"), tokenCount: z.int().nonnegative() })),
});
