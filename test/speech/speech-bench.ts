import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { SpeechAccount } from "../../src/speech/ask/client.ts";
import { ClipWorkers } from "../../src/speech/clips/clip-workers.ts";
import {
	type Line,
	type LineNews,
	type SpeakOptions,
	type SpokenLine,
	type SpokenResult,
	StreamClaims,
} from "../../src/speech/line.ts";
import { Speech, type SpeechOptions } from "../../src/speech/speech.ts";
import { anyPayer } from "../support/payer.ts";
import { shareClipThreads } from "../support/share-clip-threads.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";

export const flash = "gemini-3.8-flash-tts";
export const flashLite = "gemini-3.8-flash-lite-tts";

/** Times of attempts, in ms: no test waits long for a retry, and no busy machine is too slow. */
export const timing = { attemptTimeoutMs: 20_000, lineDeadlineMs: 60_000, backoffBaseMs: 1, backoffMaxMs: 2 };

export const line = (text: string, more: Partial<Line> = {}): Line => ({ text, voice: "Kore", ...more });

/** How a Line is spoken, apart from its words: `listen` gets its news, and by default, it isn't streamed. */
type How = Partial<Omit<SpeakOptions, "line" | "claims">> & {
	readonly listen?: (news: LineNews) => void;
	readonly mayStream?: boolean;
};

/**
 * A speech service, new for each test, and a `Speech` that asks it. Each test has a new account, so that its cache is
 * empty.
 */
export const useSpeechBench = (options: Partial<SpeechOptions> = {}) => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	const cacheFile = join(folder, "clips.db");
	/** Shared by the tests of a file: when dozens of workers with WebAssembly start and stop, Node 24 aborts. */
	let workers: ClipWorkers;
	let upstream: Upstream;
	let account: SpeechAccount;
	const speeches: Speech[] = [];
	let round = 0;
	beforeAll(() => {
		workers = new ClipWorkers({ cacheFile, cacheBytes: 10_000_000 }, undefined, shareClipThreads());
	});
	afterAll(async () => {
		await workers.close();
		rmSync(folder, { recursive: true });
	});
	beforeEach(async () => {
		round += 1;
		upstream = await startUpstream();
		account = { baseUrl: upstream.baseUrl, apiKey: `sk-test-${round}` };
	});
	const close = () => Promise.all(speeches.splice(0).map((speech) => speech.close()));
	afterEach(async () => {
		await close();
		await upstream.close();
	});
	const bench = {
		cacheFile,
		get upstream() {
			return upstream;
		},
		get account() {
			return account;
		},
		get workers() {
			return workers;
		},
		/** The test's latest `Speech`. */
		get speech(): Speech {
			return speeches.at(-1) ?? bench.makeSpeech();
		},
		/** Makes a `Speech`, which is closed after the test. */
		makeSpeech: (more: Partial<SpeechOptions> = {}): Speech => {
			const logger = pino({ level: "silent" });
			const speech = new Speech({ account, models: [flash], workers, logger, timing, ...options, ...more });
			speeches.push(speech);
			return speech;
		},
		/** Closes the `Speech` of the test, and makes another. */
		restart: async (more?: Partial<SpeechOptions>): Promise<void> => {
			await close();
			bench.makeSpeech(more);
		},
		ask: (
			wanted: Line,
			{ listen = () => {}, mayStream = false, ...how }: How = {},
		): Promise<SpokenResult> => {
			const options = {
				line: wanted,
				payer: anyPayer,
				signal: new AbortController().signal,
				claims: new StreamClaims({ busy: !mayStream }),
				...how,
			};
			return bench.speech.speak(options).on("news", listen).result;
		},
		/** @throws Problem if the Line can't be spoken */
		speak: async (wanted: Line, how?: How): Promise<SpokenLine> => {
			const result = await bench.ask(wanted, how);
			if (!result.ok) throw result.problem;
			return result.spoken;
		},
	};
	return bench;
};
