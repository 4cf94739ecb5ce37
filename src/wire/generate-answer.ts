import { z } from "zod";

/** The body of operation 1's answer (docs/interface.md 2.2), with every field that the interface names. */
export interface GenerateAnswer {
	readonly candidates: readonly Candidate[];
	readonly usageMetadata: {
		readonly promptTokenCount: number;
		readonly candidatesTokenCount: number;
		readonly totalTokenCount: number;
	};
	readonly modelVersion: string;
	readonly responseId: string;
}

export interface Candidate {
	readonly content:
		| {
				readonly role: "model";
				readonly parts: readonly {
					readonly inlineData: { readonly mimeType: string; readonly data: string };
				}[];
		  }
		| Record<string, never>;
	readonly finishReason: string;
	readonly index: number;
	readonly safetyRatings: readonly {
		readonly category: string;
		readonly probability: string;
		readonly blocked: boolean;
	}[];
}

const count = z.number().nonnegative().catch(0);
const text = z.string().optional().catch(undefined);
const blob = z.object({ data: z.string(), mimeType: text, mime_type: text });
const part = z.object({
	inlineData: blob.optional().catch(undefined),
	inline_data: blob.optional().catch(undefined),
	thought: z.boolean().catch(false),
});
const candidate = z.object({
	content: z.object({ parts: z.array(part.catch({ thought: false })).catch([]) }).catch({ parts: [] }),
	finishReason: z.string().catch(""),
});

/** A part of an answer as it really comes: sound under either spelling, or something else. */
export type AnsweredPart = z.infer<typeof part>;

/** The same body as it really comes: nearly everything may be missing, and nothing unknown is an error. */
export const receivedAnswer = z.object({
	candidates: z
		.array(candidate.catch({ content: { parts: [] }, finishReason: "" }))
		.optional()
		.catch(undefined),
	promptFeedback: z.object({ blockReason: text }).optional().catch(undefined),
	usageMetadata: z
		.object({ promptTokenCount: count, candidatesTokenCount: count })
		.catch({ promptTokenCount: 0, candidatesTokenCount: 0 }),
});
