import { AudioError } from "@herald/common/audio/clip.ts";
import { closeEncoder, encodeClip } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import { finish } from "@herald/common/audio/opus.ts";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { parseAnswer, readSound, readSoundInSteps } from "../../src/speech/ask/answer.ts";
import { classifyRefusal } from "../../src/speech/ask/classify.ts";
import { inSilence, makeSine } from "../audio/sounds.ts";
import { answerBody, toneWav } from "../support/upstream.ts";

const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? "");

afterAll(closeEncoder);

/** Answers of roughly the right shape, with errors in random places. */
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
			"fileData",
			"file_data",
			"fileUri",
			"text",
			"index",
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
	test("is read without an exception, whatever its bytes", () => {
		fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => void parseAnswer(bytes)));
		fc.assert(
			fc.property(almostAnswers, (value) => void parseAnswer(bytesOf(value))),
			{ numRuns: 1_000 },
		);
	});

	test("with sound gives PCM, or AudioError if it isn't sound", () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 500 }),
				fc.constantFrom("audio/wav", "audio/L16;rate=24000", "audio/l16", "audio/mpeg", "audio/pcm;rate=0"),
				(sound, mimeType) => {
					const reading = parseAnswer(bytesOf(answerBody(sound, mimeType)));
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

	test("that is a refusal is classified, whatever its status and body, and its body is never repeated", () => {
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

	test("has its parts joined to one sound wherever they were cut, even from different rates", () => {
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
		"with a WAV file is sound even if its type is %s, in one part or in several",
		(mimeType) => {
			const whole = toneWav(0.5);
			for (const sounds of [[whole], [whole.subarray(0, 1_001), whole.subarray(1_001)]]) {
				const parts = sounds.map((sound) => ({
					inlineData: { mimeType, data: Buffer.from(sound).toString("base64") },
				}));
				const reading = parseAnswer(bytesOf({ candidates: [{ content: { parts } }] }));
				expect(reading.kind).toBe("audio");
				if (reading.kind === "audio") expect(readSound(reading.parts).samples).toHaveLength(12_000);
			}
		},
	);

	test("with a type only in its first part is one sound at that rate", () => {
		const raw = toneWav(0.5).subarray(44);
		const parts = [raw.subarray(0, 1_001), raw.subarray(1_001)].map((bytes, at) => ({
			inlineData: {
				...(at === 0 && { mimeType: "audio/L16;rate=12000" }),
				data: Buffer.from(bytes).toString("base64"),
			},
		}));
		const reading = parseAnswer(bytesOf({ candidates: [{ content: { parts } }] }));
		expect(reading.kind === "audio" && readSound(reading.parts)).toMatchObject({ sampleRate: 12_000 });
		expect(reading.kind === "audio" && readSound(reading.parts).samples).toHaveLength(12_000);
	});

	test("with a picture besides the sound is just the sound", () => {
		const parts = [
			{ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
			{ inlineData: { mimeType: "audio/wav", data: Buffer.from(toneWav(0.5)).toString("base64") } },
		];
		expect(parseAnswer(bytesOf({ candidates: [{ content: { parts } }] }))).toMatchObject({
			kind: "audio",
			parts: [{ mimeType: "audio/wav" }],
		});
	});

	const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
	const wav = base64(toneWav(0.5));
	const clip = encodeClip(inSilence(0.05, makeSine(440, -20, 0.3), 0.15));
	const ogg = base64(writeOgg(clip.packets, clip.durationMs));
	const inText = { text: "Here is your speech:" };
	test.each([
		["as a file in a data URI", [{ fileData: { fileUri: `data:audio/wav;base64,${wav}` } }]],
		["as a file in snake case", [{ file_data: { file_uri: `data:audio/x-wav;base64,${wav}` } }]],
		["as text", [inText, { text: wav }]],
		["as text in a data URI", [{ text: `data:audio/wav;base64,${wav}` }]],
		["as Ogg Opus", [inText, { inlineData: { mimeType: "audio/ogg", data: ogg } }]],
		["as Ogg Opus, whatever it is called", [{ inlineData: { mimeType: "application/ogg", data: ogg } }]],
		["as Ogg Opus in text", [{ text: ogg }]],
	])("with its sound %s is read as that sound", (_, parts) => {
		const reading = parseAnswer(bytesOf({ candidates: [{ content: { parts } }] }));
		const { samples, sampleRate } = readSound(reading.kind === "audio" ? reading.parts : []);
		expect([samples.length, sampleRate]).toEqual([12_000, 24_000]);
	});

	test("gives the sound of the first candidate that has one", () => {
		const sound = { parts: [{ inlineData: { mimeType: "audio/wav", data: wav } }] };
		const short = { parts: [{ inlineData: { mimeType: "audio/wav", data: base64(toneWav(0.25)) } }] };
		for (const candidates of [
			[{ content: sound, index: 1, finishReason: "STOP" }],
			[{ content: {}, finishReason: "OTHER" }, { content: sound }],
			[
				{ content: { parts: [inText] }, index: 0 },
				{ content: sound, index: 1 },
				{ content: short, index: 2 },
			],
		]) {
			const reading = parseAnswer(bytesOf({ candidates }));
			expect(reading.kind === "audio" && readSound(reading.parts).samples).toHaveLength(12_000);
		}
	});

	test.each([
		[
			"names a file elsewhere",
			[{ fileData: { mimeType: "audio/wav", fileUri: "https://files.example/1" } }],
			/\(audio\/wav\)$/,
		],
		["names one without its type", [{ fileData: { fileUri: "https://files.example/1" } }], /\(no type\)$/],
	])("that %s is sound that can't be played", (_, parts, why) => {
		expect(parseAnswer(bytesOf({ candidates: [{ content: { parts } }] }))).toMatchObject({
			kind: "unplayable",
			why: expect.stringMatching(why),
		});
	});

	test.each([
		["MP3", { inlineData: { mimeType: "audio/mpeg", data: "SUQzBAAAAAAA" } }, /: audio\/mpeg$/],
		["MP3 in text", { text: "SUQzBAAAAAAA" }, /: audio\/mpeg$/],
		["MP3 without tags in text", { text: base64(Buffer.alloc(100, "fffb9064", "hex")) }, /: audio\/mpeg$/],
		["FLAC", { inlineData: { mimeType: "audio/flac", data: "ZkxhQwAAACI=" } }, /: audio\/flac$/],
		[
			"Ogg Vorbis",
			{
				inlineData: {
					mimeType: "audio/ogg",
					data: base64(Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(40)])),
				},
			},
			/other than Opus/,
		],
		[
			"Opus of hours",
			{
				inlineData: {
					mimeType: "audio/ogg",
					data: base64(writeOgg(Array(10_000).fill(Uint8Array.of(0xfb, 6)), 199_990)),
				},
			},
			/^\d+ s of sound/,
		],
	])("with %s is refused before any of it is decoded", (_, part, message) => {
		const reading = parseAnswer(bytesOf({ candidates: [{ content: { parts: [part] } }] }));
		const read = () => finish(readSoundInSteps(reading.kind === "audio" ? reading.parts : [], 60));
		expect(read).toThrow(AudioError);
		expect(read).toThrow(message);
	});

	test.each(["Hello there, UklGR", "data: audio/wav", "https://files.example/a.wav"])(
		"with the text %s has no sound",
		(text) => {
			expect(parseAnswer(bytesOf({ candidates: [{ content: { parts: [{ text }] } }] })).kind).toBe(
				"no_audio",
			);
		},
	);
});
