/** Packets to be played, as an array has them. */
export type Packets = Pick<readonly Uint8Array[], "at" | "length">;

/** A Clip that can be played while the rest of it is still being encoded. */
export interface Sound {
	/** The packets encoded so far. */
	readonly packets: Packets;
	/** Empty until complete, and where nothing is known of them. */
	readonly levels: readonly number[];
	/** Whether all packets are there, or encoding failed. */
	readonly complete: boolean;
}

/** Packets on their way from a worker. */
export class GrowingClip implements Sound {
	readonly packets: Packets;
	levels: readonly number[] = [];
	#ahead: readonly Uint8Array[] = [];
	#whole: Sound | undefined;
	#complete = false;
	#heard = false;

	constructor() {
		const at = (index: number): Uint8Array | undefined => {
			this.#heard = true;
			return this.#packets.at(index);
		};
		const length = () => this.#packets.length;
		this.packets = {
			at,
			get length() {
				return length();
			},
		};
	}

	get #packets(): Packets {
		return this.#whole?.packets ?? this.#ahead;
	}

	get complete(): boolean {
		return this.#complete;
	}

	/** Whether a packet of it was taken. */
	get heard(): boolean {
		return this.#heard;
	}

	/** Adds the packets that come next. */
	add(packets: readonly Uint8Array[]): void {
		this.#ahead = [...this.#ahead, ...packets];
	}

	/** Marks it complete, without the packets behind the first `heard`. */
	endAt(heard: number): void {
		this.#ahead = this.#ahead.slice(0, heard);
		this.#complete = true;
	}

	/** Marks it complete. @param whole - replaces the packets added; undefined where encoding failed */
	end(whole?: Sound): void {
		if (whole) {
			this.#whole = whole;
			this.levels = whole.levels;
			// Frees the buffers of the packets that were added.
			this.#ahead = [];
		}
		this.#complete = true;
	}
}
