import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@herald/common/log.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { Beginning, Failure, LoginRequest, ProcessAnswers, SupervisorAnswers } from "./contract.ts";
import { LentTurns } from "./lent-turns.ts";
import { Talk } from "./talk.ts";

/** The delay before a restart, in ms, doubled with each quick death. */
const restartFirstMs = 1_000;
const restartLongestMs = 60_000;
/** A process that was ready for this long, in ms, resets the restart delay. */
const healthyMs = 60_000;
/** The interval of heartbeats, and how long a process may be silent before it counts as hung, in ms. */
const lookEveryMs = 15_000;
const hungAfterMs = 60_000;
/** How long after its grace a process is killed when it is stopped, in ms. */
const stopMaxMs = 7_000;

/** How a process depends on its supervisor. */
export interface ProcessOptions {
	/** Herald's own entry. */
	readonly entry: URL;
	/** Asked at each start. */
	readonly begin: () => Beginning;
	readonly takeLogin: (login: LoginRequest) => Promise<number>;
	/** Of all processes. */
	readonly limiter: RequestLimiter;
	readonly onStarted: () => void;
	readonly onFailed: (failure: Failure) => void;
	/** Called when the process has ended, for any reason. */
	readonly onGone: () => void;
	/** Receives its standard output. */
	readonly writeLine: (line: string) => void;
	readonly logger: Logger;
}

/** One of Herald's processes, restarted on its own when it dies. */
export class SupervisedProcess {
	readonly #options: ProcessOptions;
	readonly #stopping = new AbortController();
	#child: ChildProcess | undefined;
	#talk: Talk<ProcessAnswers, SupervisorAnswers> | undefined;
	#readySince: number | undefined;
	#work: Promise<void> | undefined;

	constructor(options: ProcessOptions) {
		this.#options = options;
	}

	get isReady(): boolean {
		return this.#readySince !== undefined;
	}

	/** Starts it, and restarts it whenever it dies, until it is stopped. */
	start(): void {
		this.#work = this.#keepAlive();
	}

	/** @throws an Error where no answer comes in time */
	ask<Name extends keyof ProcessAnswers>(
		name: Name,
		told: Parameters<ProcessAnswers[Name]>[0],
		patienceMs: number,
	): Promise<Awaited<ReturnType<ProcessAnswers[Name]>>> {
		if (!this.#talk) return Promise.reject(new Error("the process isn't there"));
		return this.#talk.ask(name, told, patienceMs);
	}

	/** Stops it for good. @param graceMs - how long it may finish work in progress; soon after, it is killed */
	async stop(graceMs: number): Promise<void> {
		this.#stopping.abort();
		const child = this.#child;
		const longest = graceMs + stopMaxMs;
		const timer = setTimeout(() => child?.kill("SIGKILL"), longest);
		this.ask("stop", graceMs, longest).catch(() => child?.kill("SIGKILL"));
		await this.#work;
		clearTimeout(timer);
	}

	async #keepAlive(): Promise<void> {
		const { signal } = this.#stopping;
		const { logger, onGone } = this.#options;
		for (let quickDeaths = 0; ; quickDeaths++) {
			const { number } = this.#options.begin();
			const died = await this.#runOnce(number);
			const { readySince } = died;
			onGone();
			if (signal.aborted) return;
			if (readySince !== undefined && performance.now() - readySince > healthyMs) quickDeaths = 0;
			const waitMs = Math.min(restartLongestMs, restartFirstMs * 2 ** quickDeaths);
			logger.error(
				{ event: "process_died", process: number, code: died.code, signal: died.signal, waitMs },
				"a process of Herald's died, and is started again",
			);
			await wait(waitMs, undefined, { signal }).catch(() => {});
			if (signal.aborted) return;
		}
	}

	async #runOnce(number: number) {
		const child = fork(this.#options.entry, ["process", String(number)], {
			// What isn't a number has no place in JSON.
			serialization: "advanced",
			stdio: ["ignore", "pipe", "inherit", "ipc"],
		});
		this.#child = child;
		this.#follow(child);
		const timer = setInterval(() => this.#lookAfter(child, number), lookEveryMs);
		// A process that couldn't be made has no code; neither counts as one that was stopped.
		const [code, signal] = await once(child, "close").catch(() => [null, null]);
		clearInterval(timer);
		const readySince = this.#readySince;
		this.#child = undefined;
		this.#talk = undefined;
		this.#readySince = undefined;
		return { code, signal, readySince } as const;
	}

	#follow(child: ChildProcess): void {
		const { begin, takeLogin, limiter, onStarted, onFailed, writeLine } = this.#options;
		if (child.stdout) createInterface({ input: child.stdout }).on("line", writeLine);
		// A failed send or kill means that the process has ended or never began: "close" follows.
		child.on("error", () => {});
		const talk = new Talk<ProcessAnswers, SupervisorAnswers>(child);
		talk.answer("begin", begin);
		talk.answer("takeLogin", takeLogin);
		talk.answer("failed", onFailed);
		const turns = new LentTurns(limiter);
		talk.answer("takeTurn", turns.take);
		talk.answer("endTurn", turns.end);
		talk.answer("noteAnswer", (answered) => limiter.note(answered));
		child.once("close", () => turns.endAll());
		talk.answer("started", () => {
			this.#readySince = performance.now();
			onStarted();
		});
		this.#talk = talk;
	}

	#lookAfter(child: ChildProcess, number: number): void {
		const talk = this.#talk;
		if (!talk || !this.isReady) return;
		talk.ask("alive", undefined, hungAfterMs).catch(() => {});
		const silentMs = performance.now() - talk.heardAt;
		if (silentMs < hungAfterMs) return;
		this.#options.logger.error(
			{ event: "process_hung", process: number, seconds: Math.round(silentMs / 1_000) },
			"a process of Herald's says nothing any more, and is killed",
		);
		child.kill("SIGKILL");
	}
}
