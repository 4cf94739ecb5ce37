import type { Logger } from "@herald/common/log.ts";
import { orAborted } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { OwnService } from "../bot/bot-options.ts";
import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { Report } from "../monitoring/health.ts";
import type { MetricValues } from "../monitoring/metrics.ts";
import { FinalError } from "../shared/final-error.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { EndReason } from "./contract.ts";
import { joinLiveness, joinReadiness } from "./join-reports.ts";
import type { LoginSlots } from "./login-slots.ts";
import { SupervisedProcess } from "./supervised-process.ts";

/** The timeout of a process's report, in ms: a little longer than its own database check. */
const answerMs = 2_000;

export interface SupervisorOptions {
	/** Herald's own entry. */
	readonly entry: URL;
	/** The shards of each process. */
	readonly parts: readonly ShardPart[];
	readonly logins: LoginSlots;
	/** The rate limiter of the speech service, shared by all processes. */
	readonly limiter: RequestLimiter;
	/** Herald's own speech service, where it runs. */
	readonly service?: OwnService | undefined;
	/** Receives the processes' log lines. */
	readonly writeLine: (line: string) => void;
	readonly logger: Logger;
	/** Called when, after the start, Discord accepts no connection of this bot any more. */
	readonly onEnd: (why: StartError) => void;
	/** Called with the index of a process that has ended. */
	readonly onGone?: (process: number) => void;
}

/** Herald's processes, each with its part of the shards. */
export class Supervisor {
	readonly #options: SupervisorOptions;
	readonly #processes: readonly SupervisedProcess[];
	/** Settled once all processes are ready or one reports a failure. */
	readonly #started = Promise.withResolvers<void>();
	readonly #ready = new Set<number>();
	#registered: readonly RegisteredCommand[] = [];
	#hasStarted = false;
	#isStopping = false;
	#silentCount = 0;

	constructor(options: SupervisorOptions) {
		this.#options = options;
		this.#processes = options.parts.map((part, at) => this.#makeProcess(part, at));
	}

	#makeProcess(part: ShardPart, at: number): SupervisedProcess {
		const { entry, logins, limiter, service, writeLine, logger, onGone } = this.#options;
		return new SupervisedProcess({
			entry,
			begin: () => ({
				number: at + 1,
				part,
				registered: this.#registered,
				...(service && {
					service: { baseUrl: service.baseUrl, apiKey: service.apiKey, voices: service.voices() },
				}),
			}),
			takeLogin: (login) => logins.take(login),
			limiter,
			onStarted: () => {
				this.#ready.add(at);
				if (this.#ready.size === this.#processes.length) this.#started.resolve();
			},
			onFailed: (failure) => this.#takeFailure(failure),
			onGone: () => onGone?.(at),
			writeLine,
			logger,
		});
	}

	/**
	 * Starts the processes and waits until all are ready. One that dies without a report is restarted.
	 *
	 * @param registered - Discord's commands
	 * @throws StartError with the sentence that a process reported; the signal's reason when it aborts
	 */
	async start(registered: readonly RegisteredCommand[], signal: AbortSignal): Promise<void> {
		this.#registered = registered;
		signal.throwIfAborted();
		for (const process of this.#processes) process.start();
		await orAborted(this.#started.promise, signal);
		this.#hasStarted = true;
	}

	/** The number of ready processes. */
	get readyCount(): number {
		return this.#processes.filter(({ isReady }) => isReady).length;
	}

	get isReady(): boolean {
		return this.readyCount === this.#processes.length;
	}

	/** The number of ready processes that didn't answer the last request for a report. */
	get silentCount(): number {
		return this.#silentCount;
	}

	/** Sends the current voices to all processes. */
	sendVoices(voices: SpokenVoices): void {
		for (const process of this.#processes)
			process.ask("voices", voices, answerMs).catch(() => {
				// It isn't running, and gets the voices when it starts.
			});
	}

	async live(): Promise<Report> {
		return joinLiveness(await this.#askAll("live"));
	}

	async ready(): Promise<Report> {
		const own = { stopping: this.#isStopping, fewLogins: this.#options.logins.areFewLeft };
		return joinReadiness(await this.#askAll("ready"), own);
	}

	/** @returns each process's metrics; undefined for one that doesn't answer */
	async readMetrics(): Promise<(MetricValues | undefined)[]> {
		const said = await this.#askAll("metrics");
		return said.map((metrics) => (metrics === "silent" ? undefined : metrics));
	}

	/** Stops all processes, each within the grace in ms and a few seconds. */
	async stop(graceMs: number): Promise<void> {
		this.#isStopping = true;
		await Promise.all(this.#processes.map((process) => process.stop(graceMs)));
	}

	async #askAll<Name extends "live" | "ready" | "metrics">(name: Name) {
		const said = await Promise.all(
			this.#processes.map((process, at) =>
				process.ask(name, undefined, answerMs).catch((error: unknown) => {
					if (!process.isReady || this.#isStopping) return undefined;
					this.#options.logger.warn(
						{ event: "process_silent", process: at + 1, err: error },
						"a process of Herald's didn't say how it does, and is left out",
					);
					return "silent" as const;
				}),
			),
		);
		this.#silentCount = said.filter((answer) => answer === "silent").length;
		return said;
	}

	/** A failure at the start ends all processes; later, only a final one does. */
	#takeFailure({ message, isFinal }: EndReason): void {
		const error = isFinal ? new FinalError(message) : new StartError(message);
		if (!this.#hasStarted) this.#started.reject(error);
		else if (isFinal && !this.#isStopping) this.#options.onEnd(error);
		else this.#options.logger.error({ event: "process_failed" }, message);
	}
}
