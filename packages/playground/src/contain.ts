import type { Logger } from "pino";

/** Runs something that a client's bytes have caused. What it throws is logged and passed to `onfail`, not thrown. */
export const contain = (logger: Logger, act: () => void, onfail: () => void = () => {}): void => {
	try {
		act();
	} catch (error) {
		logger.warn({ error }, "what a client sent could not be handled");
		onfail();
	}
};
