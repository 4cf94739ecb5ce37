import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Logger } from "../log.ts";
import { StartError } from "../start-error.ts";

/** What the service's process tells its parent. */
export type ServiceMessage =
	| { readonly type: "ready"; readonly port: number; readonly key: string }
	/** One sentence for the operator, which the parent tells. */
	| { readonly type: "failed"; readonly message: string };

export interface EmbeddedService {
	/** Stays the same over restarts, as does the key. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Ends the service and its process; not to be started again. */
	stop(): Promise<void>;
}

export interface EmbeddedOptions {
	readonly dataDir: string;
	readonly logger: Logger;
	/** Quota units that the service's own account begins with, when it is made; no limit unless given. */
	readonly credit?: number;
}

const host = "127.0.0.1";
const startTimeoutMs = 30_000;
/** A little more than the service itself gives to answers under way. */
const stopTimeoutMs = 5_000;
const restartBaseMs = 200;
const restartMaxMs = 30_000;
/** A process that lived this long was well: the next restart is quick again. */
const healthyMs = 60_000;

type Ready = Extract<ServiceMessage, { type: "ready" }>;

const launch = ({ dataDir, logger, credit }: EmbeddedOptions, port: number): ChildProcess =>
	fork(fileURLToPath(new URL("main.ts", import.meta.url)), {
		// Only what it needs: the bot's token is none of its business, nor are the bot's flags.
		env: {
			PATH: process.env.PATH,
			DATA_DIR: dataDir,
			HOST: host,
			PORT: String(port),
			LOG_LEVEL: logger.level,
			...(credit === undefined ? {} : { EMBEDDED_CREDIT: String(credit) }),
		},
		execArgv: [],
		serialization: "json",
	});

/** Waits for the first word of a process. A process that can't start is ended. */
const waitUntilReady = async (child: ChildProcess): Promise<Ready> => {
	const settled = new AbortController();
	const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(startTimeoutMs)]);
	try {
		const message = await Promise.race([
			once(child, "message", { signal }).then(([said]) => said as ServiceMessage),
			once(child, "exit", { signal }).then(
				([code, killer]): ServiceMessage => ({
					type: "failed",
					message: `The speech service ended while it started (${code ?? killer}).`,
				}),
			),
		]);
		if (message.type === "failed") throw new StartError(message.message);
		return message;
	} catch (error) {
		child.kill("SIGKILL");
		if (signal.aborted)
			throw new StartError(`The speech service did not start within ${startTimeoutMs / 1_000} s.`, {
				cause: error,
			});
		throw error;
	} finally {
		settled.abort();
	}
};

/**
 * Starts the speech service as a child process on a free loopback port. If the process dies it is started again on the
 * same port, after a wait that grows from one quick death to the next.
 *
 * @throws {@link StartError} when the first start fails
 */
export const startEmbeddedService = async (options: EmbeddedOptions): Promise<EmbeddedService> => {
	const { logger } = options;
	const stopping = new AbortController();
	let child = launch(options, 0);
	const { port, key } = await waitUntilReady(child);
	logger.info({ childPid: child.pid, port }, "speech service started");

	const watch = async (): Promise<void> => {
		let quickDeaths = 0;
		for (;;) {
			const since = performance.now();
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
			if (stopping.signal.aborted) return;
			quickDeaths = performance.now() - since > healthyMs ? 0 : quickDeaths + 1;
			const waitMs = Math.min(restartMaxMs, restartBaseMs * 2 ** quickDeaths);
			logger.error({ code: child.exitCode, signal: child.signalCode, waitMs }, "speech service died");
			await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
			if (stopping.signal.aborted) return;
			child = launch(options, port);
			await waitUntilReady(child).then(
				(ready) => {
					logger.info({ childPid: child.pid, port }, "speech service started");
					if (ready.key !== key) logger.error("the speech service has a new key: restart the bot");
				},
				(error: unknown) => logger.error({ err: error }, "speech service did not come back"),
			);
		}
	};
	const watched = watch();

	const stop = async (): Promise<void> => {
		stopping.abort();
		if (child.connected) child.disconnect();
		const killer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
		await watched;
		clearTimeout(killer);
	};
	return { baseUrl: `http://${host}:${port}`, apiKey: key, stop };
};
