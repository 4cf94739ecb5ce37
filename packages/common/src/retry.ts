import { setTimeout as wait } from "node:timers/promises";

/** Times in ms. Waits between tries are doubled up to the longest. */
export interface TryTiming {
	readonly firstWaitMs: number;
	readonly longestWaitMs: number;
	/** After so long, a try without an answer is logged. */
	readonly silentMs: number;
}

const usualTiming: TryTiming = { firstWaitMs: 1_000, longestWaitMs: 60_000, silentMs: 5_000 };

/** Until when it is tried, and where trouble is reported. */
export interface Patience {
	readonly signal: AbortSignal;
	/** Takes each kind of trouble when it begins, as a sentence. */
	readonly report: (sentence: string) => void;
}

interface RetryOptions extends Patience {
	/** @returns a sentence about trouble that may pass. @throws what waiting doesn't change */
	readonly describe: (error: unknown) => string;
	/** About a try that has no answer yet. */
	readonly silence: string;
	readonly timing?: TryTiming | undefined;
}

/**
 * Does something as often as it takes while there is trouble that may pass.
 *
 * @throws what `describe` throws; the signal's reason when it aborts, also in the middle of a try
 */
export const retry = async <T>(work: () => Promise<T>, options: RetryOptions): Promise<T> => {
	const { describe, silence, signal, timing = usualTiming } = options;
	let reported: string | undefined;
	const report = (sentence: string) => {
		if (sentence !== reported) options.report(sentence);
		reported = sentence;
	};
	for (let waitMs = timing.firstWaitMs; ; waitMs = Math.min(waitMs * 2, timing.longestWaitMs)) {
		const silent = setTimeout(report, timing.silentMs, silence);
		try {
			return await orAborted(work(), signal);
		} catch (error) {
			signal.throwIfAborted();
			report(describe(error));
		} finally {
			clearTimeout(silent);
		}
		await wait(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
	}
};

/** A reason to abort with. One for all: a signal's own captures a stack each time. */
export const unwanted = new Error("No longer wanted");

/** @returns the work's result. @throws the signal's reason when it aborts before, while the work goes on */
export const orAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
	const aborted = Promise.withResolvers<never>();
	const abort = () => aborted.reject(signal.reason);
	signal.addEventListener("abort", abort, { once: true });
	try {
		if (signal.aborted) abort();
		return await Promise.race([work, aborted.promise]);
	} finally {
		signal.removeEventListener("abort", abort);
	}
};

/** @returns the work's result; undefined after so long in ms, while the work goes on. @throws what it throws in time */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
	const late = Promise.withResolvers<undefined>();
	const timer = setTimeout(late.resolve, ms, undefined);
	try {
		return await Promise.race([work, late.promise]);
	} finally {
		clearTimeout(timer);
	}
};
