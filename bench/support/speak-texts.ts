import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { borrowLimiter } from "../../src/processes/lent-permits.ts";
import { type ProcessAnswers, type SupervisorAnswers, Talk } from "../../src/processes/talk.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { ClipWorkers } from "../../src/speech/clips/clip-workers.ts";
import type { Payer } from "../../src/speech/line.ts";
import { LookAhead } from "../../src/speech/look-ahead.ts";
import { Speech } from "../../src/speech/speech.ts";
import { createRequestLimiter } from "../../src/speech/traffic/request-limiter.ts";

/** Texts in many guilds, one after the other. A process speaks every `step`th, from `first` on. */
export interface TextsJob {
	readonly baseUrl: string;
	readonly begunAt: number;
	readonly texts: number;
	readonly everyMs: number;
	readonly first: number;
	readonly step: number;
}

export interface TextTold {
	readonly isSpoken: boolean;
	/** Since the text was due. */
	readonly seconds: number;
}

/**
 * @param limiter - defaults to one of this process's own; a child process borrows permits from its parent
 * @returns a function that speaks a job's texts with a {@link Speech}, once
 */
export const prepareToSpeak = async (limiter = createRequestLimiter()) => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	const workers = new ClipWorkers({ cacheFile: join(folder, "clips.db"), cacheBytes: 10_000_000 });
	// The workers take some seconds to start.
	await workers.findClip(ofGuild("none"), ["none"]);
	return async ({ baseUrl, begunAt, texts, everyMs, first, step }: TextsJob): Promise<TextTold[]> => {
		const speech = new Speech({
			account: { baseUrl, apiKey: "sk" },
			models: ["gemini-3.8-flash-tts"],
			workers,
			logger: pino({ level: "silent" }),
			limiter,
		});
		const numbers = Array.from({ length: texts }, (_, number) => number).filter(
			(number) => number % step === first,
		);
		const told = await Promise.all(
			numbers.map(async (number) => {
				const at = begunAt + number * everyMs;
				await wait(Math.max(0, at - Date.now()));
				const payer: Payer = {
					party: ofGuild(String(number)),
					charge: async () => ({ kind: "charged", settle: async () => {} }),
				};
				const lookAhead = new LookAhead({ speech, linesAhead: 1 });
				const text = lookAhead.add([{ text: `Text ${number} of ${baseUrl}`, voice: "Kore" }], { payer });
				const result = await text.next()?.result;
				return { isSpoken: result?.ok === true, seconds: (Date.now() - at) / 1_000 };
			}),
		);
		await speech.close();
		await workers.close();
		rmSync(folder, { recursive: true });
		return told;
	};
};

if (process.argv[1] === import.meta.filename && process.send) {
	const speak = await prepareToSpeak(borrowLimiter(new Talk<SupervisorAnswers, ProcessAnswers>(process)));
	process.on("message", async (message: { readonly job?: TextsJob }) => {
		if (message.job) process.send?.({ results: await speak(message.job) });
	});
	process.send({ results: [] });
}
