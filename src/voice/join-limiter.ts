import { findRoom, listRecent } from "@herald/common/sliding-window.ts";
import type { Clock } from "../shared/clock.ts";

/** A join's priority. Lower ones go first; 0 means that a member waits. */
export type Rank = 0 | 1 | 2 | 3;

/** The gateway accepts 120 events per minute and connection, and the client's library sends at most 115. */
const urgentMax = 104;
const urgentWindowMs = 60_000;
/** Joins that no member waits for are spread out, to leave room for others. */
const laterMax = 20;
const laterWindowMs = 15_000;
/** A join may need a leave before it. */
const eventsPerJoin = 2;

interface WaitingJoin {
	/** May change while the join waits, see {@link JoinLimiter.review}. */
	readonly rank: () => Rank;
	readonly go: () => void;
}

/** Limits the rate of joins on one gateway connection, by priority. */
export class JoinLimiter {
	readonly #clock: Clock;
	readonly #waiting: WaitingJoin[] = [];
	/** When events were sent, within the longest window. */
	#sent: readonly number[] = [];
	#cancelWait: (() => void) | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Calls `go` when a join may be sent, perhaps at once. @returns a function that cancels it */
	request(rank: () => Rank, go: () => void): () => void {
		const entry = { rank, go };
		this.#waiting.push(entry);
		this.review();
		return () => {
			const at = this.#waiting.indexOf(entry);
			if (at === -1) return;
			this.#waiting.splice(at, 1);
			this.review();
		};
	}

	/** Counts an event that was sent. */
	count(): void {
		this.#sent = [...listRecent(this.#sent, urgentWindowMs, this.#clock.now()), this.#clock.now()];
	}

	/** Lets joins go that may. Must be called when a rank has changed. */
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
			(findRoom(this.#sent, max - eventsPerJoin + 1, windowMs, now) ?? now) - now;
		const urgent = waitFor(urgentMax, urgentWindowMs);
		return rank === 0 ? urgent : Math.max(urgent, waitFor(laterMax, laterWindowMs));
	}
}
