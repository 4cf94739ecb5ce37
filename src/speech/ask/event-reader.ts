/** More UTF-16 units than the event of a phrase of 30 s at the highest sample rate. */
const eventMaxLength = 16 * 1024 * 1024;

/** The stream isn't one of events that can be read. */
export class EventError extends Error {
	override name = "EventError";
}

/** Reads the data of server-sent events from bytes that may be cut anywhere. Ignores names and IDs. */
export class EventReader {
	readonly #decoder = new TextDecoder();
	/** Whether the last line ended with a CR. An LF that follows belongs to it. */
	#isAfterCr = false;
	/** The unfinished line. */
	#line = "";
	/** The data lines of the unfinished event. */
	#data: string[] = [];
	#length = 0;

	/** @returns the data of the events that are complete now. @throws EventError if an event is too large */
	*add(bytes: Uint8Array): Generator<string, void> {
		const text = this.#decoder.decode(bytes, { stream: true });
		if (text === "") return;
		const lines = (this.#isAfterCr ? text.replace(/^\n/, "") : text).split(/\r\n|\r|\n/);
		this.#isAfterCr = text.endsWith("\r");
		for (const [at, piece] of lines.entries()) {
			if (at > 0) yield* this.#endLine();
			this.#line += piece;
			this.#length += piece.length;
			if (this.#length > eventMaxLength) throw new EventError("An event is too large");
		}
	}

	/** @returns the data of the last event, if the stream ended within it */
	*end(): Generator<string, void> {
		yield* this.#endLine();
		yield* this.#endEvent();
	}

	*#endLine(): Generator<string, void> {
		const line = this.#line;
		this.#line = "";
		if (line === "") yield* this.#endEvent();
		else if (line.startsWith("data:")) this.#data.push(line.slice(line[5] === " " ? 6 : 5));
	}

	*#endEvent(): Generator<string, void> {
		this.#length = 0;
		if (this.#data.length > 0) yield this.#data.join("\n");
		this.#data = [];
	}
}
