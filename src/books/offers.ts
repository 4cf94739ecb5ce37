import type { KeptBooks } from "../store/books.ts";
import type { Clock } from "../voice/clock.ts";
import type { BookOwner, BookRest } from "./book.ts";

export interface OffersOptions {
	readonly store: { readonly books: KeptBooks };
	readonly clock: Clock;
	/** @returns whether its member has said yes to a book, and it is being begun */
	readonly isBegun: (id: string) => boolean;
}

type Member = Pick<BookOwner, "guildId" | "userId">;

const keyOf = ({ guildId, userId }: Member): string => `${guildId}:${userId}`;

/** The books that members are asked about: unanswered, they are forgotten in time, and when another one is offered. */
export class Offers {
	readonly #options: OffersOptions;
	/** The last one of each member in each guild. */
	readonly #open = new Map<string, { readonly id: string; readonly stopWaiting: () => void }>();

	constructor(options: OffersOptions) {
		this.#options = options;
	}

	/** Sees to it that a book is forgotten. @param until - when at the latest, in ms since the epoch */
	follow(owner: BookOwner, until: number): void {
		const { clock } = this.#options;
		this.forget(owner);
		const stopWaiting = clock.after(Math.max(0, until - clock.now()), () => this.forget(owner));
		this.#open.set(keyOf(owner), { id: owner.id, stopWaiting });
	}

	/** Offers what is left of a book. @returns whether it could be kept */
	async keepRest(owner: BookOwner, { until, progress }: BookRest): Promise<boolean> {
		const kept = { until, progress: JSON.stringify(progress) };
		const isKept = await this.#options.store.books.note(owner.id, kept).catch(() => false);
		if (isKept) this.follow(owner, until);
		return isKept;
	}

	/** Its member has answered. */
	end(owner: BookOwner): void {
		const open = this.#open.get(keyOf(owner));
		if (open?.id !== owner.id) return;
		open.stopWaiting();
		this.#open.delete(keyOf(owner));
	}

	/** Forgets what a member is asked about. @returns how many books that were */
	forget(member: Member): number {
		const { store, isBegun } = this.#options;
		const open = this.#open.get(keyOf(member));
		if (!open || isBegun(open.id)) return 0;
		this.end({ ...member, id: open.id });
		// What can't be erased now is erased with other old data.
		store.books.erase(open.id).catch(() => {});
		return 1;
	}
}
