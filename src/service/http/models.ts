/** A model id of the family, and what of its dialect a client can hear or see. */
export interface SpeechModel {
	readonly id: string;
	/** Whether the text is spoken word for word; else it is a prompt that may hold directions. */
	readonly verbatim: boolean;
	/** The audio of an answer: a complete WAV, or bare 16-bit little-endian samples. */
	readonly audio: "pcm" | "wav";
}

const older = (id: string): SpeechModel => ({ id, verbatim: false, audio: "pcm" });
const newer = (id: string): SpeechModel => ({ id, verbatim: true, audio: "wav" });

const models: readonly SpeechModel[] = [
	newer("gemini-3.8-flash-tts"),
	newer("gemini-3.8-flash-lite-tts"),
	older("gemini-3.1-flash-tts-preview"),
	older("gemini-2.5-flash-preview-tts"),
	older("gemini-2.5-pro-preview-tts"),
];

/** @returns the model of that id, also as `models/{id}` */
export const findModel = (id: string): SpeechModel | undefined => {
	const bare = id.replace(/^models\//, "");
	return models.find((model) => model.id === bare);
};
