import { z } from "zod";

/**
 * How a model reads its text: older ones take a prompt, in which a style is a sentence and an instruction may be
 * obeyed; newer ones take a transcript, in which every word is spoken (docs/interface.md 12).
 */
export type Dialect = "prompt" | "transcript";

export interface SpeechModel {
	readonly id: string;
	readonly dialect: Dialect;
	/** The audio of an answer: a complete WAV file (`wav`), or bare 16-bit little-endian samples (`pcm`). */
	readonly audio: "pcm" | "wav";
	/** Whether a request must name a voice. */
	readonly needsVoice: boolean;
}

/** @returns how a model reads its text; an unknown model is taken for one of the newest */
export const dialectOf = (id: string): Dialect =>
	/(?:^|[/-])gemini-(?:2\.|3\.[0-7](?![\d]))/.test(id) ? "prompt" : "transcript";

/** The known models, best first. */
export const models: readonly SpeechModel[] = [
	"gemini-3.8-flash-tts",
	"gemini-3.8-flash-lite-tts",
	"gemini-3.1-flash-tts-preview",
	"gemini-2.5-flash-preview-tts",
	"gemini-2.5-pro-preview-tts",
].map((id): SpeechModel => {
	const dialect = dialectOf(id);
	return {
		id,
		dialect,
		audio: dialect === "prompt" ? "pcm" : "wav",
		needsVoice: id.startsWith("gemini-3.1-"),
	};
});

export const bareModelId = (id: string): string => id.replace(/^models\//, "");

/** @returns the model of that id, also as `models/{id}` */
export const findModel = (id: string): SpeechModel | undefined =>
	models.find((model) => model.id === bareModelId(id));

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
