import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** A call of one of the other side's functions, or the answer with the same number. `why` says why there is none. */
type Message =
	| { readonly call: number; readonly name: string; readonly args: readonly unknown[] }
	| { readonly answer: number; readonly value?: unknown; readonly why?: string };

/** One end of a channel between two processes: the child as its parent has it, or `process` in the child. */
interface ChannelEnd {
	readonly connected: boolean;
	send?(message: Message, done: () => void): unknown;
	on(event: "message", listener: (message: Message) => void): unknown;
	once(event: "disconnect", listener: () => void): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: each function has other arguments.
type Functions<Name extends PropertyKey> = { readonly [Each in Name]: (...args: any) => unknown };

/** Functions of the other process. A call rejects with what the function throws, and once the process is gone. */
export type Calls<Theirs extends Functions<keyof Theirs>> = {
	readonly [Name in keyof Theirs]: (
		...args: Parameters<Theirs[Name]>
	) => Promise<Awaited<ReturnType<Theirs[Name]>>>;
};

/**
 * Connects this process to the one at the other end of a channel.
 *
 * @param ours - the functions that the other process may call; more may be added later
 */
export const connect = <Theirs extends Functions<keyof Theirs>, Ours extends object = object>(
	end: ChannelEnd,
	ours?: Ours,
): Calls<Theirs> => {
	const open = new Map<number, PromiseWithResolvers<unknown>>();
	let lastId = 0;
	const gone = () => new Error("the other process is gone");
	const send = (message: Message): void => {
		if (!end.connected) throw gone();
		// A message that can't be sent is followed by the event "disconnect".
		end.send?.(message, () => {});
	};
	const answer = async (id: number, name: string, args: readonly unknown[]): Promise<void> => {
		try {
			const own = ours as Partial<Functions<string>> | undefined;
			if (!own || !Object.hasOwn(own, name)) throw new Error(`"${name}" can't be called yet`);
			send({ answer: id, value: await own[name]?.(...args) });
		} catch (error) {
			if (end.connected) send({ answer: id, why: String((error as Error | null)?.message ?? error) });
		}
	};
	end.on("message", (message) => {
		// Another program that starts this one may send messages of its own.
		if (typeof message !== "object" || message === null) return;
		if ("call" in message) return void answer(message.call, message.name, message.args);
		const called = open.get(message.answer);
		open.delete(message.answer);
		if (message.why === undefined) called?.resolve(message.value);
		else called?.reject(new Error(message.why));
	});
	end.once("disconnect", () => {
		for (const { reject } of open.values()) reject(gone());
	});
	return new Proxy({} as Calls<Theirs>, {
		get:
			(_, name) =>
			async (...args: readonly unknown[]): Promise<unknown> => {
				const called = Promise.withResolvers();
				lastId += 1;
				send({ call: lastId, name: String(name), args });
				open.set(lastId, called);
				return called.promise;
			},
	});
};

/** How a process ended. A process that couldn't be started has neither a code nor a signal. */
export interface End {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

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
