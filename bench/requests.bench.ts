import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import type { ProcessAnswers, SupervisorAnswers } from "../src/processes/contract.ts";
import { borrowTurns, LentTurns } from "../src/processes/lent-turns.ts";
import { Talk } from "../src/processes/talk.ts";
import { ClipWorkers } from "../src/speech/clips/clip-workers.ts";
import { LookAhead } from "../src/speech/look-ahead.ts";
import { Speech } from "../src/speech/speech.ts";
import { createRequestLimiter, type RequestLimiter } from "../src/speech/traffic/request-limiter.ts";
import type { Result } from "./index.ts";
import { percentile } from "./support/numbers.ts";
import { speakPhrases } from "./support/speaking-upstream.ts";

const servers = 100;
const services = [0.2, 2, 10];
const limits = [20, 200, Number.POSITIVE_INFINITY];

/** A speech service that takes so long for each request, and answers 429 to those beyond its limit. */
const startService = async (ms: number, limit: number) => {
	const counts = { requests: 0, refused: 0, underWay: 0, most: 0 };
	const sound = speakPhrases(2);
	const server = createServer(async (request, response) => {
		request.resume();
		counts.requests += 1;
		if (counts.underWay >= limit) {
			counts.refused += 1;
			response.writeHead(429, { "retry-after": "1" }).end();
			return;
		}
		counts.underWay += 1;
		counts.most = Math.max(counts.most, counts.underWay);
		await wait(ms);
		counts.underWay -= 1;
		response.writeHead(200, { "content-type": "application/json" }).end(sound);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const stop = () => {
		server.close();
		server.closeAllConnections();
	};
	return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts, stop };
};

/** What a process asks its supervisor's limiter, over a channel like theirs. */
const borrowFrom = (limiter: RequestLimiter): RequestLimiter => {
	const ends = [new EventEmitter(), new EventEmitter()] as const;
	const [ours, theirs] = ends.map((end, at) =>
		Object.assign(end, {
			connected: true,
			send: (message: unknown) => setImmediate(() => ends[1 - at]?.emit("message", structuredClone(message))),
		}),
	);
	const talk = new Talk<ProcessAnswers, SupervisorAnswers>(ours as never);
	const turns = new LentTurns(limiter);
	talk.answer("takeTurn", turns.take);
	talk.answer("endTurn", turns.end);
	talk.answer("noteAnswer", (answered) => limiter.note(answered));
	return borrowTurns(new Talk(theirs as never));
};

/** A text in each server at once. */
const measure = async (workers: ClipWorkers, seconds: number, limit: number, processes: number) => {
	const service = await startService(seconds * 1_000, limit);
	const limiter = createRequestLimiter();
	const speeches = Array.from(
		{ length: processes },
		() =>
			new Speech({
				account: { baseUrl: service.baseUrl, apiKey: "sk" },
				models: ["gemini-3.8-flash-tts"],
				workers,
				logger: pino({ level: "silent" }),
				limiter: processes === 1 ? limiter : borrowFrom(limiter),
			}),
	);
	const begun = performance.now();
	const told = await Promise.all(
		Array.from({ length: servers }, async (_, server) => {
			const speech = speeches[server % processes] as Speech;
			const text = `Text ${server} of ${seconds} s, ${limit}, ${processes}`;
			const payer = { guildId: String(server), charge: async () => async () => {} };
			const lookAhead = new LookAhead({ speech, most: () => 2 });
			const result = await lookAhead.add([{ text, voice: "Kore" }], { payer }).next()?.result;
			return { isSpoken: result?.ok === true, seconds: (performance.now() - begun) / 1_000 };
		}),
	);
	for (const speech of speeches) await speech.close();
	service.stop();
	const waits = told.map((each) => each.seconds).sort((a, b) => a - b);
	const { requests, refused, most } = service.counts;
	return {
		"service s": seconds,
		"429 above": limit,
		processes,
		spoken: told.filter(({ isSpoken }) => isSpoken).length,
		"told to come back": told.filter(({ isSpoken }) => !isSpoken).length,
		"half within s": percentile(waits, 0.5).toFixed(1),
		"the last s": percentile(waits, 1).toFixed(1),
		"in flight": most,
		requests,
		"of them 429": refused,
	};
};

export const name = "requests";

export const run = async (
	_args: readonly string[],
	tell: (row: Awaited<ReturnType<typeof measure>>) => void,
): Promise<Result> => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	const workers = new ClipWorkers({ cacheFile: join(folder, "clips.db"), cacheBytes: 10_000_000 });
	const rows: Awaited<ReturnType<typeof measure>>[] = [];
	for (const seconds of services) {
		for (const limit of limits)
			for (const processes of [1, 5]) {
				const row = await measure(workers, seconds, limit, processes);
				tell(row);
				rows.push(row);
			}
	}
	await workers.close();
	rmSync(folder, { recursive: true });
	return {
		title: `a text in each of ${servers} servers at once, until it is made or its member is told why not`,
		rows,
	};
};
