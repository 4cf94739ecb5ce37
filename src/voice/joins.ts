import { findRoom, listRecent } from "@herald/common/sliding-window.ts";
import type { Clock } from "./clock.ts";

interface Join {
	readonly channelId: string;
	readonly done: Promise<void>;
}

/** Joins, one after the other; a join to the same channel as the last one shares it. */
export class Joins {
	/** Each waits for the one before. */
	#last: Join | undefined;

	/** The channel of the last join in progress. */
	get channelId(): string | undefined {
		return this.#last?.channelId;
	}

	/** @param go - called when earlier joins have ended; @throws what it throws, or what a shared join threw */
	run(channelId: string, go: () => Promise<void>): Promise<void> {
		if (this.#last?.channelId === channelId) return this.#last.done;
		const before = this.#last?.done;
		const done = Promise.resolve(before).then(go);
		const join = { channelId, done };
		this.#last = join;
		const end = () => {
			if (this.#last === join) this.#last = undefined;
		};
		done.then(end, end);
		return done;
	}
}

/** How much it matters that a join goes out: lower goes first. */
export type Rank = 0 | 1 | 2 | 3;

/** The gateway takes 120 events a minute and a connection; the client's library holds them back at 115. */
const urgentMax = 104;
const urgentWindowMs = 60_000;
/** What nobody waits for goes staggered, and leaves room for what somebody waits for. */
const laterMax = 20;
const laterWindowMs = 15_000;
/** A leave and a join. */
const eventsATurn = 2;

interface Turn {
	/** 0: a member waits for it. Asked whenever it matters. */
	readonly rank: () => Rank;
	readonly go: () => void;
}

/** When joins of one gateway connection go out, so that they stay below what the gateway takes. */
export class JoinTurns {
	readonly #clock: Clock;
	readonly #waiting: Turn[] = [];
	/** When events went out, within the longest window. */
	#sent: readonly number[] = [];
	#cancelWait: (() => void) | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Calls `go` when it is its turn, at once where that is now. @returns how to give the turn up */
	take(rank: () => Rank, go: () => void): () => void {
		const turn = { rank, go };
		this.#waiting.push(turn);
		this.review();
		return () => {
			const at = this.#waiting.indexOf(turn);
			if (at === -1) return;
			this.#waiting.splice(at, 1);
			this.review();
		};
	}

	/** Counts an event that went out. */
	count(): void {
		this.#sent = [...listRecent(this.#sent, urgentWindowMs, this.#clock.now()), this.#clock.now()];
	}

	/** Lets go out what may: called also when a rank has changed. */
	review(): void {
		this.#cancelWait?.();
		this.#cancelWait = undefined;
		for (;;) {
			const [first] = this.#waiting.toSorted((one, other) => one.rank() - other.rank());
			if (!first) return;
			const waitMs = this.#waitMs(first.rank());
			if (waitMs > 0) {
				this.#cancelWait = this.#clock.after(waitMs, () => this.review());
				return;
			}
			this.#waiting.splice(this.#waiting.indexOf(first), 1);
			first.go();
		}
	}

	#waitMs(rank: Rank): number {
		const now = this.#clock.now();
		const waitFor = (max: number, windowMs: number) =>
			(findRoom(this.#sent, max - eventsATurn + 1, windowMs, now) ?? now) - now;
		const urgent = waitFor(urgentMax, urgentWindowMs);
		return rank === 0 ? urgent : Math.max(urgent, waitFor(laterMax, laterWindowMs));
	}
}
