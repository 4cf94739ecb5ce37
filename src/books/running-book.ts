import type { Client } from "discord.js";
import { fileMaxBytes, findPlace } from "../discord/post-sound.ts";
import { escapeText } from "../discord/show-text.ts";
import { formatLength } from "../say/format-length.ts";
import type { LateEdits } from "../say/late-edits.ts";
import type { Reservation } from "../say/reservation.ts";
import type { Logger } from "../shared/log.ts";
import { Problem } from "../shared/problem.ts";
import type { SpeechSource, SpokenLine } from "../speech/spoken.ts";
import type { KeptBooks } from "../store/books.ts";
import { textsFor } from "../texts/index.ts";
import type { Clock } from "../voice/clock.ts";
import {
	type Book,
	type BookOwner,
	type BookProgress,
	type BookRest,
	listLines,
	shareSpoken,
	writeProgress,
	writeRest,
} from "./book.ts";
import type { BookEnd, Kept } from "./book-end.ts";
import { BookMessage } from "./book-message.ts";
import { eraseBook } from "./erase-book.ts";
import { insistOnPosting, mayBePosted } from "./insist-on-posting.ts";
import { type BookPart, speakBook } from "./speak-book.ts";

/** No file is larger, though some servers take more: it is in memory until it is posted. */
const partMaxBytes = 10 * 1024 * 1024 - 64 * 1024;
const nonceCharacters = 20;

export interface BookTools {
	readonly client: Client;
	readonly speech: SpeechSource;
	readonly store: { readonly books: KeptBooks };
	readonly clock: Clock;
	readonly edits: LateEdits;
	readonly logger: Logger;
	/** Aborts when Herald stops: what isn't done goes on after the next start. */
	readonly shutdown: AbortSignal;
	/** Keeps what is left of a book, for who wants it later. @returns whether it could */
	readonly keepRest: (owner: BookOwner, rest: BookRest) => Promise<boolean>;
	/** A file's limit, where it is lower than Discord's. */
	readonly partMaxBytes?: number;
}

export interface RunningBookOptions extends BookTools {
	readonly owner: BookOwner;
	readonly book: Book;
	readonly progress: BookProgress;
	readonly reservation: Reservation;
}

type Ending = BookEnd | Kept;

/** A book that is being spoken into files, which are posted one after the other. */
export class RunningBook {
	readonly owner: BookOwner;
	readonly channelId: string;
	readonly #options: RunningBookOptions;
	readonly #message: BookMessage;
	readonly #aborted = new AbortController();
	#progress: BookProgress;
	#ending: Ending | undefined;

	constructor(options: RunningBookOptions) {
		const { owner, book, progress } = options;
		this.owner = owner;
		this.channelId = book.channelId;
		this.#options = options;
		this.#progress = progress;
		options.reservation.onSpent = () => this.#note();
		this.#message = new BookMessage(
			owner.id,
			progress.begun?.messageId ?? "",
			book,
			shareSpoken(book, progress),
			options,
			() => this.end({ how: "cancelled" }),
		);
	}

	/** Ends it where nothing more of it could be posted. @param deleted - messages: without its own, nobody can end it */
	look(deleted: readonly string[] = []): void {
		const { client, owner, book } = this.#options;
		if (deleted.includes(this.#progress.begun?.messageId ?? "")) this.end({ how: "cancelled" });
		if (!mayBePosted({ client, guildId: owner.guildId, channelId: book.channelId }))
			this.end({ how: "failed", problem: { kind: "may_not_post" } });
	}

	/** Ends it; what was posted stays. */
	end(ending: Ending): void {
		this.#ending ??= ending;
		this.#aborted.abort();
	}

	/**
	 * Speaks it to its end, and erases what is kept of it, unless it goes on after a restart.
	 *
	 * @param admit - resolves when it may begin, with what to call afterwards
	 */
	async run(admit: (signal: AbortSignal) => Promise<() => void>): Promise<void> {
		const { owner, reservation } = this.#options;
		const ending = await this.#speak(admit);
		if (ending.how === "kept") {
			await this.#note();
			return;
		}
		await reservation.settle();
		// What is still answered changes the budget alone: the book is written down as ended.
		reservation.onSpent = () => {};
		const rest = this.#findRest(ending);
		const isKept = rest && (await this.#options.keepRest(owner, rest));
		this.#message.end(ending, isKept ? rest : undefined);
		if (!isKept) await eraseBook(owner.id, this.#options);
	}

	/** @returns what can still be had of it: what wasn't asked for today, or couldn't be paid */
	#findRest(ending: BookEnd): BookRest | undefined {
		const { book, clock } = this.#options;
		const isUnpaid = ending.how === "failed" && ending.problem?.kind === "out_of_credit";
		if (ending.how !== "done" && !isUnpaid) return undefined;
		const { pages, done } = this.#progress;
		return writeRest(book, this.#progress, isUnpaid ? done : listLines(book, pages).length, clock.now());
	}

	async #speak(admit: (signal: AbortSignal) => Promise<() => void>): Promise<Ending> {
		const { book, owner, reservation, speech, clock, logger } = this.#options;
		const { signal } = this.#aborted;
		const lines = listLines(book, this.#progress.pages);
		const all = listLines(book, book.pages.length).length;
		const place = findPlace(this.#options.client, book.channelId);
		try {
			const release = await admit(signal);
			try {
				await speakBook(lines, this.#progress.done, {
					speech,
					payer: reservation,
					clock,
					signal,
					look: () => this.look(),
					title: book.fileName.replaceAll("_", " "),
					partMaxBytes: Math.min(
						this.#options.partMaxBytes ?? partMaxBytes,
						place ? fileMaxBytes(place) : partMaxBytes,
						partMaxBytes,
					),
					onLine: (index, spoken) => this.#take(index, spoken, all),
					post: (part) => this.#post(part),
				});
			} finally {
				release();
			}
			return { how: "done", lengthMs: this.#progress.lengthMs ?? 0, parts: this.#progress.parts };
		} catch (error) {
			if (this.#ending) return this.#ending;
			if (error instanceof Problem) return { how: "failed", problem: error.detail };
			logger.error({ event: "book_failed", err: error, guild: owner.guildId }, "a long text failed");
			return { how: "failed" };
		}
	}

	#add(change: Partial<BookProgress>): void {
		this.#progress = { ...this.#progress, ...change };
	}

	async #take(index: number, spoken: SpokenLine | undefined, of: number): Promise<void> {
		if (spoken) await this.#options.reservation.count([spoken]);
		else this.#message.leaveOut();
		this.#message.show((index + 1) / of);
	}

	async #post({ sound, done, heading }: BookPart): Promise<void> {
		const { owner, book, client, clock } = this.#options;
		const part = this.#progress.parts + 1;
		const t = textsFor(book.locale);
		const message = {
			content: t("book.part", {
				voice: book.speaker ?? book.voice,
				part,
				length: formatLength(sound.durationMs),
				who: `<@${owner.userId}>`,
				text: heading === undefined ? book.quote : escapeText(heading),
			}),
			name: `${book.fileName}_${String(part).padStart(2, "0")}.ogg`,
			nonce: `${owner.id.replaceAll("-", "").slice(0, nonceCharacters)}:${part}`,
		};
		const { guildId } = owner;
		const { signal } = this.#aborted;
		await insistOnPosting({ client, clock, signal, guildId, channelId: book.channelId }, sound, message);
		this.#add({ parts: part, done, lengthMs: (this.#progress.lengthMs ?? 0) + sound.durationMs });
		await this.#note();
	}

	/** Keeps how far it is. What was erased in the meantime isn't wanted any more. */
	async #note(): Promise<void> {
		const { owner, store, reservation } = this.#options;
		const kept = await store.books
			.note(owner.id, { progress: writeProgress(this.#progress, reservation) })
			.catch(() => true);
		if (!kept) this.end({ how: "cancelled" });
	}
}
