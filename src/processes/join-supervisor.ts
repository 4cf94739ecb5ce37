import type { Logger } from "@herald/common/log.ts";
import type { BotSources } from "../monitoring/watch-bot.ts";
import { Problem } from "../shared/problem.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import { type EndReason, type ProcessAnswers, type SupervisorAnswers, Talk } from "./talk.ts";

/** A process's connection to its supervisor. */
export type Supervision = Awaited<ReturnType<typeof joinSupervisor>>;

/** Gets this process's assignment from its supervisor. @throws an Error if the supervisor is gone */
export const joinSupervisor = async () => {
	const talk = new Talk<SupervisorAnswers, ProcessAnswers>(process);
	const stopping = Promise.withResolvers<number>();
	talk.answer("alive", () => {});
	talk.answer("stop", (graceMs) => stopping.resolve(graceMs));
	const { service, ...assignment } = await talk.ask("begin", undefined);
	let voices = service?.voices;
	talk.answer("voices", (latest) => {
		voices = latest;
	});
	return {
		...assignment,
		/** The supervisor's speech service, with the voices it last reported. */
		service: service && { ...service, voices: () => voices ?? service.voices },
		takeLogin: (bucket: number, spacingMs: number) => talk.ask("takeLogin", { bucket, spacingMs }),
		limiter: borrowLimiter(talk),
		/** Calls `stop` with a grace in ms when the supervisor ends this process. */
		onStop: (stop: (graceMs: number) => void) => void stopping.promise.then(stop),
		/** Lets the supervisor read the bot's health and metrics. @returns a function that ends the watching */
		monitor: async (sources: BotSources, logger: Logger) => {
			// Loaded on demand: without monitoring, a process counts nothing.
			const { watchBot } = await import("../monitoring/watch-bot.ts");
			const { health, metrics, close } = watchBot(sources, logger);
			talk.answer("live", () => health.live());
			talk.answer("ready", () => health.ready());
			talk.answer("metrics", () => metrics.read());
			return async () => close();
		},
		/** Reports that this process is ready. */
		reportStarted: () => talk.ask("started", undefined),
		reportFailure: async (failure: EndReason) => {
			// The supervisor may be gone, too.
			await talk.ask("failed", failure).catch(() => {});
		},
	};
};

/** @returns the supervisor's limiter, for use in a process */
const borrowLimiter = (talk: Talk<SupervisorAnswers, ProcessAnswers>): RequestLimiter => {
	let lastId = 0;
	// If the supervisor is gone, this process ends soon, too.
	const send = (sent: Promise<void>) => void sent.catch(() => {});
	return {
		acquire: async (guild, signal, patienceMs, account) => {
			signal.throwIfAborted();
			lastId += 1;
			const id = lastId;
			const end = () => send(talk.ask("endPermit", id));
			signal.addEventListener("abort", end, { once: true });
			try {
				const retryAt = await talk.ask("takePermit", { id, guild, patienceMs, account });
				signal.throwIfAborted();
				if (retryAt !== undefined)
					throw new Problem(
						{ kind: "rate_limited", retryAt, daily: false },
						"too many requests wait for the speech service",
					);
				return end;
			} catch (error) {
				signal.throwIfAborted();
				throw error;
			} finally {
				signal.removeEventListener("abort", end);
			}
		},
		note: (answered, account) => send(talk.ask("noteAnswer", { answered, account })),
	};
};
