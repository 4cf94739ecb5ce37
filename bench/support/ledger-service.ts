import { setTimeout as wait } from "node:timers/promises";
import { keepAnswers, readText, send, serveSpeech } from "./speaking-upstream.ts";

/** The length of a phrase of {@link keepAnswers}, in ms. */
const phraseMs = 1_400;
const longestMs = 60_000;
const answerMs = 300;
/** The share of answers that are made and then lost, and the share of refused requests. */
const lostShare = 0.01;
const refusedShare = 0.03;

/** @returns the length of a spoken text, in ms: random, because voices differ in speed */
const speakingMs = (text: string): number => {
	const signs = text.match(/[=@]/g)?.length ?? 0;
	const wide = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
	const narrow = text.length - signs - wide;
	return (signs * 400 + wide * 180 + narrow * 65) * (0.6 + Math.random() * 0.8);
};

export interface Entry {
	readonly text: string;
	readonly ms: number;
	/** Whether the answer with this sound was lost. */
	lost: boolean;
}

/** A speech service that records the sound it made, in the order of requests. */
export const startLedgerService = async () => {
	const ledger: Entry[] = [];
	const answer = keepAnswers();
	let requests = 0;
	let open = 0;
	const server = await serveSpeech(async ({ url }, body, response) => {
		if (!url?.includes("generateContent")) return send(response, 404, "{}");
		requests += 1;
		open += 1;
		const text = readText(body);
		const chance = Math.random();
		const phrases = Math.max(1, Math.round(Math.min(longestMs, speakingMs(text)) / phraseMs));
		const entry = { text, ms: phrases * phraseMs, lost: false };
		if (chance >= refusedShare) ledger.push(entry);
		response.once("close", () => {
			open -= 1;
			entry.lost = !response.writableFinished;
		});
		await wait(Math.random() * answerMs);
		if (chance < refusedShare) return send(response, 503, "{}");
		if (chance > 1 - lostShare) return response.destroy();
		return send(response, 200, answer(phrases));
	});
	return {
		...server,
		ledger: ledger as readonly Entry[],
		get requests() {
			return requests;
		},
		/** The number of unanswered requests. */
		get open() {
			return open;
		},
	};
};
