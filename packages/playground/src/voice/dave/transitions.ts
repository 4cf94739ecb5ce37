// Members that aren't ready by then are left behind, in ms.
const readyWithinMs = 2_000;
const idSize = 0x1_0000;

interface Transition {
	readonly waiting: Set<string>;
	readonly execute: () => void;
	readonly timer: NodeJS.Timeout;
}

/** Transitions, each executed once all members are ready for it or have taken too long. */
export class Transitions {
	readonly #open = new Map<number, Transition>();
	#last = 0;

	/** True when nothing is pending. */
	get idle(): boolean {
		return this.#open.size === 0;
	}

	/** Starts waiting for members, and returns the transition's id. */
	open(members: readonly string[], execute: (id: number) => void): number {
		this.#last = (this.#last + 1) % idSize || 1;
		const id = this.#last;
		const timer = setTimeout(() => this.#finish(id), readyWithinMs);
		timer.unref();
		this.#open.set(id, { waiting: new Set(members), execute: () => execute(id), timer });
		return id;
	}

	ready(userId: string, id: number): void {
		this.#open.get(id)?.waiting.delete(userId);
		this.check(id);
	}

	/** Stops waiting for a member who left. */
	forget(userId: string): void {
		for (const id of [...this.#open.keys()]) this.ready(userId, id);
	}

	/** Executes a transition that waits for no client. */
	check(id: number): void {
		if (this.#open.get(id)?.waiting.size === 0) this.#finish(id);
	}

	close(): void {
		for (const { timer } of this.#open.values()) clearTimeout(timer);
		this.#open.clear();
	}

	#finish(id: number): void {
		const transition = this.#open.get(id);
		if (!transition) return;
		clearTimeout(transition.timer);
		this.#open.delete(id);
		transition.execute();
	}
}
