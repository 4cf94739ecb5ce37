import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { decodeOpus } from "@herald/common/audio/opus.ts";
import { type SeenRequest, tone } from "./upstream.ts";

/** The words of a text, as tones that a test can tell apart: the pitch of each, in Hz. */
export const words = [200, 300, 400, 500, 600];
const wordSeconds = 0.4;
const gapSeconds = 0.16;
/** The length of each word with the pause after it, in samples. */
export const wordLength = Math.round((wordSeconds + gapSeconds) * 24_000);

/** @returns words as samples at 24 kHz */
export const speakWords = (pitches: readonly number[] = words): Int16Array => {
	const samples = new Int16Array(pitches.length * wordLength);
	for (const [at, hertz] of pitches.entries()) samples.set(tone(wordSeconds, hertz), at * wordLength);
	return samples;
};

/** @returns the words heard in packets, in order, each with its duration in ms */
export const hearWords = (
	packets: readonly Uint8Array[],
): readonly (readonly [hertz: number, ms: number])[] => {
	const samples = decodeOpus(packets);
	const heard: [number, number][] = [];
	const window = 960;
	for (let at = 0; at + window <= samples.length; at += window) {
		const part = samples.subarray(at, at + window);
		if (Math.max(...part) < 1_000) continue;
		let crossings = 0;
		for (let i = 1; i < part.length; i++)
			if ((part[i - 1] as number) < 0 && (part[i] as number) >= 0) crossings += 1;
		const hertz = Math.round((crossings * 24_000) / window / 100) * 100;
		const last = heard.at(-1);
		if (last?.[0] === hertz) last[1] += 40;
		else heard.push([hertz, 40]);
	}
	const merged: [number, number][] = [];
	for (const [hertz, ms] of heard) {
		const last = merged.at(-1);
		if (last?.[0] === hertz) last[1] += ms;
		// A shorter sound isn't a word but the point where two sounds meet.
		else if (ms > 80) merged.push([hertz, ms]);
	}
	return merged;
};

const usageOf = (samples: number) => ({
	promptTokenCount: 9,
	candidatesTokenCount: Math.round((samples / 24_000) * 25),
	totalTokenCount: 9 + Math.round((samples / 24_000) * 25),
});

export const writeEvent = (event: unknown): string => `data: ${JSON.stringify(event)}\r\n\r\n`;

/** @param sound - the sound's bytes, or their base64 @returns an event with the sound */
export const soundEvent = (
	sound: Uint8Array | string,
	mimeType = "audio/L16;codec=pcm;rate=24000",
	more: object = {},
) => ({
	candidates: [
		{
			content: {
				role: "model",
				parts: [
					{
						inlineData: {
							mimeType,
							data: typeof sound === "string" ? sound : Buffer.from(sound).toString("base64"),
						},
					},
				],
			},
			index: 0,
			...more,
		},
	],
});

export const endEvent = (samples: number, finishReason = "STOP") => ({
	candidates: [{ content: {}, finishReason, index: 0 }],
	usageMetadata: usageOf(samples),
});

/** @returns the sound as events of this many bytes each, without a last event */
export const soundEvents = (samples: Int16Array, bytesEach = 9_601): string[] => {
	const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
	const events: string[] = [];
	for (let at = 0; at < bytes.length; at += bytesEach)
		events.push(writeEvent(soundEvent(bytes.subarray(at, at + bytesEach))));
	return events;
};

/** @returns the events of the sound and a last event */
export const wholeStream = (samples: Int16Array, bytesEach?: number): string =>
	[...soundEvents(samples, bytesEach), writeEvent(endEvent(samples.length))].join("");

export const isStream = ({ path }: Pick<SeenRequest, "path">): boolean =>
	path.endsWith(":streamGenerateContent?alt=sse");

/** Sends events in chunks of `chunkBytes`. */
export const sendEvents = async (
	response: ServerResponse,
	events: string | Uint8Array,
	{ headers = {}, chunkBytes = 65_536, end = true } = {},
): Promise<void> => {
	response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", ...headers });
	const bytes = Buffer.from(events);
	for (let at = 0; at < bytes.length; at += chunkBytes) {
		response.write(bytes.subarray(at, at + chunkBytes));
		// Makes each piece a chunk of its own.
		await setImmediate();
	}
	if (end) response.end();
};
