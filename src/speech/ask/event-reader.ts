/** An event of a phrase of 30 s, at the largest rate there is, is less. */
const eventMaxLength = 16 * 1024 * 1024;

/** A stream that isn't one of events that can be read. */
export class EventError extends Error {
	override name = "EventError";
}

/** Finds the data of server-sent events in bytes that are cut anywhere. Their names and ids are left out. */
export class EventReader {
	readonly #decoder = new TextDecoder();
	/** Whether a CR has ended the last line: an LF that comes next belongs to it. */
	#isAfterCr = false;
	/** A line so far. */
	#line = "";
	/** The lines of data of an event. */
	#data: string[] = [];
	#length = 0;

	/** @returns the data of the events that are complete now; @throws EventError for an event that is too large */
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

	/** @returns the data of an event that the stream ended in, if any */
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
