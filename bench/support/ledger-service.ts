import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { speakPhrases } from "./speaking-upstream.ts";

/** The length of a phrase of {@link speakPhrases}, in ms. */
const phraseMs = 1_400;
const longestMs = 60_000;
const answerMs = 300;
/** The share of answers that are made and then lost, and the share of refused requests. */
const lostShare = 0.01;
const refusedShare = 0.03;

/** @returns the length of a spoken text, in ms. It varies, as voices differ in speed */
const speakingMs = (text: string): number => {
	const signs = text.match(/[=@]/g)?.length ?? 0;
	const wide = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
	const narrow = text.length - signs - wide;
	return (signs * 400 + wide * 180 + narrow * 65) * (0.6 + Math.random() * 0.8);
};

/** A sound that was made. */
export interface Entry {
	readonly text: string;
	readonly ms: number;
	/** Whether its answer didn't arrive. */
	lost: boolean;
}

/** A speech service that records the sound it made, in the order of requests. */
export const startLedgerService = async () => {
	const ledger: Entry[] = [];
	const answers = new Map<number, string>();
	let requests = 0;
	let open = 0;
	const server = createServer(async (request, response) => {
		request.on("error", () => {});
		response.on("error", () => {});
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		if (!request.url?.includes("generateContent")) return void response.writeHead(404).end("{}");
		requests += 1;
		open += 1;
		const { contents } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
		const text: string = contents.at(-1).parts.at(-1).text;
		const chance = Math.random();
		const phrases = Math.max(1, Math.round(Math.min(longestMs, speakingMs(text)) / phraseMs));
		const entry = { text, ms: phrases * phraseMs, lost: false };
		if (chance >= refusedShare) ledger.push(entry);
		response.once("close", () => {
			open -= 1;
			entry.lost = !response.writableFinished;
		});
		await wait(Math.random() * answerMs);
		if (chance < refusedShare) return void response.writeHead(503).end("{}");
		if (chance > 1 - lostShare) return void response.destroy();
		const answer = answers.get(phrases) ?? speakPhrases(phrases);
		answers.set(phrases, answer);
		response.writeHead(200, { "content-type": "application/json" }).end(answer);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		ledger: ledger as readonly Entry[],
		get requests() {
			return requests;
		},
		/** The number of unanswered requests. */
		get open() {
			return open;
		},
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
};
