import { Writable } from "node:stream";
import { createLogger } from "@herald/common/log.ts";

/** The log line about messages that were read. */
interface ReadLine {
	readonly event: string;
	readonly messages: readonly string[];
	/** How many of the messages were shortened. */
	readonly shortened: number;
}

/** A log that keeps one event's lines, with their times in ms. */
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
