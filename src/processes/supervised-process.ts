import { fork } from "node:child_process";
import { createInterface } from "node:readline";
import { Child, keepAlive } from "@herald/common/child.ts";
import type { Logger } from "@herald/common/log.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { Assignment, EndReason, LoginRequest, ProcessAnswers, SupervisorAnswers } from "./contract.ts";
import { LentPermits } from "./lent-permits.ts";
import { Talk } from "./talk.ts";

/** The delay before a restart, in ms, doubled with each quick death. */
const restartFirstMs = 1_000;
const restartLongestMs = 60_000;
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
	readonly begin: () => Assignment;
	readonly takeLogin: (login: LoginRequest) => Promise<number>;
	/** The limiter of all processes. */
	readonly limiter: RequestLimiter;
	readonly onStarted: () => void;
	readonly onFailed: (failure: EndReason) => void;
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
	#number = 0;
	#child: Child | undefined;
	#talk: Talk<ProcessAnswers, SupervisorAnswers> | undefined;
	#work: Promise<void> | undefined;

	constructor(options: ProcessOptions) {
		this.#options = options;
	}

	get isReady(): boolean {
		return this.#child?.readyMs !== undefined;
	}

	/** Starts it, and restarts it whenever it dies, until it is stopped. */
	start(): void {
		const { logger } = this.#options;
		this.#work = keepAlive(this.#launch(), {
			restart: () => this.#launch(),
			firstMs: restartFirstMs,
			longestMs: restartLongestMs,
			onDied: (end, waitMs) =>
				logger.error(
					{ event: "process_died", process: this.#number, ...end, waitMs },
					"a process of Herald's died, and is started again",
				),
			signal: this.#stopping.signal,
		});
	}

	/** @throws an Error where no answer comes in time */
	ask<Name extends keyof ProcessAnswers>(
		name: Name,
		argument: Parameters<ProcessAnswers[Name]>[0],
		patienceMs: number,
	): Promise<Awaited<ReturnType<ProcessAnswers[Name]>>> {
		if (!this.#talk) return Promise.reject(new Error("the process isn't there"));
		return this.#talk.ask(name, argument, patienceMs);
	}

	/** Stops it for good. @param graceMs - how long it may finish work in progress; soon after, it is killed */
	async stop(graceMs: number): Promise<void> {
		this.#stopping.abort();
		const longest = graceMs + stopMaxMs;
		const child = this.#child;
		const ask = () => void this.ask("stop", graceMs, longest).catch(() => child?.process.kill("SIGKILL"));
		await child?.end(ask, longest);
		await this.#work;
	}

	#launch(): Child {
		const { entry, begin, onGone } = this.#options;
		this.#number = begin().number;
		const child = new Child(
			fork(entry, ["process", String(this.#number)], {
				// JSON has no NaN and no infinity.
				serialization: "advanced",
				stdio: ["ignore", "pipe", "inherit", "ipc"],
			}),
		);
		this.#child = child;
		this.#follow(child);
		const timer = setInterval(() => this.#lookAfter(child), lookEveryMs);
		void child.ended.then(() => {
			clearInterval(timer);
			this.#child = undefined;
			this.#talk = undefined;
			onGone();
		});
		return child;
	}

	#follow(child: Child): void {
		const { begin, takeLogin, limiter, onStarted, onFailed, writeLine } = this.#options;
		const { stdout } = child.process;
		if (stdout) createInterface({ input: stdout }).on("line", writeLine);
		const talk = new Talk<ProcessAnswers, SupervisorAnswers>(child.process);
		talk.answer("begin", begin);
		talk.answer("takeLogin", takeLogin);
		talk.answer("failed", onFailed);
		const permits = new LentPermits(limiter);
		talk.answer("takePermit", permits.take);
		talk.answer("endPermit", permits.end);
		talk.answer("noteAnswer", ({ answered, account }) => limiter.note(answered, account));
		void child.ended.then(() => permits.endAll());
		talk.answer("started", () => {
			child.markReady();
			onStarted();
		});
		this.#talk = talk;
	}

	#lookAfter(child: Child): void {
		const talk = this.#talk;
		if (!talk || !this.isReady) return;
		// Without an answer, `heardAt` stays what it is.
		talk.ask("alive", undefined, hungAfterMs).catch(() => {});
		const silentMs = performance.now() - talk.heardAt;
		if (silentMs < hungAfterMs) return;
		this.#options.logger.error(
			{ event: "process_hung", process: this.#number, seconds: Math.round(silentMs / 1_000) },
			"a process of Herald's says nothing any more, and is killed",
		);
		child.process.kill("SIGKILL");
	}
}
