import { estimateSeconds } from "../text/lines.ts";

/** How much the latest Line counts. */
const latestWeight = 0.3;

const sizeOf = (text: string): number => 1 + estimateSeconds(text);

/** How long a service takes of late until a Line can be heard, whose time grows with its text. */
export class Pace {
	/** For a second of speech, and for a Line of none. */
	#ms: number | undefined;

	/** @returns after how many ms a text should be heard; undefined where nothing is known */
	expect(text: string): number | undefined {
		return this.#ms && this.#ms * sizeOf(text);
	}

	/** Takes after how many ms a text could be heard. */
	note(text: string, ms: number): void {
		const latest = ms / sizeOf(text);
		this.#ms = this.#ms === undefined ? latest : this.#ms + (latest - this.#ms) * latestWeight;
	}
}
