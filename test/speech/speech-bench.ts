import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { SpeechAccount } from "../../src/speech/ask/client.ts";
import { ClipWorkers } from "../../src/speech/clips/clip-workers.ts";
import { shareClipThreads } from "../support/share-clip-threads.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";

export interface SpeechBench {
	/** New for each test. */
	readonly upstream: Upstream;
	/** New for each test, so that the cache is empty. */
	readonly account: SpeechAccount;
	/**
	 * Shared by the tests of a file: starting and stopping dozens of workers with WebAssembly makes Node 24 abort
	 * (nodejs/node#64500).
	 */
	readonly workers: ClipWorkers;
}

export const useSpeechBench = (cacheBytes = 10_000_000): (() => SpeechBench) => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	let workers: ClipWorkers;
	let upstream: Upstream;
	let round = 0;
	beforeAll(() => {
		workers = new ClipWorkers(
			{ cacheFile: join(folder, "clips.db"), cacheBytes },
			undefined,
			shareClipThreads(),
		);
	});
	afterAll(async () => {
		await workers.close();
		rmSync(folder, { recursive: true });
	});
	beforeEach(async () => {
		round += 1;
		upstream = await startUpstream();
	});
	afterEach(() => upstream.close());
	return () => ({ upstream, account: { baseUrl: upstream.baseUrl, apiKey: `sk-test-${round}` }, workers });
};
