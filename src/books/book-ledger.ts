import type { Logger } from "@herald/common/log.ts";
import type { Client } from "discord.js";
import type { Reservation } from "../say/rules/reservation.ts";
import type { Clock } from "../shared/clock.ts";
import { UnderWay } from "../shared/under-way.ts";
import type { SpeechSource, SpokenLine } from "../speech/spoken.ts";
import type { SealedValues } from "../store/kept-values.ts";
import type { Book, BookOwner, BookProgress, BookRest } from "./book.ts";
import { pause } from "./speak-book.ts";

export interface BookTools {
	readonly client: Client;
	readonly speech: SpeechSource;
	/** Those that are taken up again after a restart. */
	readonly kept: SealedValues<Book, BookProgress>;
	readonly clock: Clock;
	readonly edits: UnderWay;
	readonly logger: Logger;
	/** Aborts when Herald stops: what isn't done goes on after the next start. */
	readonly shutdown: AbortSignal;
	/** Keeps the rest of a book, so that its member can have it later. @returns whether it could */
	readonly keepRest: (owner: BookOwner, rest: BookRest) => Promise<boolean>;
	/** A file's limit, where it is lower than Discord's. */
	readonly partMaxBytes?: number;
}

export interface BegunBook {
	readonly owner: BookOwner;
	readonly book: Book;
	readonly progress: BookProgress;
	readonly reservation: Reservation;
}

/** Between two tries to erase a book, in ms. */
const eraseAgainMs = 30_000;

/** The stored state of a book that is being spoken: its progress, with what its requests took of its reservation. */
export class BookLedger {
	readonly #options: BookTools & BegunBook;
	/** Called when the book was erased: it isn't wanted any more. */
	readonly #onErased: () => void;
	#progress: BookProgress;
	/** Texts of which something may still be made. */
	readonly #open = new UnderWay();
	#noted: Promise<void> = Promise.resolve();

	constructor(options: BookTools & BegunBook, onErased: () => void) {
		this.#options = options;
		this.#onErased = onErased;
		this.#progress = options.progress;
		options.reservation.onSpent = () => this.note({});
	}

	get progress(): BookProgress {
		return this.#progress;
	}

	/** Changes the progress. @returns what resolves when it is written down */
	note(change: Partial<BookProgress>): Promise<void> {
		const { owner, kept, reservation } = this.#options;
		this.#progress = { ...this.#progress, ...change };
		// One after the other, so that the newest is written last.
		this.#noted = this.#noted.then(async () => {
			const { begun } = this.#progress;
			const reserved = begun && { begun: { ...begun, reserved: reservation.reserved } };
			const progress = { ...this.#progress, ...reserved };
			if (!(await kept.note(owner.id, progress).catch(() => true))) this.#onErased();
		});
		return this.#noted;
	}

	/** Counts the Lines of a text. @param made - resolves when nothing more of it is asked for */
	count(made: Promise<readonly SpokenLine[]>): Promise<void> {
		return this.#open.follow(made.then((lines) => this.#options.reservation.count(lines)));
	}

	/** Resolves when all is counted and written down of a book that goes on after a restart. */
	async keep(): Promise<void> {
		await this.#open.settle();
		await this.note({});
	}

	/** Settles the reservation of a book that has ended, and offers its rest again. @returns whether the rest could be kept */
	async close(rest: BookRest | undefined): Promise<boolean> {
		const { owner, reservation, keepRest } = this.#options;
		await this.#open.settle();
		await this.#noted;
		await reservation.settle();
		// A late cost changes the budget alone: the book is written down as ended.
		reservation.onSpent = () => {};
		return rest !== undefined && (await keepRest(owner, rest));
	}

	/** Erases the book as soon as the store lets it: what stayed would be spoken again after a restart. */
	async erase(): Promise<void> {
		const { owner, kept, clock, shutdown } = this.#options;
		for (;;) {
			try {
				return await kept.erase(owner.id);
			} catch {
				if (shutdown.aborted) return;
				// It rejects when Herald is stopped, and then tries once more.
				await pause(clock, eraseAgainMs, shutdown).catch(() => {});
			}
		}
	}
}
