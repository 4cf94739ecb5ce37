import { BodyTooLarge, collectBody, errorBodyMaxBytes, unpacked } from "@herald/common/wire/http.ts";
import type { Dispatcher } from "undici";

export const eventType = "text/event-stream";

/** Takes an answer that comes as events. */
export interface StreamTaker {
	readonly write: (bytes: Uint8Array) => void;
	/** Stops it. */
	readonly signal: AbortSignal;
}

/**
 * Has a success taken as it comes.
 *
 * @param onAnswering - called when its first bytes are there: its headers come before any of its speech is made
 * @returns how many bytes it had; a sentence for the log where it is no stream
 * @throws BodyTooLarge, and what the connection throws
 */
export const takeStream = async (
	body: Dispatcher.ResponseData["body"],
	headers: Readonly<Record<string, string | undefined>>,
	maxBytes: number,
	write: StreamTaker["write"],
	onAnswering: () => void,
): Promise<number | string> => {
	const { "content-type": type = "no type" } = headers;
	if (!type.toLowerCase().startsWith(eventType)) {
		await collectBody(body, errorBodyMaxBytes, true);
		return `an answer that is no stream of events (${type})`;
	}
	// Destroying a half-read body emits another error, which needs a listener.
	body.on("error", () => {});
	let size = 0;
	for await (const chunk of unpacked(body, headers) as AsyncIterable<Uint8Array>) {
		if (size === 0) onAnswering();
		size += chunk.length;
		if (size > maxBytes) throw new BodyTooLarge();
		write(chunk);
	}
	return size;
};
