import type { KeptBooks } from "../store/books.ts";
import type { Clock } from "../voice/clock.ts";
import { pause } from "./speak-book.ts";

/** Between two tries, in ms. */
const againMs = 30_000;

export interface Erasing {
	readonly store: { readonly books: KeptBooks };
	readonly clock: Clock;
	/** Aborts when Herald stops. */
	readonly shutdown: AbortSignal;
}

/** Erases what is kept of a book, as soon as the store lets it: what stayed would be spoken again after a restart. */
export const eraseBook = async (id: string, { store, clock, shutdown }: Erasing): Promise<void> => {
	for (;;) {
		try {
			return await store.books.erase(id);
		} catch {
			if (shutdown.aborted) return;
			await pause(clock, againMs, shutdown).catch(() => {});
		}
	}
};
