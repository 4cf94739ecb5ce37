import { isWav } from "@herald/common/audio/wav.ts";
import { type AnsweredPart, receivedAnswer } from "@herald/common/wire/generate-answer.ts";
import { readJson } from "@herald/common/wire/http.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { AnswerReading, AudioPart, SilentReading } from "./answer-reading.ts";

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

/**
 * A WAV file is audio whatever its type says, and so is what follows it with the same type, or with none. Base64 without
 * padding may go on in the next part, also within a group of four characters.
 */
const readParts = (values: readonly AnsweredPart[], partBefore: AudioPart | undefined): AudioPart[] => {
	const parts: AudioPart[] = [];
	for (const { thought, inlineData, inline_data } of values) {
		const found = inlineData ?? inline_data;
		if (!found || thought) continue;
		const before = parts.at(-1) ?? partBefore;
		const mimeType = (found.mimeType || found.mime_type || before?.mimeType || "audio/l16").toLowerCase();
		const goesOn = mimeType === before?.mimeType;
		const data = `${(goesOn && before.cut) || ""}${found.data}`.replace(/\s/g, "");
		const end = data.length - (data.endsWith("=") ? 0 : data.length % 4);
		const bytes = Buffer.from(data.slice(0, end), "base64");
		if (mimeType.startsWith("audio/") || isWav(bytes) || goesOn)
			parts.push({ mimeType, bytes, cut: data.slice(end) });
	}
	return parts;
};

/** The contents of an answer, or of an event of one. */
export interface AnswerPiece {
	readonly parts: readonly AudioPart[];
	/** Empty where there is none. */
	readonly finishReason: string;
	/** Why the prompt was refused, if it was. */
	readonly blockReason: string | undefined;
	readonly usage: Usage;
}

/** Reads an answer of operation 1, or an event of one. @param partBefore - the last sound that came before it */
export const readPiece = (body: string, partBefore?: AudioPart): AnswerPiece | { readonly why: string } => {
	const json = readJson(body);
	if (json === undefined) return { why: `a 200 with ${describeBody(body.slice(0, 200))}` };
	const parsed = looksLikeAnswer(json) ? receivedAnswer.safeParse(json) : undefined;
	if (!parsed?.success) return { why: "a 200 with JSON of another interface" };
	const { candidates, promptFeedback, usageMetadata } = parsed.data;
	const first = candidates?.find(({ index }) => index === 0);
	return {
		parts: readParts(first?.content.parts ?? [], partBefore),
		finishReason: first?.finishReason ?? "",
		blockReason: promptFeedback?.blockReason || undefined,
		usage: { promptTokens: usageMetadata.promptTokenCount, audioTokens: usageMetadata.candidatesTokenCount },
	};
};

/** Says why there is no sound in an answer. */
export const judgeSilence = ({ blockReason, finishReason, usage }: AnswerPiece): SilentReading => {
	if (blockReason !== undefined) return { kind: "blocked", reason: blockReason, usage };
	return wordReasons.has(finishReason)
		? { kind: "blocked", reason: finishReason, usage }
		: { kind: "no_audio", finishReason: finishReason || "none", usage };
};

/**
 * Finds the sound in a 200 of operation 1 (docs/interface.md 2.2; the shape of `parts` is not shown there). A 200
 * without audio is one of the other kinds; this function never throws.
 */
export const readAnswer = (bytes: Uint8Array): AnswerReading => {
	const piece = readPiece(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
	if ("why" in piece) return { kind: "bad_response", why: piece.why, usage: noUsage };
	const { parts, blockReason, usage } = piece;
	return parts.length > 0 && blockReason === undefined
		? { kind: "audio", parts, usage }
		: judgeSilence(piece);
};
