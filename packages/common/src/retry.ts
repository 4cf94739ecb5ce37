import { addAbortListener } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** Times in ms. Waits between tries are doubled up to the longest. */
export interface TryTiming {
	readonly firstWaitMs: number;
	readonly longestWaitMs: number;
	/** How long a try may take before it is reported as unanswered. */
	readonly silentMs: number;
}

const usualTiming: TryTiming = { firstWaitMs: 1_000, longestWaitMs: 60_000, silentMs: 5_000 };

/** When to stop trying, and where to report trouble. */
export interface Patience {
	readonly signal: AbortSignal;
	/** Takes a sentence about each new kind of trouble. */
	readonly report: (sentence: string) => void;
}

interface RetryOptions extends Patience {
	/** @returns a sentence about an error that may be temporary. @throws an error that waiting doesn't mend */
	readonly describe: (error: unknown) => string;
	/** The sentence about a try without an answer. */
	readonly silence: string;
	readonly timing?: TryTiming | undefined;
}

/**
 * Repeats work until it succeeds, as long as its errors may be temporary.
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

/** A shared reason for aborting: a signal's default reason captures a stack each time. */
export const unwanted = new Error("No longer wanted");

/** @returns the work's result @throws the signal's reason if it aborts first; the work itself goes on */
export const orAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
	const aborted = Promise.withResolvers<never>();
	if (signal.aborted) aborted.reject(signal.reason);
	using _listener = addAbortListener(signal, () => aborted.reject(signal.reason));
	return await Promise.race([work, aborted.promise]);
};

/**
 * @returns the work's result, or undefined after `ms`; the work itself goes on @throws the work's error if it comes
 * before
 */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
	const late = Promise.withResolvers<undefined>();
	using _timer = setTimeout(late.resolve, ms, undefined);
	return await Promise.race([work, late.promise]);
};
