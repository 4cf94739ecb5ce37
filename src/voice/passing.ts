import type { ChannelText } from "./channel-text.ts";
import type { Clock } from "./clock.ts";

/** How long a silence lasts in ms before one more text may pass the one that isn't there yet. */
const patienceMs = 1_000;

interface Candidate extends Pick<ChannelText, "userId" | "priority"> {
	readonly delivery: { readonly delivered: boolean; readonly limited: boolean };
}

/** Decides which texts may be heard next: a text that isn't there yet doesn't hold up other members' texts for long. */
export class Passing {
	readonly #clock: Pick<Clock, "after">;
	readonly #onPatienceOver: () => boolean;
	/** How many may pass: each is asked for out of turn. */
	#most = 0;
	#cancel: (() => void) | undefined;

	/** @param onPatienceOver - returns whether there is a silence, so that one more text may pass */
	constructor(clock: Pick<Clock, "after">, onPatienceOver: () => boolean) {
		this.#clock = clock;
		this.#onPatienceOver = onPatienceOver;
	}

	/**
	 * @param queue - in order
	 * @returns the first that waits, and those that may pass it: no two of one member's, so that theirs stay in order
	 */
	choose<T extends Candidate>(queue: readonly T[]): readonly T[] {
		const texts = queue.filter(({ delivery }) => !delivery.delivered);
		const [first] = texts;
		if (!first) return [];
		this.#cancel ??= this.#clock.after(patienceMs, () => {
			this.#cancel = undefined;
			if (this.#onPatienceOver()) this.#most += 1;
		});
		// A message that the service refuses for now keeps its place.
		const most = first.priority === "read" && first.delivery.limited ? 0 : this.#most;
		const others = texts.filter(
			({ userId, priority }, at) =>
				at > 0 && priority !== "page" && texts.findIndex((each) => each.userId === userId) === at,
		);
		return [first, ...others.slice(0, most)];
	}

	/** A text is heard now, and the one after it is waited for anew. @returns whether it has passed others */
	bringForward<T extends Candidate>(queue: T[], text: T): boolean {
		this.#cancel?.();
		this.#cancel = undefined;
		this.#most = 0;
		const next = queue.findIndex(({ delivery }) => !delivery.delivered);
		if (queue[next] === text) return false;
		queue.splice(queue.indexOf(text), 1);
		queue.splice(next, 0, text);
		return true;
	}
}
