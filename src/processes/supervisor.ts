import { fork } from "node:child_process";
import { createInterface } from "node:readline";
import { type Calls, Child, connect, keepAlive } from "@herald/common/child.ts";
import type { Logger } from "@herald/common/log.ts";
import { orAborted, unwanted, within } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { OwnService } from "../bot/bot-options.ts";
import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { MetricValues } from "../monitoring/metrics.ts";
import type { Liveness, Readiness, Report } from "../monitoring/watch-bot.ts";
import { FinalError } from "../shared/final-error.ts";
import { Problem } from "../shared/problem.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { LoginSlots } from "./login-slots.ts";
import type { Assignment, EndReason, ProcessAnswers, SupervisorAnswers } from "./talk.ts";

/** How long a process may take to answer, in ms: a little longer than its own database check. */
const answerMs = 2_000;

export interface SupervisorOptions {
	/** Herald's entry file. */
	readonly entry: URL;
	/** The shards of each process. */
	readonly parts: readonly ShardPart[];
	readonly logins: LoginSlots;
	/** The rate limiter of the speech service, shared by all processes. */
	readonly limiter: RequestLimiter;
	/** Herald's own speech service, if it runs. */
	readonly service?: OwnService | undefined;
	/** Receives the processes' log lines. */
	readonly writeLine: (line: string) => void;
	readonly logger: Logger;
	/** Called if, after the start, Discord refuses all further connections of this bot. */
	readonly onEnd: (why: StartError) => void;
	/** Called with the index of a process that has ended. */
	readonly onGone?: (process: number) => void;
}

/** Herald's processes, each with its part of the shards. */
export class Supervisor {
	readonly #options: SupervisorOptions;
	readonly #processes: readonly ReturnType<typeof superviseProcess>[];
	/** Resolves when all processes are ready; rejects when one reports a failure. */
	readonly #started = Promise.withResolvers<void>();
	#registered: readonly RegisteredCommand[] = [];
	#hasStarted = false;
	#isStopping = false;
	/** The number of ready processes that didn't answer the last request for a report. */
	silentCount = 0;

	constructor(options: SupervisorOptions) {
		this.#options = options;
		this.#processes = options.parts.map((part, at) => this.#makeProcess(part, at));
	}

	#makeProcess(part: ShardPart, at: number) {
		const { service, onGone } = this.#options;
		return superviseProcess({
			...this.#options,
			number: at + 1,
			begin: () => ({
				part,
				registered: this.#registered,
				service: service && {
					baseUrl: service.baseUrl,
					apiKey: service.apiKey,
					voices: service.voices(),
				},
			}),
			onStarted: () => {
				if (this.isReady) this.#started.resolve();
			},
			onFailed: (failure) => this.#takeFailure(failure),
			onGone: () => onGone?.(at),
		});
	}

	/**
	 * Starts the processes and waits until all are ready. A process that dies without a report is restarted.
	 *
	 * @param registered - Discord's commands
	 * @throws StartError with the sentence that a process reported; the signal's reason if it aborts
	 */
	async start(registered: readonly RegisteredCommand[], signal: AbortSignal): Promise<void> {
		this.#registered = registered;
		signal.throwIfAborted();
		for (const process of this.#processes) process.start();
		await orAborted(this.#started.promise, signal);
		this.#hasStarted = true;
	}

	get isReady(): boolean {
		return this.#processes.every((process) => process.isReady());
	}

	sendVoices(voices: SpokenVoices): void {
		for (const process of this.#processes)
			process
				.calls()
				?.voices(voices)
				.catch(() => {
					// This process has ended. It gets the voices when it starts.
				});
	}

	/** @returns the liveness of all processes. It fails if Discord has ended the connection of one of them for good */
	async live(): Promise<Report<Liveness>> {
		const gateway = joinGateways(await this.#askAll((process) => process.live()));
		const ok = gateway !== "given up";
		return { ok, body: { status: ok ? "ok" : "failed", gateway } };
	}

	async ready(): Promise<Report> {
		const said = await this.#askAll((process) => process.ready());
		return joinReadiness(said, this.#isStopping, this.#options.logins.areFewLeft());
	}

	/** @returns each process's metrics; undefined for one that doesn't answer */
	async readMetrics(): Promise<(MetricValues | undefined)[]> {
		const said = await this.#askAll((process) => process.metrics());
		return said.map((metrics) => (metrics === "silent" ? undefined : metrics));
	}

	/**
	 * Stops all processes.
	 *
	 * @param graceMs - how long the processes may finish their work, in ms. Those that run `stopMaxMs` longer are killed
	 */
	async stop(graceMs: number): Promise<void> {
		this.#isStopping = true;
		await Promise.all(this.#processes.map((process) => process.stop(graceMs)));
	}

	async #askAll<T>(call: (process: Calls<ProcessAnswers>) => Promise<T>) {
		const said = await Promise.all(
			this.#processes.map((process, at) =>
				process.ask(call).catch((error: unknown) => {
					if (!process.isReady() || this.#isStopping) return undefined;
					this.#options.logger.warn(
						{ event: "process_silent", process: at + 1, err: error },
						"a process of Herald's didn't say how it does, and is left out",
					);
					return "silent" as const;
				}),
			),
		);
		this.silentCount = said.filter((answer) => answer === "silent").length;
		return said;
	}

	/**
	 * A failure before all processes are ready makes the start fail. After that, a final failure ends all processes, and
	 * any other failure is only logged.
	 */
	#takeFailure({ message, isFinal }: EndReason): void {
		const error = isFinal ? new FinalError(message) : new StartError(message);
		if (!this.#hasStarted) this.#started.reject(error);
		else if (isFinal && !this.#isStopping) this.#options.onEnd(error);
		else this.#options.logger.error({ event: "process_failed" }, message);
	}
}

/** The wait before the first restart, in ms. It doubles with each quick death, up to `restartLongestMs`. */
const restartFirstMs = 1_000;
const restartLongestMs = 60_000;
/** How often heartbeats are sent, in ms. A process that is silent for `hungAfterMs` counts as hung. */
const lookEveryMs = 15_000;
const hungAfterMs = 60_000;
/** How long after its grace a process is killed when it is stopped, in ms. */
const stopMaxMs = 7_000;

interface ProcessOptions
	extends Pick<SupervisorOptions, "entry" | "logins" | "limiter" | "writeLine" | "logger"> {
	/** Counts from 1. */
	readonly number: number;
	/** Called at each start, because the voices may have changed. */
	readonly begin: () => Omit<Assignment, "number">;
	readonly onStarted: () => void;
	readonly onFailed: (failure: EndReason) => void;
	/** Called when the process has ended, for any reason. */
	readonly onGone: () => void;
}

/** One of Herald's processes. It is restarted if it dies. */
const superviseProcess = (options: ProcessOptions) => {
	const { number, limiter, logger } = options;
	const stopping = new AbortController();
	let calls: Calls<ProcessAnswers> | undefined;
	let running: Child | undefined;
	/** When the last message came, by `performance.now()`. */
	let heardAt = 0;
	let work: Promise<void> | undefined;

	const isReady = () => running?.readyMs !== undefined;

	/** Starts the process, and restarts it whenever it dies, until it is stopped. */
	const start = () => {
		work = keepAlive(launch(), {
			restart: launch,
			firstMs: restartFirstMs,
			longestMs: restartLongestMs,
			onDied: (end, waitMs) =>
				logger.error(
					{ event: "process_died", process: number, ...end, waitMs },
					"a process of Herald's died, and is started again",
				),
			signal: stopping.signal,
		});
	};

	/** @throws an Error if no answer comes in time */
	const ask = async <T>(call: (process: Calls<ProcessAnswers>) => Promise<T>): Promise<T> => {
		const answer = calls && (await within(answerMs, call(calls)));
		if (!answer) throw new Error("no answer in time");
		return answer;
	};

	/**
	 * Stops the process for good.
	 *
	 * @param graceMs - how long the process may finish its work, in ms. If it runs `stopMaxMs` longer, it is killed
	 */
	const stop = async (graceMs: number) => {
		stopping.abort();
		const child = running;
		const ask = () => void calls?.stop(graceMs).catch(() => child?.process.kill("SIGKILL"));
		await child?.end(ask, graceMs + stopMaxMs);
		await work;
	};

	const launch = () => {
		const child = new Child(
			fork(options.entry, ["process", String(number)], {
				// JSON can't represent NaN and Infinity.
				serialization: "advanced",
				stdio: ["ignore", "pipe", "inherit", "ipc"],
			}),
		);
		running = child;
		follow(child);
		const timer = setInterval(() => lookAfter(child), lookEveryMs);
		void child.ended.then(() => {
			clearInterval(timer);
			running = undefined;
			calls = undefined;
			options.onGone();
		});
		return child;
	};

	const follow = (child: Child) => {
		const { stdout } = child.process;
		if (stdout) createInterface({ input: stdout }).on("line", options.writeLine);
		heardAt = performance.now();
		child.process.on("message", () => {
			heardAt = performance.now();
		});
		const permits = lendPermits(limiter);
		void child.ended.then(() => permits.endAll());
		calls = connect<ProcessAnswers, SupervisorAnswers>(child.process, {
			begin: () => ({ number, ...options.begin() }),
			takeLogin: (login) => options.logins.take(login),
			takePermit: permits.take,
			endPermit: permits.end,
			noteAnswer: ({ answered, account }) => limiter.note(answered, account),
			started: () => {
				child.markReady();
				options.onStarted();
			},
			failed: options.onFailed,
		});
	};

	const lookAfter = (child: Child) => {
		if (!isReady()) return;
		// If the process doesn't answer, `heardAt` stays as it is.
		calls?.alive().catch(() => {});
		const silentMs = performance.now() - heardAt;
		if (silentMs < hungAfterMs) return;
		logger.error(
			{ event: "process_hung", process: number, seconds: Math.round(silentMs / 1_000) },
			"a process of Herald's says nothing any more, and is killed",
		);
		child.process.kill("SIGKILL");
	};
	return {
		start,
		ask,
		stop,
		isReady,
		/** The running process's functions. */
		calls: () => calls,
	};
};

/**
 * The processes' reports: `silent` for a ready process that doesn't answer; undefined for a process that isn't ready,
 * or doesn't answer while Herald is stopping.
 */
type ProcessReports<Body> = readonly (Report<Body> | "silent" | undefined)[];

const joinGateways = (said: ProcessReports<Pick<Liveness, "gateway">>): Liveness["gateway"] => {
	const gateways = said.map((report) =>
		report === "silent" ? "unknown" : (report?.body.gateway ?? "connecting"),
	);
	return (
		(["given up", "connecting", "unknown"] as const).find((state) => gateways.includes(state)) ?? "ready"
	);
};

const joinDatabases = (bodies: readonly Readiness[]): Readiness["database"] => {
	if (bodies.length === 0) return "unknown";
	return bodies.some(({ database }) => database === "not writable") ? "not writable" : "writable";
};

/** Joins what processes say about the speech service. A failure in one process outweighs success in another. */
const joinSpeech = (bodies: readonly Readiness[]): Readiness["speech"] =>
	["failing", "working"]
		.map((state) => bodies.find(({ speech }) => speech.state === state)?.speech)
		.find((speech) => speech !== undefined) ?? { state: "not asked yet" };

/**
 * @param fewLogins - whether shards wait because Discord allows few more logins
 * @returns the readiness of all processes, and how many are ready
 */
const joinReadiness = (said: ProcessReports<Readiness>, stopping: boolean, fewLogins: boolean) => {
	const reports = said.flatMap((report) => (report === undefined || report === "silent" ? [] : [report]));
	const bodies = reports.map(({ body }) => body);
	const ready = reports.filter((report) => report.ok).length;
	const silent = said.filter((report) => report === "silent").length;
	const ok = ready === said.length && !stopping;
	return {
		ok,
		body: {
			status: ok ? "ready" : "not ready",
			gateway: joinGateways(said),
			database: joinDatabases(bodies),
			stopping,
			speech: joinSpeech(bodies),
			processes: { ready, of: said.length, ...(silent > 0 && { silent }) },
			...(fewLogins && { logins: "few left" }),
		},
	};
};

/** One process's running and waiting requests to the speech service, by the numbers that the process gave them. */
export const lendPermits = (limiter: RequestLimiter) => {
	/** The controller of each request, aborted when the request has ended. */
	const requests = new Map<number, AbortController>();

	/** @returns undefined once the request may be sent; if it is refused, when to try again, in ms since the epoch */
	const take: SupervisorAnswers["takePermit"] = async ({ id, guild, patienceMs, account }) => {
		const request = new AbortController();
		requests.set(id, request);
		try {
			const release = await limiter.acquire(guild, request.signal, patienceMs, account);
			request.signal.addEventListener("abort", release);
			// The request may have ended while the permit was on its way.
			if (request.signal.aborted) release();
			return undefined;
		} catch (error) {
			requests.delete(id);
			if (error instanceof Problem && error.detail.kind === "rate_limited") return error.detail.retryAt;
			throw error;
		}
	};

	const end: SupervisorAnswers["endPermit"] = (id) => {
		requests.get(id)?.abort(unwanted);
		requests.delete(id);
	};

	/** Ends all requests, because the process has ended. */
	const endAll = () => {
		for (const id of requests.keys()) end(id);
	};
	return { take, end, endAll };
};
