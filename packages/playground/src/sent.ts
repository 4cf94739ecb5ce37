import { channel } from "node:diagnostics_channel";

/** An answer of the REST API. */
export interface SentAnswer {
	/** Such as `GET /channels/{}`. */
	readonly operation: string;
	readonly status: number;
	/** The answer's JSON; undefined without a body. */
	readonly text: string | undefined;
}

/** Each answer as it is sent, except faults: tests check them against Discord's contract. */
export const sentAnswers = channel("playground.answer");
/** The JSON of each of the gateway's events, likewise. */
export const sentEvents = channel("playground.event");
