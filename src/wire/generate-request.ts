import { z } from "zod";

/** The voice of one speaker (docs/interface.md 2.1). */
const voiceConfig = z.object({
	prebuiltVoiceConfig: z.object({ voiceName: z.string() }).optional(),
});

const speakerVoiceConfig = z.object({ speaker: z.string().min(1), voiceConfig });

/** The interface does not show the parts' shape: text is what is spoken, and metadata says how and by whom. */
const part = z.object({
	text: z.string().optional(),
	speechMetadata: z.object({ style: z.string().optional(), speaker: z.string().optional() }).optional(),
});

/** More are no text of any use. A list is counted before it is looked at: each wrong one would be an issue of its own. */
const itemsMax = 1_000;
const few = z.array(z.unknown()).max(itemsMax);

const content = z.object({ role: z.string().optional(), parts: few.pipe(z.array(part)) });
const contents = few.pipe(z.array(content).min(1));

const generationConfig = z.object({
	responseModalities: z.array(z.string()).optional(),
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

/** The body of operation 1's request (docs/interface.md 2.1). Fields that it does not name are left alone. */
export const generateRequest = z.object({
	contents,
	generationConfig,
	systemInstruction: z.unknown().optional(),
});

export type GenerateRequest = z.infer<typeof generateRequest>;

/** What tokens are counted of: contents, or the whole body that operation 1 would be sent. */
export const countTokensRequest = z.union([
	z.object({ contents }),
	z.object({ generateContentRequest: z.object({ contents }) }),
]);
