import type { Waiting } from "./admit-text.ts";
import { sumMs } from "./admit-text.ts";

/** Texts of one source that wait in a queue: enough that nothing is waited for between two. */
const waitingMax = 3;
/** The same by estimate, in ms: what isn't in the queue yet can still be merged, changed and left out. */
const waitingMaxMs = 6_000;

/** @returns whether another text is nearly needed. @param waiting - those of one source that aren't playing */
export const isNearlyNeeded = (waiting: readonly Waiting[]): boolean =>
	waiting.length === 0 || (waiting.length < waitingMax && sumMs(waiting) < waitingMaxMs);

/** Asks a source for texts ahead of need, one at a time. */
export class Prefetch {
	readonly #isNeeded: () => boolean;
	readonly #next: () => boolean | Promise<boolean>;
	#asking = false;
	#again = false;

	/** @param next - as `TextSource.next` */
	constructor(isNeeded: () => boolean, next: () => boolean | Promise<boolean>) {
		this.#isNeeded = isNeeded;
		this.#next = next;
	}

	/** To be called when the source may have a text, or there may be room for one. */
	async fill(): Promise<void> {
		this.#again = true;
		if (this.#asking) return;
		this.#asking = true;
		try {
			while (this.#again && this.#isNeeded()) {
				this.#again = false;
				if (await this.#next()) this.#again = true;
			}
		} finally {
			this.#asking = false;
		}
	}
}
