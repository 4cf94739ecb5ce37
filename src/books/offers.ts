import type { KeptBooks } from "../store/books.ts";
import type { Clock } from "../voice/clock.ts";
import type { BookOwner } from "./book.ts";

export interface OffersOptions {
	readonly store: { readonly books: KeptBooks };
	readonly clock: Clock;
	/** @returns whether its member has said yes to a book */
	readonly isBegun: (id: string) => boolean;
}

/** The books that members are asked about: unanswered, they are forgotten in time, and when another one is offered. */
export class Offers {
	readonly #options: OffersOptions;
	/** How to forget the last one of each member in each guild. */
	readonly #last = new Map<string, () => void>();

	constructor(options: OffersOptions) {
		this.#options = options;
	}

	/** Sees to it that a book is forgotten. @param until - when at the latest, in ms since the epoch */
	follow({ id, guildId, userId }: BookOwner, until: number): void {
		const { store, clock, isBegun } = this.#options;
		const member = `${guildId}:${userId}`;
		this.#last.get(member)?.();
		const forget = () => {
			stopWaiting();
			this.#last.delete(member);
			// What can't be erased now is erased with other old data.
			if (!isBegun(id)) store.books.erase(id).catch(() => {});
		};
		const stopWaiting = clock.after(Math.max(0, until - clock.now()), forget);
		this.#last.set(member, forget);
	}
}
