import { isWav } from "@herald/common/audio/wav.ts";
import { type AnsweredPart, receivedAnswer } from "@herald/common/wire/generate-answer.ts";
import { noUsage } from "../usage.ts";
import type { AnswerReading, AudioPart } from "./answer-reading.ts";

/** Finish reasons caused by the words. Others, known or new, may go away on the next try. */
const wordReasons: ReadonlySet<string> = new Set([
	"SAFETY",
	"RECITATION",
	"BLOCKLIST",
	"PROHIBITED_CONTENT",
	"SPII",
	"LANGUAGE",
]);

const looksLikeAnswer = (json: unknown): boolean =>
	typeof json === "object" &&
	json !== null &&
	["candidates", "promptFeedback", "usageMetadata"].some((field) => field in json);

const describeBody = (body: string): string =>
	/^\s*<(?:!doctype|html)/i.test(body) ? "an HTML page" : "something that is not JSON";

/** A WAV file is audio whatever its type says, and so is what follows it with the same type. */
const readParts = (values: readonly AnsweredPart[]): AudioPart[] => {
	const parts: AudioPart[] = [];
	for (const { thought, inlineData, inline_data } of values) {
		const found = inlineData ?? inline_data;
		if (!found || thought) continue;
		const mimeType = (found.mimeType || found.mime_type || "audio/l16").toLowerCase();
		const bytes = Buffer.from(found.data, "base64");
		if (mimeType.startsWith("audio/") || isWav(bytes) || mimeType === parts.at(-1)?.mimeType)
			parts.push({ mimeType, bytes });
	}
	return parts;
};

/**
 * Finds the sound in a 200 of operation 1 (docs/interface.md 2.2; the shape of `parts` is not shown there). A 200
 * without audio is one of the other kinds; this function never throws.
 */
export const readAnswer = (bytes: Uint8Array): AnswerReading => {
	const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
	let json: unknown;
	try {
		json = JSON.parse(body);
	} catch {
		const why = `a 200 with ${describeBody(body.slice(0, 200))}`;
		return { kind: "bad_response", why, usage: noUsage };
	}
	const parsed = looksLikeAnswer(json) ? receivedAnswer.safeParse(json) : undefined;
	if (!parsed?.success)
		return { kind: "bad_response", why: "a 200 with JSON of another interface", usage: noUsage };
	const { candidates, promptFeedback, usageMetadata } = parsed.data;
	const usage = {
		promptTokens: usageMetadata.promptTokenCount,
		audioTokens: usageMetadata.candidatesTokenCount,
	};
	if (promptFeedback?.blockReason) return { kind: "blocked", reason: promptFeedback.blockReason, usage };
	const first = candidates?.[0];
	const parts = readParts(first?.content.parts ?? []);
	if (parts.length > 0) return { kind: "audio", parts, usage };
	const finishReason = first?.finishReason || "none";
	return wordReasons.has(finishReason)
		? { kind: "blocked", reason: finishReason, usage }
		: { kind: "no_audio", finishReason, usage };
};
