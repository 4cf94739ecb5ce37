import type { Clock } from "../shared/clock.ts";

/** Members who come and go within so long, in ms, are announced in one sentence. */
const collapseMs = 3_000;

/** The ids of users who came into a channel and who left it, in order, without those who did both. */
export interface Moves {
	readonly joined: readonly string[];
	readonly left: readonly string[];
}

/** Collects the users who come into Herald's channel and leave it. */
export class Arrivals {
	readonly #clock: Clock;
	readonly #onSettled: (moves: Moves) => void;
	readonly #moved = new Map<string, "joined" | "left">();
	#cancel: (() => void) | undefined;

	/** @param onSettled - called after 3 seconds, if there are moves left */
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
