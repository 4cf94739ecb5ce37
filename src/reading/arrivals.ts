import type { Clock } from "../shared/clock.ts";

/** Members who come and go within this time are announced in one sentence, in ms. */
const collapseMs = 3_000;

/** The IDs of users who joined a channel and who left it, in order. Those who did both aren't in either list. */
export interface Moves {
	readonly joined: readonly string[];
	readonly left: readonly string[];
}

/** Collects the users who join and leave Herald's channel. */
export class Arrivals {
	readonly #clock: Clock;
	readonly #onSettled: (moves: Moves) => void;
	readonly #moved = new Map<string, "joined" | "left">();
	#cancel: (() => void) | undefined;

	/** @param onSettled - called 3 seconds after the first move, if any moves are left */
	constructor(clock: Clock, onSettled: (moves: Moves) => void) {
		this.#clock = clock;
		this.#onSettled = onSettled;
	}

	note(userId: string, how: "joined" | "left"): void {
		const before = this.#moved.get(userId);
		if (before && before !== how) this.#moved.delete(userId);
		else this.#moved.set(userId, how);
		this.#cancel ??= this.#clock.after(collapseMs, () => this.#settle());
	}

	/** Forgets who moved, because Herald has left or changed the channel. */
	clear(): void {
		this.#cancel?.();
		this.#cancel = undefined;
		this.#moved.clear();
	}

	#settle(): void {
		const list = (how: "joined" | "left") =>
			[...this.#moved].filter(([, each]) => each === how).map(([userId]) => userId);
		const moves = { joined: list("joined"), left: list("left") };
		this.clear();
		if (moves.joined.length + moves.left.length > 0) this.#onSettled(moves);
	}
}
