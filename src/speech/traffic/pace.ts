import { estimateSeconds } from "../text/lines.ts";

/** The weight of the latest Line in the average. */
const latestWeight = 0.3;

const sizeOf = (text: string): number => 1 + estimateSeconds(text);

/** How long a service lately takes until a Line can be heard. This time grows with the Line's length. */
export class Pace {
	/** The time for each second of speech, and once more for each Line, in ms. */
	#ms: number | undefined;

	/** @returns how many ms it will probably take until a text is heard; undefined before the first Line */
	expect(text: string): number | undefined {
		return this.#ms && this.#ms * sizeOf(text);
	}

	/** Records that a text could be heard after `ms`. */
	note(text: string, ms: number): void {
		const latest = ms / sizeOf(text);
		this.#ms = this.#ms === undefined ? latest : this.#ms + (latest - this.#ms) * latestWeight;
	}
}
