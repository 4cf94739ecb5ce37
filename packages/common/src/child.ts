import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** How a process ended. A process that couldn't be started has neither a code nor a signal. */
export interface End {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

/** What a new process does first: it sends a message, it ends, or it does neither in time ("late"). */
export type Beginning<Message> = { readonly message: Message } | { readonly end: End } | "late";

export class Child {
	readonly process: ChildProcess;
	/** Resolves when the process has ended and all output that it pipes here has been read. */
	readonly ended: Promise<End>;
	#readySince: number | undefined;

	constructor(process: ChildProcess) {
		this.process = process;
		this.ended = new Promise((resolve) => {
			// Without pipes, "close" doesn't come once this side has disconnected the channel.
			const event = process.stdout || process.stderr ? "close" : "exit";
			process.once(event, (code, signal) => resolve({ code, signal }));
			// Only a failed start needs this: after a failed send or kill, the process still ends with an event.
			process.on("error", () => {
				if (process.pid === undefined) resolve({ code: null, signal: null });
			});
		});
	}

	markReady(): void {
		this.#readySince = performance.now();
	}

	/** How long the process has been ready, in ms; undefined until it is. */
	get readyMs(): number | undefined {
		return this.#readySince === undefined ? undefined : performance.now() - this.#readySince;
	}

	/**
	 * Waits for the process's first message, which marks it as ready, or for its end.
	 *
	 * @param patienceMs - how long to wait before the process is killed, in ms; by default, forever
	 */
	async begin<Message>(patienceMs?: number): Promise<Beginning<Message>> {
		const first = Promise.withResolvers<Beginning<Message>>();
		this.process.once("message", (message) => first.resolve({ message: message as Message }));
		void this.ended.then((end) => first.resolve({ end }));
		const timer = patienceMs && setTimeout(() => first.resolve("late"), patienceMs);
		const beginning = await first.promise;
		clearTimeout(timer);
		if (beginning === "late") this.process.kill("SIGKILL");
		else if ("message" in beginning) this.markReady();
		return beginning;
	}

	/** @param ask - asks the process to end @param patienceMs - how long the process may take before it is killed */
	async end(ask: () => void, patienceMs: number): Promise<End> {
		const killer = setTimeout(() => this.process.kill("SIGKILL"), patienceMs);
		ask();
		const end = await this.ended;
		clearTimeout(killer);
		return end;
	}
}

/** How long a process must have been ready, in ms, so that its next restart waits `firstMs` again. */
const healthyMs = 60_000;

export interface RestartOptions {
	readonly restart: () => Child | Promise<Child>;
	/** The delay of the first restart, in ms. It doubles with each quick death, up to `longestMs`. */
	readonly firstMs: number;
	readonly longestMs: number;
	readonly onDied: (end: End, waitMs: number) => void;
	readonly signal: AbortSignal;
}

/** Starts another process whenever one has ended, until the signal aborts and the last one has ended. */
export const keepAlive = async (
	first: Child,
	{ restart, firstMs, longestMs, onDied, signal }: RestartOptions,
): Promise<void> => {
	let child = first;
	for (let quickDeaths = 0; ; quickDeaths++) {
		const end = await child.ended;
		if (signal.aborted) return;
		if ((child.readyMs ?? 0) > healthyMs) quickDeaths = 0;
		const waitMs = Math.min(longestMs, firstMs * 2 ** quickDeaths);
		onDied(end, waitMs);
		// Rejects when the signal aborts.
		await wait(waitMs, undefined, { signal }).catch(() => {});
		if (signal.aborted) return;
		child = await restart();
	}
};
