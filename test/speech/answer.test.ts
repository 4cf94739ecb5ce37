import { AudioError } from "@herald/common/audio/clip.ts";
import { closeEncoder, encodeClip } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import { finish } from "@herald/common/audio/opus.ts";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { classifyRefusal } from "../../src/speech/ask/classify.ts";
import { parseAnswer, readSound, readSoundInSteps } from "../../src/speech/clips/answer.ts";
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
			..."candidates content parts inlineData inline_data fileData file_data fileUri text index data".split(
				" ",
			),
			..."mimeType mime_type thought finishReason promptFeedback blockReason usageMetadata".split(" "),
			..."promptTokenCount error message code details retryDelay status type".split(" "),
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

	const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
	const inline = (mimeType: string | undefined, bytes: Uint8Array) => ({
		inlineData: { ...(mimeType !== undefined && { mimeType }), data: base64(bytes) },
	});
	const parse = (...parts: readonly object[]) =>
		parseAnswer(bytesOf({ candidates: [{ content: { parts } }] }));
	const partsOf = (reading: ReturnType<typeof parse>) => (reading.kind === "audio" ? reading.parts : []);
	const wav = toneWav(0.5);
	const text = base64(wav);
	const clip = encodeClip(inSilence(0.05, makeSine(440, -20, 0.3), 0.15));
	const ogg = writeOgg(clip.packets, clip.durationMs);

	test.each<[string, readonly object[]]>([
		["as a file in a data URI", [{ fileData: { fileUri: `data:audio/wav;base64,${text}` } }]],
		["as a file in snake case", [{ file_data: { file_uri: `data:audio/x-wav;base64,${text}` } }]],
		["as text in a data URI", [{ text: `data:audio/wav;base64,${text}` }]],
		["as Ogg Opus, whatever it is called", [inline("application/ogg", ogg)]],
		["as Ogg Opus in text, after other text", [{ text: "Here is your speech:" }, { text: base64(ogg) }]],
		["beside a picture", [inline("image/png", Buffer.from("PNG")), inline("audio/wav", wav)]],
		...["application/octet-stream", "wav", "text/plain"].flatMap((type): [string, object[]][] => [
			[`as a WAV file called ${type}`, [inline(type, wav)]],
			[
				`as WAV called ${type}, cut`,
				[inline(type, wav.subarray(0, 1_001)), inline(type, wav.subarray(1_001))],
			],
		]),
	])("with its sound %s is read as that sound", (_, parts) => {
		const { samples, sampleRate } = readSound(partsOf(parse(...parts)));
		expect([samples.length, sampleRate]).toEqual([12_000, 24_000]);
	});

	test("that names a file without its type is sound that can't be played", () => {
		const part = { fileData: { fileUri: "https://files.example/1" } };
		expect(parse(part)).toMatchObject({ kind: "unplayable", why: expect.stringMatching(/\(no type\)$/) });
	});

	const vorbis = Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(40)]);
	const hours = writeOgg(Array(10_000).fill(Uint8Array.of(0xfb, 6)), 199_990);
	test.each([
		["MP3", inline("audio/mpeg", Buffer.from("ID3")), /: audio\/mpeg$/],
		["MP3 in text", { text: "SUQzBAAAAAAA" }, /: audio\/mpeg$/],
		["MP3 without tags in text", { text: base64(Buffer.alloc(100, "fffb9064", "hex")) }, /: audio\/mpeg$/],
		["FLAC", inline("audio/flac", Buffer.from("fLaC")), /: audio\/flac$/],
		["Ogg Vorbis", inline("audio/ogg", vorbis), /other than Opus/],
		["Opus of hours", inline("audio/ogg", hours), /^\d+ s of sound/],
	])("with %s is refused before any of it is decoded", (_, part, message) => {
		const read = () => finish(readSoundInSteps(partsOf(parse(part)), 60));
		expect(read).toThrow(AudioError);
		expect(read).toThrow(message);
	});

	test.each(["Hello there, UklGR", "data: audio/wav", "https://files.example/a.wav"])(
		"with the text %s has no sound",
		(words) => expect(parse({ text: words }).kind).toBe("no_audio"),
	);
});

const now = Date.UTC(2026, 10, 21, 8);
const hour = 60 * 60 * 1_000;
const refuse = (error: unknown, headers: Record<string, string> = {}) =>
	classifyRefusal({ status: 429, headers, body: JSON.stringify({ error }) }, now);
const daily = (retryDelay: string) => ({
	code: 429,
	status: "RESOURCE_EXHAUSTED",
	message: "You exceeded your current quota.",
	details: [{ violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }] }, { retryDelay }],
});

test("a daily limit holds until the end of the day, or as long as the service says if that is longer", () => {
	const detail = { kind: "rate_limited", retryAt: now + 16 * hour, daily: true };
	expect(refuse(daily("15s"))).toMatchObject({ detail, next: "end" });
	expect(refuse(daily("72000s")).detail).toMatchObject({ retryAt: now + 20 * hour });
});

test.each([
	["a header", refuse({}, { "retry-after": "99999999999999999" })],
	["a header of more digits than a number holds", refuse({}, { "retry-after": "9".repeat(400) })],
	["a date", refuse({}, { "retry-after": "Tue, 01 Jan 9999 00:00:00 GMT" })],
	["details", refuse({ details: [{ retryDelay: "99999999999s" }] })],
	["a text", refuse({ message: "Please retry in 99999999 h" })],
	["a day's limit", refuse(daily("99999999999s"))],
])("an unreasonable wait in %s is believed up to a day", (_, { detail, waitMs }) => {
	expect(waitMs).toBe(24 * hour);
	expect(detail).toMatchObject({ kind: "rate_limited", retryAt: now + 24 * hour });
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
	"a code or type called %s is treated as unknown",
	(name) => {
		for (const error of [
			{ type: "new_api_error", code: name },
			{ type: name, code: "" },
		]) {
			const body = JSON.stringify({ error });
			const failure = classifyRefusal({ status: 500, headers: {}, body }, now);
			expect(failure).toMatchObject({ detail: { kind: "upstream" }, next: "again" });
		}
	},
);
