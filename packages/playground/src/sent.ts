import { channel } from "node:diagnostics_channel";

export interface SentAnswer {
	/** The operation that was answered, such as `GET /channels/{}`. */
	readonly operation: string;
	readonly status: number;
	/** The answer's JSON; undefined without a body. */
	readonly text: string | undefined;
}

/** Publishes each answer of the REST API, except faults. Tests check the answers against Discord's contract. */
export const sentAnswers = channel("playground.answer");
/** Publishes the JSON of each event that the gateway sends. Tests check the events against Discord's contract. */
export const sentEvents = channel("playground.event");
