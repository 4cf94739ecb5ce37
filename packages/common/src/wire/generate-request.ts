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
/** Checks the length before the items: zod would report an issue for each wrong item. */
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

/** In JSON Schema: something is said in one of the contents. */
const hasText = {
	contains: {
		properties: { parts: { contains: { properties: { text: { pattern: "\\S" } }, required: ["text"] } } },
	},
};

/** The body of operation 1's request (docs/interface.md 2.1). Fields that it does not name are left alone. */
export const generateRequest = z.object({
	contents: contents.meta(hasText),
	generationConfig: generationConfig.optional(),
	systemInstruction: z.never("Developer instruction is not enabled for this model").optional(),
	/** False: nothing of it is to be kept. */
	store: z.boolean().optional(),
});

export type GenerateRequest = z.infer<typeof generateRequest>;

/** A request to count tokens: of contents, or the whole body that operation 1 would be sent. */
export const countTokensRequest = z.union([
	z.object({ contents }),
	z.object({ generateContentRequest: z.object({ contents }) }),
]);
