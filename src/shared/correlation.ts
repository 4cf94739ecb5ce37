import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

const current = new AsyncLocalStorage<string | undefined>();

/** Does work under an id of its own, by which its lines in the log and its requests are found. @returns what it returns */
export const correlate = <T>(work: () => T): T => current.run(randomUUID(), work);

/** @returns the id of the work that this is a part of */
export const correlationId = (): string | undefined => current.getStore();

/** @returns what does later work as a part of the present one, wherever it is called */
export const keepCorrelation = (): (<T>(work: () => T) => T) => {
	const id = current.getStore();
	return (work) => current.run(id, work);
};
