/** Packets to be played, as an array has them. */
export type Packets = Pick<readonly Uint8Array[], "at" | "length">;

/** A Clip that can be played while the rest of it is still being encoded. */
export interface Sound {
	/** Those that are there so far. */
	readonly packets: Packets;
	/** Once complete; empty until then. */
	readonly levels: readonly number[];
	/** Whether nothing more comes. */
	readonly complete: boolean;
}

/** Packets on their way from a worker. */
export class GrowingClip implements Sound {
	#ahead: readonly Uint8Array[] = [];
	#whole: Sound | undefined;
	#complete = false;

	get packets(): Packets {
		return this.#whole?.packets ?? this.#ahead;
	}

	get levels(): readonly number[] {
		return this.#whole?.levels ?? [];
	}

	get complete(): boolean {
		return this.#complete;
	}

	/** Adds the packets that come next. */
	add(packets: readonly Uint8Array[]): void {
		this.#ahead = [...this.#ahead, ...packets];
	}

	/** All of it is there, or without the whole, nothing more comes of it. */
	end(whole?: Sound): void {
		if (whole) {
			this.#whole = whole;
			// Those that came ahead lie in buffers of their own, which needn't be kept beside it.
			this.#ahead = [];
		}
		this.#complete = true;
	}
}
