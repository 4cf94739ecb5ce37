import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Child, connect, keepAlive } from "@herald/common/child.ts";
import type { EngineSettings } from "@herald/common/environment.ts";
import type { Logger } from "@herald/common/log.ts";
import { within } from "@herald/common/retry.ts";
import { StartError, type StartReason } from "@herald/common/start-error.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import { measure } from "./measures.ts";

interface ReadyService {
	readonly port: number;
	readonly key: string;
	readonly voices: SpokenVoices;
}

/** The functions of the parent process that the service's process calls. */
export interface ServiceParent {
	ready(service: ReadyService): void;
	voices(voices: SpokenVoices): void;
	measure: typeof measure;
	/** @param message - one sentence for the operator */
	failed(reason: StartReason, message: string): void;
}

export interface EmbeddedOptions {
	readonly dataDir: string;
	readonly logger: Logger;
	/** The first balance of the service's own account, in quota units; unlimited if left out. */
	readonly credit?: number | undefined;
	readonly engine?: Partial<EngineSettings>;
}

const host = "127.0.0.1";
const startTimeoutMs = 120_000;
/** How long the process may take to stop before it is killed, in ms: longer than it waits for answers in progress. */
const stopTimeoutMs = 5_000;
/** The wait before a restart, in ms. It doubles with each death soon after a start, up to `restartLongestMs`. */
const restartFirstMs = 200;
const restartLongestMs = 30_000;

/** Variables of the bot that the service takes over; all others stay with the bot. */
const inherited = [
	"HERALD_IMAGE",
	"MALLOC_ARENA_MAX",
	"MALLOC_MMAP_THRESHOLD_",
	"NODE_COMPILE_CACHE",
	"NODE_ENV",
];

const launch = (
	{ dataDir, logger, credit, engine: { memoryBytes, defaultLanguage = "" } = {} }: EmbeddedOptions,
	port: number,
	onVoices: (voices: SpokenVoices) => void,
) => {
	const forked = fork(fileURLToPath(new URL("main.ts", import.meta.url)), {
		// The child inherits neither the bot's token nor the bot's flags.
		env: {
			PATH: process.env.PATH,
			...Object.fromEntries(
				inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
			),
			DATA_DIR: dataDir,
			HOST: host,
			PORT: String(port),
			LOG_LEVEL: logger.level,
			...(memoryBytes !== undefined && { ENGINE_MEMORY_MEGABYTES: String(memoryBytes / 1024 / 1024) }),
			DEFAULT_LANGUAGE: defaultLanguage,
			...(credit === undefined ? {} : { EMBEDDED_CREDIT: String(credit) }),
		},
		execArgv: [
			"--max-semi-space-size=4",
			"--heap-growing-percent=30",
			"--v8-pool-size=1",
			"--import",
			import.meta.resolve("@herald/common/process/prepare.js"),
		],
		serialization: "advanced",
	});
	const ready = Promise.withResolvers<ReadyService>();
	connect<object, ServiceParent>(forked, {
		ready: (service) => {
			onVoices(service.voices);
			ready.resolve(service);
		},
		voices: onVoices,
		measure,
		failed: (reason, message) => ready.reject(Object.assign(new StartError(message), { reason })),
	});
	forked.once("exit", () => measure("voicesLoaded", { count: 0, bytes: 0 }));
	return { child: new Child(forked), ready: ready.promise };
};

/** @throws StartError when the process can't start. By then, the process has ended or been killed */
const waitUntilReady = async ({ child, ready }: ReturnType<typeof launch>): Promise<ReadyService> => {
	const ended = child.ended.then(({ code, signal }) => {
		throw new StartError(`The speech service exited while starting (${code ?? signal}).`);
	});
	try {
		const service = await within(startTimeoutMs, Promise.race([ready, ended]));
		if (!service) throw new StartError(`The speech service didn't start within ${startTimeoutMs / 1_000} s.`);
		child.markReady();
		return service;
	} catch (error) {
		child.process.kill("SIGKILL");
		throw error;
	}
};

/**
 * Starts the speech service as a child process on a free loopback port. If the process dies, it is restarted on the
 * same port, after a wait that grows with each death soon after a start.
 *
 * @throws {@link StartError} when the first start fails
 */
export const startEmbeddedService = async (options: EmbeddedOptions) => {
	const { logger } = options;
	const stopping = new AbortController();
	let spoken: SpokenVoices = { languages: new Map(), casts: new Map() };
	let listen = (_voices: SpokenVoices) => {};
	const launchAt = (port: number) =>
		launch(options, port, (voices) => {
			spoken = voices;
			listen(spoken);
		});
	const first = launchAt(0);
	let { child } = first;
	const { port, key } = await waitUntilReady(first);
	const noteStart = () =>
		logger.info({ event: "service_started", childPid: child.process.pid, port }, "speech service started");
	noteStart();
	const missing = describeMissingVoices(spoken.languages);
	if (missing !== undefined) logger.info({ event: "voices_missing" }, missing);

	const restart = async (): Promise<Child> => {
		const launched = launchAt(port);
		({ child } = launched);
		await waitUntilReady(launched).then(
			(ready) => {
				noteStart();
				if (ready.key !== key)
					logger.error({ event: "service_key_changed" }, "the speech service has a new key: restart the bot");
			},
			(error: unknown) => {
				if (stopping.signal.aborted) return;
				logger.error({ event: "service_restart_failed", err: error }, "speech service did not restart");
			},
		);
		return child;
	};
	const watched = keepAlive(child, {
		restart,
		firstMs: restartFirstMs,
		longestMs: restartLongestMs,
		onDied: (end, waitMs) => logger.error({ event: "service_died", ...end, waitMs }, "speech service died"),
		signal: stopping.signal,
	});

	/** Stops the service and its process for good. */
	const stop = async (): Promise<void> => {
		stopping.abort();
		const ending = child;
		const { process } = ending;
		// A process that is still starting has nothing to finish, and doesn't notice a disconnect before it is ready.
		const ask = () =>
			ending.readyMs === undefined ? process.kill("SIGKILL") : process.connected && process.disconnect();
		await ending.end(ask, stopTimeoutMs);
		await watched;
	};
	return {
		/** The port stays the same when the process is restarted. */
		baseUrl: `http://${host}:${port}`,
		apiKey: key,
		voices: () => spoken,
		/** Calls `follower` whenever the voices have changed, instead of the previous one. */
		follow: (follower: (voices: SpokenVoices) => void) => {
			listen = follower;
		},
		stop,
	};
};

const englishNames = new Intl.DisplayNames("en", { type: "language" });
const listed = new Intl.ListFormat("en");

const hundredMore = process.env.HERALD_IMAGE
	? "in an image that is built with WITH_VOICES=yes, it speaks a hundred other languages"
	: "with espeak-ng installed on this machine, it speaks a hundred other languages";

/**
 * @param voices - fingerprints by base language; those of robot voices begin with their engine's name
 * @returns a sentence about the voices that an operator can still add; undefined when none are missing
 */
export const describeMissingVoices = (voices: ReadonlyMap<string, string>): string | undefined => {
	const isBy = (engine: string) => (fingerprint: string) => fingerprint.startsWith(`${engine}-`);
	const natural = [...voices].flatMap(([language, fingerprint]) =>
		isBy("flite")(fingerprint) || isBy("espeak-ng")(fingerprint) ? [] : [language],
	);
	const hasEspeak = [...voices.values()].some(isBy("espeak-ng"));
	const languages = listed.format([...voices.keys()].map((tag) => englishNames.of(tag) ?? tag).sort());
	if (natural.length === 0) {
		const add = "npm run voices -- get adds a natural one";
		return hasEspeak
			? `Herald speaks in robot voices: ${add}`
			: `Herald speaks ${languages} in robot voices: ${add}, and ${hundredMore}`;
	}
	return hasEspeak ? undefined : `Herald speaks ${languages}: ${hundredMore}, in robot voices`;
};
