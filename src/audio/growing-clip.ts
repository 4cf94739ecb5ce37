import type { Clip } from "./clip.ts";

/** A Clip that can be played while the rest of it is still being encoded. */
export interface Sound {
	/** Those that are there so far. */
	readonly packets: readonly Uint8Array[];
	/** Once complete; empty until then. */
	readonly levels: readonly number[];
	/** Whether nothing more comes. */
	readonly complete: boolean;
}

/** @returns a whole Clip as something to play */
export const wholeSound = ({ packets, levels }: Clip): Sound => ({ packets, levels, complete: true });

/** Packets on their way from a worker. */
export class GrowingClip implements Sound {
	#packets: readonly Uint8Array[] = [];
	#levels: readonly number[] = [];
	#complete = false;

	get packets(): readonly Uint8Array[] {
		return this.#packets;
	}

	get levels(): readonly number[] {
		return this.#levels;
	}

	get complete(): boolean {
		return this.#complete;
	}

	/** Adds the packets that come next. */
	add(packets: readonly Uint8Array[]): void {
		this.#packets = [...this.#packets, ...packets];
	}

	/** All of it is there, or without a Clip, nothing more comes of it. */
	end(clip?: Clip): void {
		if (clip) {
			// Those that came ahead lie in buffers of their own, which needn't be kept beside the Clip's.
			this.#packets = clip.packets;
			this.#levels = clip.levels;
		}
		this.#complete = true;
	}
}
