import { beforeEach, expect, test } from "vitest";
import { makePayer } from "../support/payer.ts";
import { refuse, speakWell } from "../support/upstream.ts";
import { flash, flashLite, line, useSpeechBench } from "./speech-bench.ts";

let now: number;
const bench = useSpeechBench({ models: [flashLite, flash], now: () => now });
beforeEach(() => {
	now = 1_000_000;
});

const failing = refuse(500, "do_request_failed");
/** Speaks this many texts, one after the other. @returns "spoken" or the Problem's kind, for each */
const speak = async (texts: number): Promise<string[]> => {
	const results: string[] = [];
	for (let n = 0; n < texts; n += 1) {
		const result = await bench.ask(line(`Text ${n} at ${now}.`));
		results.push(result.ok ? "spoken" : result.problem.kind);
	}
	return results;
};
const repeat = (times: number, result: string): string[] => Array(times).fill(result);

test("retries are at most a fifth of the last minute's requests, or ten if that is more", async () => {
	bench.upstream.behave(failing);
	expect(await speak(40)).toEqual(repeat(40, "upstream"));
	expect(bench.upstream.requests).toHaveLength(40 + 10);
	expect(await speak(60)).toEqual(repeat(60, "upstream"));
	expect(bench.upstream.requests).toHaveLength(100 + 20);
	now += 60_000;
	bench.upstream.behave(failing);
	expect(await speak(1)).toEqual(["upstream"]);
	expect(bench.upstream.requests).toHaveLength(6);
});

test("ten texts that are refused again after the requested wait cause twenty requests", async () => {
	bench.upstream.behave((response) => void response.writeHead(429, { "retry-after": "0.05" }).end());
	const texts = Array.from({ length: 10 }, (_, n) => line(`Text ${n}.`));
	const said = await Promise.all(
		texts.map((text, n) => bench.ask(text, { payer: makePayer(`guild ${n}`).payer })),
	);
	expect(said.filter(({ ok }) => ok)).toEqual([]);
	expect(bench.upstream.requests).toHaveLength(20);
});

test("a service that recovers gets requests at once, however few retries were left", async () => {
	bench.upstream.behave(failing);
	await speak(20);
	bench.upstream.behave(speakWell);
	expect(await speak(3)).toEqual(repeat(3, "spoken"));
	expect(bench.upstream.requests).toHaveLength(3);
});

test("going on to the next model after an unknown one isn't a retry", async () => {
	const missing = refuse(503, "model_not_found");
	bench.upstream.behave((...asked) => (asked[2].path.includes("lite") ? missing : speakWell)(...asked));
	expect(await speak(30)).toEqual(repeat(30, "spoken"));
});
