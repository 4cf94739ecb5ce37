import { setTimeout as wait } from "node:timers/promises";
import { readText, send, serveSpeech, writeAnswer } from "./speaking-upstream.ts";

const sampleRate = 24_000;
const secondsPerWord = 0.38;

/** @returns an answer with a sound as long as the spoken text */
const speak = (text: string): string => {
	const seconds = 0.3 + text.split(/\s+/).length * secondsPerWord;
	const samples = Int16Array.from(
		{ length: Math.round(seconds * sampleRate) },
		(_, n) => 9_000 * Math.sin((2 * Math.PI * 220 * n) / sampleRate),
	);
	return writeAnswer({ samples, sampleRate });
};

/** A speech service that takes `requestMs` per request, and works on `atOnce` requests at a time. */
export const startSlowService = async (requestMs: number, atOnce: number) => {
	const texts: string[] = [];
	const turns = Array.from({ length: atOnce }, () => Promise.resolve());
	const server = await serveSpeech(async (_request, body, response) => {
		const text = readText(body);
		texts.push(text);
		const before = turns.shift();
		const done = (before ?? Promise.resolve()).then(() => wait(requestMs));
		turns.push(done);
		await done;
		send(response, 200, speak(text));
	});
	return {
		...server,
		/** The requested texts, in order. */
		texts,
	};
};
