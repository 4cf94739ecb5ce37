/** An event of a phrase of 30 s, at the largest rate there is, is less. */
const eventMaxBytes = 16 * 1024 * 1024;

/** A stream that isn't one of events that can be read. */
export class EventError extends Error {
	override name = "EventError";
}

const newline = 10;

/** Finds the data of server-sent events in bytes that are cut anywhere. Their names and ids are left out. */
export class EventReader {
	/** The bytes of a line so far. */
	#line: Uint8Array[] = [];
	/** The lines of data of an event. */
	#data: string[] = [];
	#bytes = 0;

	/** @returns the data of the events that are complete now; @throws EventError for an event that is too large */
	*add(bytes: Uint8Array): Generator<string, void> {
		for (let from = 0; from < bytes.length; ) {
			const end = bytes.indexOf(newline, from);
			const piece = bytes.subarray(from, end === -1 ? bytes.length : end);
			this.#line.push(piece);
			this.#bytes += piece.length;
			if (this.#bytes > eventMaxBytes) throw new EventError("An event is too large");
			if (end === -1) return;
			from = end + 1;
			yield* this.#endLine();
		}
	}

	/** @returns the data of an event that the stream ended in, if any */
	*end(): Generator<string, void> {
		yield* this.#endLine();
		yield* this.#endEvent();
	}

	*#endLine(): Generator<string, void> {
		const line = Buffer.concat(this.#line)
			.toString("utf8")
			.replace(/^\uFEFF|\r$/g, "");
		this.#line = [];
		if (line === "") yield* this.#endEvent();
		else if (line.startsWith("data:")) this.#data.push(line.slice(line[5] === " " ? 6 : 5));
	}

	*#endEvent(): Generator<string, void> {
		this.#bytes = 0;
		if (this.#data.length > 0) yield this.#data.join("\n");
		this.#data = [];
	}
}
