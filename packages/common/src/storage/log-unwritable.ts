import type { Logger } from "../log.ts";

/** How often it is logged, in ms: a full disk would fill a log. */
const logEveryMs = 60_000;

/** @returns what logs each failure with its code, at most once a minute */
export const logSometimes = (log: (code: string, failures: number) => void, now: () => number) => {
	let loggedAt = Number.NEGATIVE_INFINITY;
	let failures = 0;
	return (code: string): void => {
		failures += 1;
		if (now() - loggedAt < logEveryMs) return;
		log(code, failures);
		loggedAt = now();
		failures = 0;
	};
};

/**
 * Logs that a file can't be written, at most once a minute.
 *
 * @param file - its name
 * @returns what takes each failure, with SQLite's code
 */
export const logUnwritable = (file: string, logger: Logger, now: () => number): ((code: string) => void) =>
	logSometimes((code, failures) => {
		logger.error(
			{ event: "not_stored", file, code, failures },
			`${file} can't be written: check that the disk has room, the folder's permissions, and that no other program holds the file`,
		);
	}, now);
