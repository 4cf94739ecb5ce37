import { AudioError } from "@herald/common/audio/pcm.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer } from "../../src/speech/ask/answer.ts";
import { readSound } from "../../src/speech/ask/answer-sound.ts";
import { classifyRefusal } from "../../src/speech/ask/classify.ts";
import { answerBody, toneWav } from "../support/upstream.ts";

const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? "");

/** Answers of roughly the right shape, wrong in random places. */
const almostAnswers = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 6 },
		fc.string(),
		fc.integer(),
		fc.constant(null),
		fc.boolean(),
		tie("object"),
		fc.array(tie("value"), { maxLength: 3 }),
	),
	object: fc.dictionary(
		fc.constantFrom(
			"candidates",
			"content",
			"parts",
			"inlineData",
			"inline_data",
			"data",
			"mimeType",
			"mime_type",
			"thought",
			"finishReason",
			"promptFeedback",
			"blockReason",
			"usageMetadata",
			"promptTokenCount",
			"error",
			"message",
			"code",
			"details",
			"retryDelay",
			"status",
			"type",
		),
		tie("value"),
	),
})).object;

describe("any answer", () => {
	test("is read without a throw, whatever its bytes", () => {
		fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => void readAnswer(bytes)));
		fc.assert(
			fc.property(almostAnswers, (value) => void readAnswer(bytesOf(value))),
			{ numRuns: 1_000 },
		);
	});

	test("with sound gives PCM or says in one way that it is none", () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 500 }),
				fc.constantFrom("audio/wav", "audio/L16;rate=24000", "audio/l16", "audio/mpeg", "audio/pcm;rate=0"),
				(sound, mimeType) => {
					const reading = readAnswer(bytesOf(answerBody(sound, mimeType)));
					if (reading.kind !== "audio") return;
					try {
						readSound(reading.parts);
					} catch (error) {
						expect(error).toBeInstanceOf(AudioError);
					}
				},
			),
		);
	});

	test("is classified when it is a refusal, whatever its status and body, and never repeats the body", () => {
		fc.assert(
			fc.property(fc.integer({ min: 201, max: 599 }), almostAnswers, (status, value) => {
				const body = {
					...(value as object),
					error: { message: "verysecretwords", ...((value as { error?: object }).error ?? {}) },
				};
				const failure = classifyRefusal({ status, headers: {}, body: JSON.stringify(body) }, 0);
				expect(failure.detail.kind).toMatch(/^\w+$/);
				expect(failure.message).not.toContain("verysecretwords");
				if (failure.detail.kind === "rate_limited") expect(failure.detail.retryAt).toBeGreaterThan(0);
			}),
			{ numRuns: 1_000 },
		);
	});

	test("joins the parts of one sound wherever they were cut, and sounds of different rates", () => {
		const raw = toneWav(0.5).subarray(44);
		const cut = (at: number) =>
			readSound([
				{ mimeType: "audio/l16;rate=24000", bytes: raw.subarray(0, at) },
				{ mimeType: "audio/l16;rate=24000", bytes: raw.subarray(at) },
			]);
		expect(cut(1_001).samples).toEqual(cut(1_000).samples);
		const mixed = readSound([
			{ mimeType: "audio/wav", bytes: toneWav(0.5) },
			{ mimeType: "audio/l16;rate=48000", bytes: raw },
		]);
		expect(mixed.sampleRate).toBe(24_000);
		expect(mixed.samples.length).toBe(12_000 + 6_000);
	});

	test.each(["application/octet-stream", "wav", "text/plain"])(
		"with a WAV file is sound though it is called %s, in one part or in several",
		(mimeType) => {
			const whole = toneWav(0.5);
			for (const sounds of [[whole], [whole.subarray(0, 1_001), whole.subarray(1_001)]]) {
				const parts = sounds.map((sound) => ({
					inlineData: { mimeType, data: Buffer.from(sound).toString("base64") },
				}));
				const reading = readAnswer(bytesOf({ candidates: [{ content: { parts } }] }));
				expect(reading.kind).toBe("audio");
				if (reading.kind === "audio") expect(readSound(reading.parts).samples).toHaveLength(12_000);
			}
		},
	);

	test("with a type in its first part alone is one sound at that rate", () => {
		const raw = toneWav(0.5).subarray(44);
		const parts = [raw.subarray(0, 1_001), raw.subarray(1_001)].map((bytes, at) => ({
			inlineData: {
				...(at === 0 && { mimeType: "audio/L16;rate=12000" }),
				data: Buffer.from(bytes).toString("base64"),
			},
		}));
		const reading = readAnswer(bytesOf({ candidates: [{ content: { parts } }] }));
		expect(reading.kind === "audio" && readSound(reading.parts)).toMatchObject({ sampleRate: 12_000 });
		expect(reading.kind === "audio" && readSound(reading.parts).samples).toHaveLength(12_000);
	});

	test("with a picture beside its sound is its sound", () => {
		const parts = [
			{ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
			{ inlineData: { mimeType: "audio/wav", data: Buffer.from(toneWav(0.5)).toString("base64") } },
		];
		expect(readAnswer(bytesOf({ candidates: [{ content: { parts } }] }))).toMatchObject({
			kind: "audio",
			parts: [{ mimeType: "audio/wav" }],
		});
	});
});
