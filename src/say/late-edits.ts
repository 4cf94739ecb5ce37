/** Edits of answers that nobody waits for while Herald runs; a stop does, so that no answer keeps its buttons for ever. */
export class LateEdits {
	readonly #underWay = new Set<Promise<void>>();

	/** What an edit fails with is let go: what was said was said. */
	add(edit: Promise<unknown>): void {
		const done: Promise<void> = edit.then(
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
