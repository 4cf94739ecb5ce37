import { randomUUID } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { writeWav } from "@herald/common/audio/pcm.ts";
import type { GenerateAnswer, GenerateEvent } from "@herald/common/wire/generate.ts";
import type { SpeechModel } from "@herald/common/wire/models.ts";
import type { FastifyReply } from "fastify";
import type { Usage } from "../accounts/accounts.ts";
import type { SynthesizedSpeech } from "../engine/engine.ts";
import { sampleRate } from "../engine/speech-engine.ts";

const safetyRatings = [
	"HARM_CATEGORY_HARASSMENT",
	"HARM_CATEGORY_HATE_SPEECH",
	"HARM_CATEGORY_SEXUALLY_EXPLICIT",
	"HARM_CATEGORY_DANGEROUS_CONTENT",
].map((category) => ({ category, probability: "NEGLIGIBLE", blocked: false }));

const pcmType = `audio/L16;codec=pcm;rate=${sampleRate}`;

const writeBytes = ({ buffer, byteOffset, byteLength }: Int16Array): Buffer =>
	Buffer.from(buffer, byteOffset, byteLength);

const writeContent = (mimeType: string, data: string) => ({
	role: "model" as const,
	parts: [{ inlineData: { mimeType, data } }],
});
const noContent = { role: "model" as const, parts: [] };

/** The model and the voices that spoke: "gemini-3.8-flash-tts/flite/slt". */
const writeVersion = ({ id }: SpeechModel, voices: readonly string[]): string =>
	voices.length > 0 ? `${id}/${voices.join("+")}` : id;

const writeUsage = ({ promptTokens, audioTokens }: Usage): GenerateAnswer["usageMetadata"] => ({
	promptTokenCount: promptTokens,
	candidatesTokenCount: audioTokens,
	totalTokenCount: promptTokens + audioTokens,
});

const writeAnswer = (
	{ samples, complete, voices }: SynthesizedSpeech,
	model: SpeechModel,
	usage: Usage,
	content: ReturnType<typeof writeContent>,
): GenerateAnswer => ({
	candidates: [
		{
			content,
			finishReason: samples.length === 0 ? "OTHER" : complete ? "STOP" : "MAX_TOKENS",
			index: 0,
			safetyRatings,
		},
	],
	usageMetadata: writeUsage(usage),
	modelVersion: writeVersion(model, voices),
	responseId: randomUUID(),
});

/**
 * Writes the answer of operation 1, `generateContent` (docs/interface.md 2.2). If no sound was made, `parts` is empty
 * and `finishReason` is "OTHER".
 *
 * @returns the answer with empty sound data, and the bytes of the sound
 */
export const writeResponse = (
	speech: SynthesizedSpeech,
	model: SpeechModel,
	usage: Usage,
): { readonly answer: GenerateAnswer; readonly sound: Buffer } => {
	const { samples } = speech;
	if (samples.length === 0)
		return { answer: writeAnswer(speech, model, usage, noContent), sound: Buffer.alloc(0) };
	const isWav = model.audio === "wav";
	const sound = isWav ? writeWav({ samples, sampleRate }) : writeBytes(samples);
	return {
		answer: writeAnswer(speech, model, usage, writeContent(isWav ? "audio/wav" : pcmType, "")),
		sound,
	};
};

/** Writes the events of one streamed answer. Their sound is raw samples, whatever the model. */
export const eventWriter = (model: SpeechModel) => {
	const responseId = randomUUID();
	return {
		writePiece: (samples: Int16Array, voice: string): GenerateEvent => ({
			candidates: [{ content: writeContent(pcmType, writeBytes(samples).toString("base64")), index: 0 }],
			modelVersion: writeVersion(model, [voice]),
			responseId,
		}),
		/** @returns the last event, with the whole answer's tokens and its finish reason */
		writeEnd: (speech: SynthesizedSpeech, usage: Usage): GenerateAnswer => ({
			...writeAnswer(speech, model, usage, noContent),
			responseId,
		}),
	};
};

/** The most bytes of sound in a piece: a multiple of three, so that pieces of base64 can be joined without padding. */
const pieceBytes = 48 * 1024;
const slot = '"data":""';

/** Yields an answer in pieces. Each is made only when it is sent, so that only one piece of base64 is in memory. */
const writePieces = function* (head: string, sound: Buffer, tail: string): Generator<Buffer> {
	yield Buffer.from(head);
	for (let at = 0; at < sound.byteLength; at += pieceBytes)
		yield Buffer.from(sound.toString("base64", at, Math.min(at + pieceBytes, sound.byteLength)), "latin1");
	yield Buffer.from(tail);
};

/**
 * @param answer - the answer with empty sound data
 * @param sound - the bytes of the sound data
 */
export const sendAnswer = (reply: FastifyReply, answer: GenerateAnswer, sound: Buffer): FastifyReply => {
	const json = JSON.stringify(answer);
	const cut = json.indexOf(slot);
	const middle = cut < 0 ? json.length : cut + slot.length - 1;
	const [head, tail] = [json.slice(0, middle), json.slice(middle)];
	const length = Buffer.byteLength(json) + 4 * Math.ceil(sound.byteLength / 3);
	return reply
		.header("content-type", "application/json; charset=utf-8")
		.header("content-length", length)
		.send(Readable.from(writePieces(head, sound, tail), { objectMode: false }));
};

/**
 * Opens an answer as `text/event-stream`, each event sent at once.
 *
 * @param hold - counts the bytes of an unread event, and returns a function that releases them
 */
export const createEventAnswer = (reply: FastifyReply, hold: (bytes: number) => () => void) => {
	const { raw } = reply;
	const gone = new Promise((resolve) => raw.once("close", resolve));
	let begun = false;

	/** Sends an event at once. Resolves when the event is written to the connection, or the client has disconnected. */
	const send = async (event: GenerateEvent | object) => {
		if (!begun) {
			begun = true;
			reply.hijack();
			reply.header("content-type", "text/event-stream; charset=utf-8").header("cache-control", "no-cache");
			raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
		}
		if (raw.destroyed) return;
		const bytes = Buffer.from(`data: ${JSON.stringify(event)}\r\n\r\n`);
		const release = hold(bytes.byteLength);
		const read = new Promise((resolve) => raw.write(bytes, resolve));
		await Promise.race([read, gone]);
		release();
	};

	return {
		send,
		end: () => void raw.end(),
		/** Whether the headers have been sent. After that, no error status is possible. */
		hasBegun: () => begun,
	};
};
