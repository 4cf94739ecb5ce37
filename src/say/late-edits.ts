/** Work that only a stop waits for, so that no answer keeps its buttons forever and all speech is counted. */
export class LateEdits {
	readonly #underWay = new Set<Promise<void>>();

	/** Its errors are ignored: the speech was already heard. */
	add(work: Promise<unknown>): void {
		const done: Promise<void> = work.then(
			() => {},
			() => {},
		);
		this.#underWay.add(done);
		void done.then(() => this.#underWay.delete(done));
	}

	/** Resolves when none is in progress. */
	async settle(): Promise<void> {
		while (this.#underWay.size > 0) await Promise.all(this.#underWay);
	}
}
