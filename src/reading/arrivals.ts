import type { Clock } from "../voice/clock.ts";

/** Who comes and goes within so long, in ms, is told of in one sentence. */
const collapseMs = 3_000;

/** Who came into a channel and who left it: ids of users, in order. Whoever did both did neither. */
export interface Moves {
	readonly joined: readonly string[];
	readonly left: readonly string[];
}

/** Collects who comes into Herald's channel and who leaves it. */
export class Arrivals {
	readonly #clock: Clock;
	readonly #onSettled: (moves: Moves) => void;
	readonly #moved = new Map<string, "joined" | "left">();
	#cancel: (() => void) | undefined;

	/** @param onSettled - told after 3 seconds, if anybody has moved then */
	constructor(clock: Clock, onSettled: (moves: Moves) => void) {
		this.#clock = clock;
		this.#onSettled = onSettled;
	}

	/** Somebody moved in or out. */
	note(userId: string, how: "joined" | "left"): void {
		const before = this.#moved.get(userId);
		if (before && before !== how) this.#moved.delete(userId);
		else this.#moved.set(userId, how);
		this.#cancel ??= this.#clock.after(collapseMs, () => this.#settle());
	}

	/** Forgets who moved: Herald has left, or is in another channel. */
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
