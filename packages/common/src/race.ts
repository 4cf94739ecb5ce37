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
