import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Pcm, writeWav } from "@herald/common/audio/pcm.ts";

const rate = 24_000;
/** The parts of a phrase, in seconds: a tone, and the pause after it. */
const toneSeconds = 1;
const pauseSeconds = 0.4;
const wordsAPhrase = 4;
const phrasesMax = 30;

/** @returns this many phrases of a tone and a pause */
export const makePhrases = (count: number): Pcm => {
	const samples = new Int16Array(Math.round(count * (toneSeconds + pauseSeconds) * rate));
	for (let phrase = 0; phrase < count; phrase += 1)
		for (let n = 0; n < toneSeconds * rate; n += 1)
			samples[Math.round(phrase * (toneSeconds + pauseSeconds) * rate) + n] =
				9_000 * Math.sin((2 * Math.PI * 220 * n) / rate);
	return { samples, sampleRate: rate };
};

export const speakPhrases = (count: number): string =>
	JSON.stringify({
		candidates: [
			{
				content: {
					role: "model",
					parts: [
						{
							inlineData: {
								mimeType: "audio/wav",
								data: Buffer.from(writeWav(makePhrases(count))).toString("base64"),
							},
						},
					],
				},
				finishReason: "STOP",
			},
		],
		usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 64, totalTokenCount: 73 },
	});

const send = (response: ServerResponse, status: number, body: string): void => {
	response.writeHead(status, { "content-type": "application/json" }).end(body);
};

/**
 * A speech service that answers with tones, and credits each code once unless it begins with WRONG. It fails on demand.
 */
export const startSpeakingUpstream = async () => {
	const answers = new Map<number, string>();
	/** How often each code was credited. */
	const credited = new Map<string, number>();
	/** How often each code was sent. */
	const topups = new Map<string, number>();
	let failing = 0;
	let refusal: number | undefined;
	let slowMs = 0;
	let perMinute = Number.POSITIVE_INFINITY;
	let minute = { begun: 0, requests: 0 };
	let turn: Promise<unknown> = Promise.resolve();
	/** Topups are answered after this resolves. */
	let topupsHeld: Promise<void> | undefined;
	let requests = 0;
	const answer = (phrases: number): string => {
		const known = answers.get(phrases) ?? speakPhrases(phrases);
		answers.set(phrases, known);
		return known;
	};
	const speak = (body: string): string => {
		const words = body.split(/\s+/).length;
		return answer(Math.min(phrasesMax, Math.max(1, Math.ceil(words / wordsAPhrase))));
	};
	const server = createServer(async (request, response) => {
		request.on("error", () => {});
		response.on("error", () => {});
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString("utf8");
		await wait(Math.random() * 100);
		if (request.url?.endsWith("/topup")) {
			const { key } = JSON.parse(body) as { key: string };
			topups.set(key, (topups.get(key) ?? 0) + 1);
			const times = credited.get(key) ?? 0;
			if (key.startsWith("WRONG"))
				return send(response, 200, JSON.stringify({ success: false, message: "Invalid redemption code" }));
			if (times > 0)
				return send(
					response,
					200,
					JSON.stringify({ success: false, message: "This code has already been used" }),
				);
			credited.set(key, times + 1);
			await topupsHeld;
			await wait(Math.random() * 300);
			return send(response, 200, JSON.stringify({ success: true, message: "", data: 7 }));
		}
		if (!request.url?.includes("generateContent")) return send(response, 404, "{}");
		requests += 1;
		if (refusal !== undefined) return send(response, refusal, "{}");
		if (performance.now() - minute.begun > 60_000) minute = { begun: performance.now(), requests: 0 };
		minute.requests += 1;
		if (minute.requests > perMinute) return send(response, 429, "{}");
		if (slowMs > 0) {
			turn = turn.then(() => wait(slowMs));
			await turn;
		}
		if (Math.random() < failing) return response.destroy();
		return send(response, 200, speak(body));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		credited: credited as ReadonlyMap<string, number>,
		topups: topups as ReadonlyMap<string, number>,
		get requests() {
			return requests;
		},
		/** Makes all answers in advance, since a long one blocks this process for 20 ms. */
		prepare: () => {
			for (let phrases = 1; phrases <= phrasesMax; phrases += 1) answer(phrases);
		},
		/** From now on, this share of requests gets no answer. */
		fail: (share: number) => {
			failing = share;
		},
		/** From now on, every text is refused with this status; undefined ends that. */
		refuse: (status: number | undefined) => {
			refusal = status;
		},
		/** From now on, texts beyond this many a minute are answered with 429. */
		allow: (texts: number) => {
			perMinute = texts;
		},
		/** From now on, texts are spoken one after the other, each in `eachMs`; 0 ends that. */
		slowDown: (eachMs: number) => {
			slowMs = eachMs;
		},
		/** From now on, topups aren't answered. @returns a function that ends that */
		holdTopups: (): (() => void) => {
			const { promise, resolve } = Promise.withResolvers<void>();
			topupsHeld = promise;
			return resolve;
		},
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
};
