import type { Reservation } from "../say/reservation.ts";
import type { MadeLine } from "../speech/spoken.ts";
import { type BookOwner, type BookProgress, type BookRest, writeProgress } from "./book.ts";
import { type Erasing, eraseBook } from "./erase-book.ts";
import type { BookTools } from "./running-book.ts";

export interface HeardLedgerOptions extends Erasing {
	readonly owner: BookOwner;
	readonly progress: BookProgress;
	readonly reservation: Reservation;
	readonly store: BookTools["store"];
	readonly keepRest: BookTools["keepRest"];
	/** What is kept of the book was erased: it isn't wanted any more. */
	readonly onErased: () => void;
}

/** What is written down of a book in a voice channel: where it is, and what was made for it. */
export class HeardLedger {
	readonly #options: HeardLedgerOptions;
	#progress: BookProgress;
	/** Texts of which something may still be made. */
	readonly #open = new Set<Promise<void>>();
	#noted: Promise<void> = Promise.resolve();

	constructor(options: HeardLedgerOptions) {
		this.#options = options;
		this.#progress = options.progress;
		options.reservation.onSpent = () => this.#keep({});
	}

	/** Keeps where it is, and until when it is paused. */
	note(change: Pick<BookProgress, "done" | "pausedUntil">): void {
		void this.#keep(change);
	}

	/** Counts the Lines of a text. @param made - resolves when nothing more of it is asked for */
	count(made: Promise<readonly MadeLine[]>): void {
		const counted = made.then((lines) => this.#options.reservation.count(lines));
		this.#open.add(counted);
		void counted.finally(() => this.#open.delete(counted));
	}

	/**
	 * Resolves when all is counted and written down.
	 *
	 * @param goesOn - whether the book goes on after a restart
	 * @param rest - of it, which is kept; otherwise it is erased
	 */
	async close(goesOn: boolean, rest: BookRest | undefined): Promise<void> {
		const { owner, reservation, keepRest } = this.#options;
		await Promise.allSettled(this.#open);
		await this.#noted;
		if (goesOn) return;
		await reservation.settle();
		// What is still answered changes the budget alone: the book is written down as ended.
		reservation.onSpent = () => {};
		const isKept = rest && (await keepRest(owner, rest));
		if (!isKept) await eraseBook(owner.id, this.#options);
	}

	#keep(change: Partial<BookProgress>): Promise<void> {
		const { owner, store, reservation, onErased } = this.#options;
		this.#progress = { ...this.#progress, ...change };
		// One after the other, so that the newest is written last.
		this.#noted = this.#noted.then(async () => {
			const progress = writeProgress(this.#progress, reservation);
			if (!(await store.books.note(owner.id, { progress }).catch(() => true))) onErased();
		});
		return this.#noted;
	}
}
