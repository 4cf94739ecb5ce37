import type { Surroundings } from "../bot-options.ts";
import type { Logger } from "../log.ts";
import type { BotSources } from "../monitoring/watch-bot.ts";
import type { Beginning, Failure, ProcessAnswers, SupervisorAnswers } from "./contract.ts";
import { borrowTurns } from "./lent-turns.ts";
import { Talk } from "./talk.ts";

/** What a process has of its supervisor. */
export interface Supervision
	extends Pick<Surroundings, "embedded" | "part" | "registered" | "takeLogin" | "limiter"> {
	/** Counted from one. */
	readonly number: number;
	/** Calls `stop` when the supervisor says so, with a grace in ms. */
	onStop(stop: (graceMs: number) => void): void;
	/** Shows the bot to the supervisor. @returns how to end that */
	monitor(sources: BotSources, logger: Logger): Promise<() => Promise<void>>;
	/** Tells that this process is ready. */
	tellStarted(): Promise<void>;
	/** Tells why this process can't go on. */
	tellFailure(failure: Failure): Promise<void>;
}

/** The service of the supervisor's, with the voices that it last told of. */
const followService = (
	{ service }: Beginning,
	talk: Talk<SupervisorAnswers, ProcessAnswers>,
): Surroundings["embedded"] => {
	if (!service) return undefined;
	let { voices } = service;
	talk.answer("voices", (told) => {
		voices = told;
	});
	return { baseUrl: service.baseUrl, apiKey: service.apiKey, voices: () => voices };
};

/** Asks the process that has started this one what there is to do. @throws an Error where it is gone */
export const joinSupervisor = async (): Promise<Supervision> => {
	const talk = new Talk<SupervisorAnswers, ProcessAnswers>(process);
	const stopping = Promise.withResolvers<number>();
	talk.answer("alive", () => {});
	talk.answer("stop", (graceMs) => stopping.resolve(graceMs));
	const beginning = await talk.ask("begin", undefined);
	const { number, part, registered } = beginning;
	const embedded = followService(beginning, talk);
	return {
		number,
		part,
		registered,
		...(embedded && { embedded }),
		takeLogin: (bucket, spacingMs) => talk.ask("takeLogin", { bucket, spacingMs }),
		limiter: borrowTurns(talk),
		onStop: (stop) => void stopping.promise.then(stop),
		monitor: async (sources, logger) => {
			// Loaded on demand: only who shows it counts.
			const { watchBot } = await import("../monitoring/watch-bot.ts");
			const { health, metrics, close } = watchBot(sources, logger);
			talk.answer("live", () => health.live());
			talk.answer("ready", () => health.ready());
			talk.answer("metrics", () => metrics.read());
			return async () => close();
		},
		tellStarted: () => talk.ask("started", undefined),
		tellFailure: async (failure) => {
			// It may be gone itself.
			await talk.ask("failed", failure).catch(() => {});
		},
	};
};
