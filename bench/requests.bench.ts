import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { LentPermits } from "../src/processes/lent-permits.ts";
import { type ProcessAnswers, type SupervisorAnswers, Talk } from "../src/processes/talk.ts";
import { createRequestLimiter } from "../src/speech/traffic/request-limiter.ts";
import type { Result } from "./index.ts";
import { percentile } from "./support/numbers.ts";
import { prepareToSpeak, type TextsJob, type TextTold } from "./support/speak-texts.ts";
import { speakPhrases } from "./support/speaking-upstream.ts";

const unlimited = Number.POSITIVE_INFINITY;
/** A number of texts, each in its own server: all at once, or one every `everyMs`. */
const atOnce = { texts: 100, everyMs: 0 };
const tenPerSecond = { texts: 600, everyMs: 100 };
/** How many seconds a service takes per request, and how many requests it accepts at once. */
const cases = [
	...[0.2, 2, 10].flatMap((seconds) => [20, 200, unlimited].map((limit) => ({ seconds, limit, ...atOnce }))),
	...[2, 10].map((seconds) => ({ seconds, limit: 20, ...tenPerSecond })),
];

/** A speech service that takes `ms` per request, and answers 429 above `limit` concurrent requests. */
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

/** Starts processes that borrow permits from this one, as from their supervisor. */
const startProcesses = async (count: number) => {
	const limiter = createRequestLimiter();
	const children = Array.from({ length: count }, () => {
		const child = fork(new URL("./support/speak-texts.ts", import.meta.url));
		const talk = new Talk<ProcessAnswers, SupervisorAnswers>(child);
		const permits = new LentPermits(limiter);
		talk.answer("takePermit", permits.take);
		talk.answer("endPermit", permits.end);
		talk.answer("noteAnswer", ({ answered, account }) => limiter.note(answered, account));
		return child;
	});
	const hear = (child: (typeof children)[number]) =>
		new Promise<TextTold[]>((resolve) => {
			child.on("message", (message: { readonly results?: TextTold[] }) => {
				if (message.results) resolve(message.results);
			});
		});
	await Promise.all(children.map(hear));
	const speak = async (job: TextsJob) => {
		const told = children.map(hear);
		for (const [first, child] of children.entries()) child.send({ job: { ...job, first, step: count } });
		const all = (await Promise.all(told)).flat();
		for (const child of children) child.kill();
		return all;
	};
	return speak;
};

const measure = async ({ seconds, limit, texts, everyMs }: (typeof cases)[number], processes: number) => {
	const service = await startService(seconds * 1_000, limit);
	const speak = await (processes === 1 ? prepareToSpeak() : startProcesses(processes));
	const begunAt = Date.now();
	const told = await speak({ baseUrl: service.baseUrl, begunAt, texts, everyMs, first: 0, step: 1 });
	service.stop();
	const waits = (isSpoken: boolean) =>
		told.flatMap((each) => (each.isSpoken === isSpoken ? [each.seconds] : [])).sort((a, b) => a - b);
	const [spoken, refused] = [waits(true), waits(false)];
	return {
		texts: everyMs === 0 ? `${texts} at once` : `${texts}, ${1_000 / everyMs} a second`,
		"service s": seconds,
		"429 above": limit,
		processes,
		spoken: spoken.length,
		"half within s": percentile(spoken, 0.5).toFixed(1),
		"the last s": percentile(spoken, 1).toFixed(1),
		"told to come back": refused.length,
		"told within s": refused.length === 0 ? "" : percentile(refused, 1).toFixed(1),
		"in flight": service.counts.most,
		requests: service.counts.requests,
		"of them 429": service.counts.refused,
	};
};

/** `npm run bench -- requests [FROM [TO]]`: measures the rows with these numbers, counted from 0. */
export const run = async (
	[from, to]: readonly string[],
	tell: (row: Awaited<ReturnType<typeof measure>>) => void,
): Promise<Result> => {
	const rows: Awaited<ReturnType<typeof measure>>[] = [];
	const all = cases.flatMap((each) => [1, 5].map((processes) => ({ each, processes })));
	for (const { each, processes } of all.slice(Number(from ?? 0), Number(to ?? all.length))) {
		const row = await measure(each, processes);
		tell(row);
		rows.push(row);
	}
	return { title: "a text in each of many servers, until it is made or its member is told why not", rows };
};
