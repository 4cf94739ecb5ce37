import { z } from "zod";

/** The voice of one speaker (interface.md 2.1). */
const voiceConfig = z.object({
	prebuiltVoiceConfig: z.object({ voiceName: z.string() }).optional(),
});

const speakerVoiceConfig = z.object({ speaker: z.string().min(1), voiceConfig });

/** interface.md does not show the parts' shape: text is what is spoken, and metadata says how and by whom. */
const part = z.object({
	text: z.string().optional(),
	speechMetadata: z.object({ style: z.string().optional(), speaker: z.string().optional() }).optional(),
});

const content = z.object({ role: z.string().optional(), parts: z.array(part) });

const generationConfig = z.object({
	responseModalities: z.array(z.string()).optional(),
	speechConfig: z
		.object({
			voiceConfig: voiceConfig.optional(),
			multiSpeakerVoiceConfig: z
				.object({ speakerVoiceConfigs: z.array(speakerVoiceConfig).length(2) })
				.optional(),
		})
		.optional(),
	temperature: z.number().optional(),
	topP: z.number().optional(),
	topK: z.number().optional(),
});

/** The body of operation 1's request (interface.md 2.1). Fields that it does not name are left alone. */
export const generateRequest = z.object({
	contents: z.array(content).min(1),
	generationConfig,
	systemInstruction: z.unknown().optional(),
});

export type GenerateRequest = z.infer<typeof generateRequest>;

/** The body of operation 1's answer (interface.md 2.2), with every field that it names. */
export interface GenerateResponse {
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
