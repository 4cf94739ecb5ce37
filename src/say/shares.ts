/** Bytes of a whole, of its parts and of theirs. */
export class Shares {
	#bytes = 0;
	/** In the order in which they came. */
	readonly #parts = new Map<string, Shares>();

	get bytes(): number {
		return this.#bytes;
	}

	get names(): Iterable<string> {
		return this.#parts.keys();
	}

	/** The part that has the most. */
	get largest(): Shares | undefined {
		let largest: Shares | undefined;
		for (const part of this.#parts.values()) if (part.bytes > (largest?.bytes ?? 0)) largest = part;
		return largest;
	}

	/** @param bytes - negative takes them away: a part that has none left is gone */
	add([name, ...path]: readonly string[], bytes: number): void {
		this.#bytes += bytes;
		if (name === undefined) return;
		const part = this.#parts.get(name) ?? new Shares();
		part.add(path, bytes);
		if (part.bytes === 0) this.#parts.delete(name);
		else this.#parts.set(name, part);
	}
}
