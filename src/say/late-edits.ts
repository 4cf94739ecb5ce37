import { UnderWay } from "../shared/under-way.ts";

/** Work that only a stop waits for, so that no answer keeps its buttons forever and all speech is counted. */
export class LateEdits {
	readonly #work = new UnderWay();

	/** Its errors are ignored: the speech was already heard. */
	add(work: Promise<unknown>): void {
		// Its errors are handled there.
		void this.#work.follow(work);
	}

	/** Resolves when none is in progress. */
	settle(): Promise<void> {
		return this.#work.settle();
	}
}
