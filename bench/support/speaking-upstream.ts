import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
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
const makePhrases = (count: number): Pcm => {
	const samples = new Int16Array(Math.round(count * (toneSeconds + pauseSeconds) * rate));
	for (let phrase = 0; phrase < count; phrase += 1)
		for (let n = 0; n < toneSeconds * rate; n += 1)
			samples[Math.round(phrase * (toneSeconds + pauseSeconds) * rate) + n] =
				9_000 * Math.sin((2 * Math.PI * 220 * n) / rate);
	return { samples, sampleRate: rate };
};

export const writeAnswer = (sound: Pcm): string => {
	const inlineData = { mimeType: "audio/wav", data: Buffer.from(writeWav(sound)).toString("base64") };
	return JSON.stringify({
		candidates: [{ content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP" }],
		usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 64, totalTokenCount: 73 },
	});
};

/** @returns a function that answers with this many phrases, and makes each answer only once */
export const keepAnswers = (): ((phrases: number) => string) => {
	const answers = new Map<number, string>();
	return (phrases) => {
		const known = answers.get(phrases) ?? writeAnswer(makePhrases(phrases));
		answers.set(phrases, known);
		return known;
	};
};

export const readText = (body: string): string => JSON.parse(body).contents.at(-1).parts.at(-1).text;

export const send = (response: ServerResponse, status: number, body: string): void => {
	response.writeHead(status, { "content-type": "application/json" }).end(body);
};

/** Starts a speech service whose requests `answer` answers. Requests without a body only keep connections open. */
export const serveSpeech = async (
	answer: (request: IncomingMessage, body: string, response: ServerResponse) => unknown,
) => {
	const server = createServer(async (request, response) => {
		request.on("error", () => {});
		response.on("error", () => {});
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		if (request.method === "POST") await answer(request, body, response);
		else send(response, 404, "{}");
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
};

/**
 * A speech service that answers with tones, and credits each code once unless it begins with WRONG. It fails on demand.
 */
export const startSpeakingUpstream = async () => {
	const answer = keepAnswers();
	/** How often each code was credited. */
	const credited = new Map<string, number>();
	/** How often each code was sent. */
	const topups = new Map<string, number>();
	let failing = 0;
	let refusal: number | undefined;
	let slowMs = 0;
	/** When each of the texts that are spoken at the same time is over. */
	let turns: Promise<unknown>[] = [];
	let perMinute = Number.POSITIVE_INFINITY;
	let minute = { begun: 0, requests: 0 };
	/** Topups are answered after this resolves. */
	let topupsHeld: Promise<void> | undefined;
	const texts: string[] = [];
	const speak = (text: string): string => {
		const words = text.split(/\s+/).length;
		return answer(Math.min(phrasesMax, Math.max(1, Math.ceil(words / wordsAPhrase))));
	};
	const server = await serveSpeech(async (request, body, response) => {
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
		const text = readText(body);
		texts.push(text);
		if (refusal !== undefined) return send(response, refusal, "{}");
		if (performance.now() - minute.begun > 60_000) minute = { begun: performance.now(), requests: 0 };
		minute.requests += 1;
		if (minute.requests > perMinute) return send(response, 429, "{}");
		if (slowMs > 0) {
			const turn = Promise.resolve(turns.shift()).then(() => wait(slowMs));
			turns.push(turn);
			await turn;
		}
		if (Math.random() < failing) return response.destroy();
		return send(response, 200, speak(text));
	});
	return {
		...server,
		credited: credited as ReadonlyMap<string, number>,
		topups: topups as ReadonlyMap<string, number>,
		/** The requested texts, in order. */
		texts: texts as readonly string[],
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
		/** From now on, texts are spoken `atOnce` at a time, each in `eachMs`; 0 ends that. */
		slowDown: (eachMs: number, atOnce = 1) => {
			slowMs = eachMs;
			turns = Array.from({ length: atOnce }, () => Promise.resolve());
		},
		/** From now on, topups aren't answered. @returns a function that ends that */
		holdTopups: (): (() => void) => {
			const { promise, resolve } = Promise.withResolvers<void>();
			topupsHeld = promise;
			return resolve;
		},
	};
};
