import type { Logger } from "@herald/common/log.ts";
import type { BotSources } from "../monitoring/watch-bot.ts";
import { borrowLimiter } from "./lent-permits.ts";
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
