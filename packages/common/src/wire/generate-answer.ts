import { z } from "zod";

const writtenCount = z.int().nonnegative();

const writtenCandidate = z.object({
	content: z.object({
		role: z.literal("model"),
		/** None when nothing could be spoken. */
		parts: z.array(z.object({ inlineData: z.object({ mimeType: z.string(), data: z.base64() }) })),
	}),
	/** Missing where more is to come. */
	finishReason: z.string().optional(),
	index: z.int(),
	safetyRatings: z
		.array(z.object({ category: z.string(), probability: z.string(), blocked: z.boolean() }))
		.optional(),
});

/** The body of operation 1's answer (docs/interface.md 2.2), with every field that the interface names. */
export const generateAnswer = z.object({
	candidates: z.array(writtenCandidate),
	usageMetadata: z.object({
		promptTokenCount: writtenCount,
		candidatesTokenCount: writtenCount,
		totalTokenCount: writtenCount,
	}),
	modelVersion: z.string(),
	responseId: z.string(),
});

export type GenerateAnswer = z.infer<typeof generateAnswer>;

/** One event of a streamed answer; only the last one has counts. */
export const generateEvent = generateAnswer.partial({ usageMetadata: true });

export type GenerateEvent = z.infer<typeof generateEvent>;

const count = z.number().nonnegative().catch(0);
const text = z.string().optional().catch(undefined);
const type = { mimeType: text, mime_type: text };
const blob = z
	.object({ data: z.string(), ...type })
	.optional()
	.catch(undefined);
const file = z
	.object({ fileUri: text, file_uri: text, ...type })
	.optional()
	.catch(undefined);
const part = z.object({
	inlineData: blob,
	inline_data: blob,
	fileData: file,
	file_data: file,
	text,
	thought: z.boolean().catch(false),
});
const candidate = z.object({
	content: z.object({ parts: z.array(part.catch({ thought: false })).catch([]) }).catch({ parts: [] }),
	finishReason: z.string().catch(""),
	/** Of several, each event of a stream may have any. */
	index: z.int().catch(0),
});

/** A part of an answer as it really comes: sound in it, or elsewhere, under either spelling, or something else. */
export type AnsweredPart = z.infer<typeof part>;

/** The same body as it really comes: nearly everything may be missing, and nothing unknown is an error. */
export const receivedAnswer = z.object({
	candidates: z
		.array(candidate.catch({ content: { parts: [] }, finishReason: "", index: 0 }))
		.optional()
		.catch(undefined),
	promptFeedback: z.object({ blockReason: text }).optional().catch(undefined),
	usageMetadata: z
		.object({ promptTokenCount: count, candidatesTokenCount: count })
		.catch({ promptTokenCount: 0, candidatesTokenCount: 0 }),
});
