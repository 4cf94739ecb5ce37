import { Writable } from "node:stream";
import { createLogger } from "@herald/common/log.ts";

/** What the log tells of texts that are read. */
interface ReadLine {
	readonly event: string;
	/** The ids of the messages in it. */
	readonly messages: readonly string[];
	/** How many of them weren't read whole. */
	readonly shortened: number;
}

/** A log of which only one event's lines are kept, with the time of each in ms. */
export const collectEvents = (event: string) => {
	const events: { readonly line: ReadLine; readonly at: number }[] = [];
	const stream = new Writable({
		write(chunk: Buffer, _encoding, done) {
			const line = JSON.parse(chunk.toString("utf8")) as ReadLine;
			if (line.event === event) events.push({ line, at: Date.now() });
			done();
		},
	});
	return { logger: createLogger("herald", "debug", stream), events };
};
