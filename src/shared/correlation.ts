import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

const current = new AsyncLocalStorage<string | undefined>();

/** Runs work under a new id, which the work's log lines and requests carry. @returns the work's result */
export const correlate = <T>(work: () => T): T => current.run(randomUUID(), work);

/** @returns the id of the current work; undefined outside of {@link correlate} */
export const correlationId = (): string | undefined => current.getStore();

/** @returns a function that runs later work under the current id, whoever calls it */
export const keepCorrelation = (): (<T>(work: () => T) => T) => {
	const id = current.getStore();
	return (work) => current.run(id, work);
};
