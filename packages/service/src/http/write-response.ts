import { randomUUID } from "node:crypto";
import { writeWav } from "@herald/common/audio/wav.ts";
import type { GenerateAnswer, GenerateEvent } from "@herald/common/wire/generate-answer.ts";
import type { SpeechModel } from "@herald/common/wire/models.ts";
import type { SynthesizedSpeech } from "../engine/engine.ts";
import { sampleRate } from "../engine/speech-engine.ts";
import type { Usage } from "./tokens.ts";

const safetyRatings = [
	"HARM_CATEGORY_HARASSMENT",
	"HARM_CATEGORY_HATE_SPEECH",
	"HARM_CATEGORY_SEXUALLY_EXPLICIT",
	"HARM_CATEGORY_DANGEROUS_CONTENT",
].map((category) => ({ category, probability: "NEGLIGIBLE", blocked: false }));

const pcmType = `audio/L16;codec=pcm;rate=${sampleRate}`;

const writeBytes = ({ buffer, byteOffset, byteLength }: Int16Array): Buffer =>
	Buffer.from(buffer, byteOffset, byteLength);

const noContent = { role: "model" as const, parts: [] };

const writeContent = (mimeType: string, data: string) => ({
	...noContent,
	parts: [{ inlineData: { mimeType, data } }],
});

/** The model, and who really spoke: "gemini-3.8-flash-tts/flite/slt". */
const writeVersion = ({ id }: SpeechModel, voices: readonly string[]): string =>
	voices.length > 0 ? `${id}/${voices.join("+")}` : id;

const writeUsage = ({ promptTokens, audioTokens }: Usage): GenerateAnswer["usageMetadata"] => ({
	promptTokenCount: promptTokens,
	candidatesTokenCount: audioTokens,
	totalTokenCount: promptTokens + audioTokens,
});

/**
 * Writes the answer of operation 1 (docs/interface.md 2.2); speech without a sound has no parts, and OTHER.
 *
 * @returns the answer with the place of its sound left empty, and the bytes of the sound
 */
export const writeResponse = (
	{ samples, complete, voices }: SynthesizedSpeech,
	model: SpeechModel,
	usage: Usage,
): { readonly answer: GenerateAnswer; readonly sound: Buffer } => {
	const silent = samples.length === 0;
	const isWav = model.audio === "wav";
	const sound = isWav ? Buffer.from(writeWav({ samples, sampleRate }).buffer) : writeBytes(samples);
	const answer = {
		candidates: [
			{
				content: silent ? noContent : writeContent(isWav ? "audio/wav" : pcmType, ""),
				finishReason: silent ? "OTHER" : complete ? "STOP" : "MAX_TOKENS",
				index: 0,
				safetyRatings,
			},
		],
		usageMetadata: writeUsage(usage),
		modelVersion: writeVersion(model, voices),
		responseId: randomUUID(),
	};
	return { answer, sound: silent ? Buffer.alloc(0) : sound };
};

/** Writes the events of one streamed answer: bare samples on every model. */
export class EventWriter {
	readonly #model: SpeechModel;
	readonly #responseId = randomUUID();

	constructor(model: SpeechModel) {
		this.#model = model;
	}

	/** @returns the event of a piece of sound */
	writePiece(samples: Int16Array, voice: string): GenerateEvent {
		return {
			candidates: [{ content: writeContent(pcmType, writeBytes(samples).toString("base64")), index: 0 }],
			modelVersion: writeVersion(this.#model, [voice]),
			responseId: this.#responseId,
		};
	}

	/** @returns the last event, with what the whole answer counts and why it ended */
	writeEnd({ samples, complete, voices }: SynthesizedSpeech, usage: Usage): GenerateAnswer {
		const finishReason = samples.length === 0 ? "OTHER" : complete ? "STOP" : "MAX_TOKENS";
		return {
			candidates: [{ content: noContent, finishReason, index: 0, safetyRatings }],
			usageMetadata: writeUsage(usage),
			modelVersion: writeVersion(this.#model, voices),
			responseId: this.#responseId,
		};
	}
}
