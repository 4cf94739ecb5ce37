import { randomUUID } from "node:crypto";
import { writeWav } from "../../audio/wav.ts";
import type { Candidate, GenerateAnswer } from "../../wire/generate-answer.ts";
import type { SpeechModel } from "../../wire/models.ts";
import type { SynthesizedSpeech } from "../engine/engine.ts";
import { sampleRate } from "../engine/flite.ts";
import { countAudioTokens } from "./tokens.ts";

const safetyRatings = [
	"HARM_CATEGORY_HARASSMENT",
	"HARM_CATEGORY_HATE_SPEECH",
	"HARM_CATEGORY_SEXUALLY_EXPLICIT",
	"HARM_CATEGORY_DANGEROUS_CONTENT",
].map((category) => ({ category, probability: "NEGLIGIBLE", blocked: false }));

/** Writes the answer of operation 1 (docs/interface.md 2.2); speech without audio becomes `content: {}` and OTHER. */
export const writeResponse = (
	speech: SynthesizedSpeech,
	model: SpeechModel,
	promptTokens: number,
): GenerateAnswer => {
	const silent = speech.samples.length === 0;
	const audioTokens = countAudioTokens(speech.samples.length / sampleRate);
	return {
		candidates: [
			{
				content: silent ? {} : writeContent(speech.samples, model),
				finishReason: silent ? "OTHER" : speech.complete ? "STOP" : "MAX_TOKENS",
				index: 0,
				safetyRatings,
			},
		],
		usageMetadata: {
			promptTokenCount: promptTokens,
			candidatesTokenCount: audioTokens,
			totalTokenCount: promptTokens + audioTokens,
		},
		modelVersion: model.id,
		responseId: randomUUID(),
	};
};

const writeContent = (samples: Int16Array, model: SpeechModel): Candidate["content"] => {
	const bytes =
		model.audio === "wav"
			? Buffer.from(writeWav({ samples, sampleRate }).buffer)
			: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
	const mimeType = model.audio === "wav" ? "audio/wav" : `audio/L16;codec=pcm;rate=${sampleRate}`;
	return { role: "model", parts: [{ inlineData: { mimeType, data: bytes.toString("base64") } }] };
};
