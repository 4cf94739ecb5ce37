import { type Calls, connect } from "@herald/common/child.ts";
import type { Logger } from "@herald/common/log.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { BotSources } from "../monitoring/watch-bot.ts";
import { type RequestLimiter, tooManyRequests } from "../speech/traffic/request-limiter.ts";
import type { EndReason, ProcessAnswers, SupervisorAnswers } from "./talk.ts";

/** A process's connection to its supervisor. */
export type Supervision = Awaited<ReturnType<typeof joinSupervisor>>;

/** Gets this process's assignment from its supervisor. @throws an Error if the supervisor is gone */
export const joinSupervisor = async () => {
	const stopping = Promise.withResolvers<number>();
	let voices: SpokenVoices | undefined;
	const answers: Partial<ProcessAnswers> = {
		alive: () => {},
		stop: stopping.resolve,
		voices: (latest) => {
			voices = latest;
		},
	};
	const supervisor = connect<SupervisorAnswers>(process, answers);
	const { service, ...assignment } = await supervisor.begin();
	return {
		...assignment,
		/** The supervisor's speech service, with the voices it last reported. */
		service: service && { ...service, voices: () => voices ?? service.voices },
		takeLogin: (bucket: number, spacingMs: number) => supervisor.takeLogin({ bucket, spacingMs }),
		limiter: borrowLimiter(supervisor),
		/** Calls `stop` with a grace in ms when the supervisor ends this process. */
		onStop: (stop: (graceMs: number) => void) => void stopping.promise.then(stop),
		/** Lets the supervisor read the bot's health and metrics. @returns a function that ends the watching */
		monitor: async (sources: BotSources, logger: Logger) => {
			// Loaded on demand: without monitoring, a process counts nothing.
			const { watchBot } = await import("../monitoring/watch-bot.ts");
			const { health, metrics, close } = watchBot(sources, logger);
			answers.live = () => health.live();
			answers.ready = () => health.ready();
			answers.metrics = () => metrics.read();
			return async () => close();
		},
		/** Reports that this process is ready. */
		reportStarted: () => supervisor.started(),
		// The supervisor may be gone, too.
		reportFailure: (failure: EndReason) => supervisor.failed(failure).catch(() => {}),
	};
};

/** @returns the supervisor's limiter, for use in a process */
const borrowLimiter = (supervisor: Calls<SupervisorAnswers>): RequestLimiter => {
	let lastId = 0;
	// If the supervisor is gone, this process ends soon, too.
	const send = (sent: Promise<void>) => void sent.catch(() => {});
	return {
		acquire: async (guild, signal, patienceMs, account) => {
			signal.throwIfAborted();
			lastId += 1;
			const id = lastId;
			const end = () => send(supervisor.endPermit(id));
			signal.addEventListener("abort", end, { once: true });
			try {
				const retryAt = await supervisor.takePermit({ id, guild, patienceMs, account });
				signal.throwIfAborted();
				if (retryAt !== undefined) throw tooManyRequests(retryAt);
				return end;
			} catch (error) {
				signal.throwIfAborted();
				throw error;
			} finally {
				signal.removeEventListener("abort", end);
			}
		},
		note: (answered, account) => send(supervisor.noteAnswer({ answered, account })),
	};
};
