import type { Reservation } from "../say/budget.ts";
import { recordSpeech } from "../say/record-speech.ts";
import type { Line } from "../speech/line.ts";
import type { MadeLine } from "../speech/spoken.ts";
import type { BookOwner, BookProgress } from "./book.ts";
import { type Erasing, eraseBook } from "./erase-book.ts";
import type { BookTools } from "./running-book.ts";

export interface HeardLedgerOptions extends Erasing {
	readonly owner: BookOwner;
	readonly progress: BookProgress;
	readonly reservation: Reservation;
	readonly store: BookTools["store"];
	/** What is kept of the book was erased: it isn't wanted any more. */
	readonly onErased: () => void;
}

/** What is written down of a book in a voice channel: where it is, and what was made for it. */
export class HeardLedger {
	readonly #options: HeardLedgerOptions;
	#progress: BookProgress;
	/** Lines that were counted: made once more, they aren't. */
	readonly #counted: Set<number>;
	/** Texts of which something may still be made. */
	readonly #open = new Set<Promise<void>>();
	#noted: Promise<void> = Promise.resolve();

	constructor(options: HeardLedgerOptions) {
		this.#options = options;
		this.#progress = options.progress;
		this.#counted = new Set(options.progress.counted);
	}

	/** Keeps where it is, and until when it is paused. */
	note(change: Pick<BookProgress, "done" | "pausedUntil">): void {
		this.#keep(change);
	}

	/**
	 * Counts what is made of a text.
	 *
	 * @param from - the first of its Lines in the book
	 * @param made - resolves when nothing more of it is made
	 */
	count(from: number, lines: readonly Line[], made: Promise<readonly MadeLine[]>): void {
		const counted = made.then(async (all) => {
			let { madeMs } = this.#progress;
			const isFirst = this.#counted.size === 0;
			for (const { line, madeMs: ms } of all) {
				const index = from + lines.indexOf(line);
				if (!this.#counted.has(index)) madeMs += ms;
				this.#counted.add(index);
			}
			this.#keep({ madeMs, counted: [...this.#counted] });
			const { owner, store } = this.#options;
			await recordSpeech(store.speechMonths, owner.guildId, all, isFirst ? 1 : 0);
		});
		this.#open.add(counted);
		void counted.finally(() => this.#open.delete(counted));
	}

	/**
	 * Resolves when all is counted and written down.
	 *
	 * @param goesOn - whether the book goes on after a restart; otherwise what is kept of it is erased
	 */
	async close(goesOn: boolean): Promise<void> {
		const { owner, reservation } = this.#options;
		await Promise.allSettled(this.#open);
		await this.#noted;
		if (goesOn) return;
		await reservation.settle(this.#progress.madeMs);
		await eraseBook(owner.id, this.#options);
	}

	#keep(change: Partial<BookProgress>): void {
		const { owner, store, onErased } = this.#options;
		this.#progress = { ...this.#progress, ...change };
		// One after the other, so that the newest is written last.
		this.#noted = this.#noted.then(async () => {
			const progress = JSON.stringify(this.#progress);
			if (!(await store.books.note(owner.id, { progress }).catch(() => true))) onErased();
		});
	}
}
