/** What nobody waits for while Herald runs; a stop does, so that no answer keeps its buttons for ever and all speech is counted. */
export class LateEdits {
	readonly #underWay = new Set<Promise<void>>();

	/** What it fails with is let go: what was said was said. */
	add(work: Promise<unknown>): void {
		const done: Promise<void> = work.then(
			() => {},
			() => {},
		);
		this.#underWay.add(done);
		void done.then(() => this.#underWay.delete(done));
	}

	/** Resolves when none is under way. */
	async settle(): Promise<void> {
		while (this.#underWay.size > 0) await Promise.all(this.#underWay);
	}
}
