import { z } from "zod";

/** The voice of one speaker (docs/interface.md 2.1 and 13). */
const voiceConfig = z.object({
	prebuiltVoiceConfig: z.object({ voiceName: z.string() }).optional(),
	voice: z.string().optional(),
});

export type VoiceConfig = z.infer<typeof voiceConfig>;

const speakerVoiceConfig = z.object({ speaker: z.string().min(1), voiceConfig });

/** The interface does not show the parts' shape: text is what is spoken, and metadata says how and by whom. */
const part = z.object({
	text: z.string().optional(),
	speechMetadata: z.object({ style: z.string().optional(), speaker: z.string().optional() }).optional(),
});

/** The most parts, or turns of a dialogue, in a request. */
export const turnsMax = 1_000;
/** A list whose length is checked before its items: zod would report an issue for each wrong item. */
const few = z.array(z.unknown()).max(turnsMax);

const countParts = (content: unknown): number => {
	const { parts } = (content ?? {}) as { parts?: unknown };
	return Array.isArray(parts) ? parts.length : 0;
};

const content = z.object({ role: z.string().optional(), parts: z.array(part) });
const contents = few
	.refine((list) => list.reduce<number>((sum, one) => sum + countParts(one), 0) <= turnsMax, {
		error: `Too big: expected <=${turnsMax} parts`,
	})
	.pipe(z.array(content).min(1));

const sound = "AUDIO";
const modalities = z
	.array(z.string())
	.refine((list) => list.some((modality) => modality.toUpperCase() === sound), {
		error: `this model answers with ["${sound}"] only`,
	})
	.meta({ contains: { const: sound } });

const generationConfig = z.object({
	responseModalities: few.pipe(modalities).optional(),
	speechConfig: z
		.object({
			voiceConfig: voiceConfig.optional(),
			multiSpeakerVoiceConfig: z
				.object({ speakerVoiceConfigs: z.array(speakerVoiceConfig).length(2) })
				.optional(),
			languageCode: z.string().optional(),
		})
		.optional(),
	temperature: z.number().optional(),
	topP: z.number().optional(),
	topK: z.number().optional(),
});

/** The JSON Schema for contents of which at least one has text. */
const hasText = {
	contains: {
		properties: { parts: { contains: { properties: { text: { pattern: "\\S" } }, required: ["text"] } } },
	},
};

/** The body of operation 1's request (docs/interface.md 2.1). Fields that the interface doesn't name are ignored. */
export const generateRequest = z.object({
	contents: contents.meta(hasText),
	generationConfig: generationConfig.optional(),
	systemInstruction: z.never("Developer instruction is not enabled for this model").optional(),
	/** False if the service is to keep nothing of the request. */
	store: z.boolean().optional(),
});

export type GenerateRequest = z.infer<typeof generateRequest>;

/** A request to count the tokens of contents, alone or in the body of a request for operation 1. */
export const countTokensRequest = z.union([
	z.object({ contents }),
	z.object({ generateContentRequest: z.object({ contents }) }),
]);

const writtenCount = z.int().nonnegative();

const writtenCandidate = z.object({
	content: z.object({
		role: z.literal("model"),
		/** Empty if nothing could be spoken. */
		parts: z.array(z.object({ inlineData: z.object({ mimeType: z.string(), data: z.base64() }) })),
	}),
	/** Missing in all events of a stream but the last. */
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
const answeredPart = z.object({
	inlineData: blob,
	inline_data: blob,
	fileData: file,
	file_data: file,
	text,
	thought: z.boolean().catch(false),
});
const candidate = z.object({
	content: z
		.object({ parts: z.array(answeredPart.catch({ thought: false })).catch([]) })
		.catch({ parts: [] }),
	finishReason: z.string().catch(""),
	/** If there are several candidates, a stream's event may hold any of them. */
	index: z.int().catch(0),
});

/** A part of a received answer: sound (`inlineData` or `inline_data`), an address of sound, or something else. */
export type AnsweredPart = z.infer<typeof answeredPart>;

/** The answer's body as received: nearly everything may be missing, and unknown fields are no error. */
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
