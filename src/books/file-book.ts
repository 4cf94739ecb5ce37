import type { SoundFile } from "@herald/common/audio/clip.ts";
import { DiscordAPIError } from "discord.js";
import { findPlace, mayPost, type PostedSound, postSound, readTooLarge } from "../discord/files.ts";
import { escapeText, formatLength } from "../discord/show-text.ts";
import { pause } from "../shared/clock.ts";
import { Problem } from "../shared/problem.ts";
import type { SpokenLine } from "../speech/line.ts";
import { textsFor } from "../texts/index.ts";
import { type BookOwner, type BookRest, listLines, shareSpoken, writeRest } from "./book.ts";
import {
	type BookEnd,
	type BookLedger,
	type BookMessage,
	type BookRun,
	type BookStop,
	followBook,
	openLedger,
} from "./book-progress.ts";
import { type BookPart, speakBook } from "./speak-book.ts";

/** The most bytes of a file. Some servers would take larger files, but a file is in memory until it is posted. */
const partMaxBytes = 10 * 1024 * 1024 - 64 * 1024;
const nonceCharacters = 20;
/**
 * How long a Line may take before the message says that Herald waits for the service, in ms. Slow services may need
 * longer for a Line of 45 s.
 */
const lateAfterMs = 30_000;

interface FileBookOptions extends BookRun {
	/** Waits until the book may begin. Resolves to a function that must be called at the book's end. */
	readonly admit: (signal: AbortSignal) => Promise<() => void>;
}

/** A book that is spoken into files, which are posted one after the other. */
export class FileBook {
	readonly owner: BookOwner;
	readonly channelId: string;
	readonly #options: FileBookOptions;
	readonly #message: BookMessage;
	readonly #ledger: BookLedger;
	readonly #aborted = new AbortController();
	/** The share of the book that is spoken, from 0 to 1. */
	#share: number;
	#isLate = false;
	#endWait = () => {};
	#ending: BookStop | undefined;

	constructor(options: FileBookOptions) {
		const { owner, book, progress } = options;
		this.owner = owner;
		this.channelId = book.channelId;
		this.#options = options;
		this.#share = Math.max(progress.share ?? 0, shareSpoken(book, progress.done));
		const cancel = () => this.end({ how: "cancelled" });
		this.#ledger = openLedger(options, cancel);
		this.#message = followBook({
			...options,
			readState: () => ({ share: this.#share, isLate: this.#isLate }),
			onGone: cancel,
		});
	}

	/**
	 * Ends the book if it can't be posted any more, or if the message that shows its progress was deleted.
	 *
	 * @param deleted - IDs of deleted messages
	 */
	look(deleted: readonly string[] = []): void {
		const { messageId = "" } = this.#options.progress.begun ?? {};
		if (deleted.includes(messageId)) this.end({ how: "cancelled" });
		if (!mayBePosted(this.#options)) this.end({ how: "failed", problem: { kind: "may_not_post" } });
	}

	/** Ends the book. What was posted stays. */
	end(ending: BookStop): void {
		this.#ending ??= ending;
		this.#aborted.abort();
	}

	/**
	 * Speaks the book to its end. Then erases it from the store, unless its rest is kept or it goes on after a restart.
	 */
	async run(): Promise<void> {
		const ending = await this.#speak();
		if (ending.how === "kept") return this.#ledger.keep();
		const rest = this.#findRest(ending);
		const isKept = await this.#ledger.close(rest);
		this.#message.end(ending, isKept ? rest : undefined);
		if (!isKept) await this.#ledger.erase();
	}

	/**
	 * @returns the pages that the member can ask for later, because they weren't to be spoken today or couldn't be paid
	 * for; undefined if there are none
	 */
	#findRest(ending: BookEnd): BookRest | undefined {
		const { book, clock } = this.#options;
		const progress = this.#ledger.read();
		const isUnpaid = ending.how === "failed" && ending.problem?.kind === "out_of_credit";
		if (ending.how !== "done" && !isUnpaid) return undefined;
		const done = isUnpaid ? progress.done : listLines(book, progress.pages).length;
		return writeRest(book, progress, done, clock.now());
	}

	async #speak(): Promise<BookStop> {
		const { admit, book, owner, progress, reservation, speech, clock, logger } = this.#options;
		const { signal } = this.#aborted;
		try {
			const release = await admit(signal);
			this.#wait();
			try {
				await speakBook(listLines(book, progress.pages), progress.done, {
					speech,
					payer: reservation,
					clock,
					signal,
					look: () => this.look(),
					title: book.fileName.replaceAll("_", " "),
					partMaxBytes: this.#options.partMaxBytes ?? partMaxBytes,
					onLine: (index, spoken) => this.#take(shareSpoken(book, index + 1), spoken),
					post: (part) => this.#post(part),
				});
			} finally {
				this.#endWait();
				release();
			}
			const { lengthMs = 0, parts } = this.#ledger.read();
			return { how: "done", lengthMs, parts };
		} catch (error) {
			if (this.#ending) return this.#ending;
			if (error instanceof Problem) return { how: "failed", problem: error.detail };
			logger.error({ event: "book_failed", err: error, guild: owner.guildId }, "a long text failed");
			return { how: "failed" };
		}
	}

	async #take(share: number, spoken: SpokenLine | undefined): Promise<void> {
		if (spoken) await this.#options.reservation.count([spoken]);
		else this.#message.leaveOut(1);
		// Lines that weren't posted are made again after a restart. The shown share must not fall then.
		this.#share = Math.max(this.#share, share);
		this.#wait();
		void this.#ledger.note({ share: this.#share });
		this.#message.show();
	}

	async #post({ sound, done, heading }: BookPart): Promise<void> {
		const { owner, book } = this.#options;
		this.#endWait();
		const { parts, lengthMs = 0 } = this.#ledger.read();
		const part = parts + 1;
		const message = {
			content: textsFor(book.locale)("book.part", {
				voice: book.speaker ?? book.voice,
				part,
				length: formatLength(sound.durationMs),
				who: `<@${owner.userId}>`,
				text: heading === undefined ? book.quote : escapeText(heading),
			}),
			name: `${book.fileName}_${String(part).padStart(2, "0")}.ogg`,
			nonce: `${owner.id.replaceAll("-", "").slice(0, nonceCharacters)}:${part}`,
		};
		await postPart(this.#options, sound, message, this.#aborted.signal);
		await this.#ledger.note({ parts: part, done, lengthMs: lengthMs + sound.durationMs });
		this.#wait();
	}

	/** Restarts the time after which a Line counts as late. */
	#wait(): void {
		this.#endWait();
		this.#isLate = false;
		this.#endWait = this.#options.clock.after(lateAfterMs, () => {
			this.#isLate = true;
			this.#message.show();
		});
	}
}

/**
 * The pauses before a part is sent again, in ms. None is longer than Discord remembers a nonce. So if a request failed
 * but its part was accepted, that part isn't posted twice.
 */
const pausesMs = [5_000, 30_000, ...new Array<number>(30).fill(120_000)];

/**
 * @returns whether Herald may post in a book's channel. Also true for a guild in an outage, since Herald can't see its
 * channels
 */
const mayBePosted = ({ client, owner, book }: BookRun): boolean => {
	const place = findPlace(client, book.channelId);
	return (place && mayPost(place)) || client.guilds.cache.get(owner.guildId)?.available === false;
};

/** @returns an error that may be temporary; undefined once the sound is posted. @throws an error that is permanent */
const tryToPost = async (run: BookRun, sound: SoundFile, message: PostedSound): Promise<unknown> => {
	const place = findPlace(run.client, run.book.channelId);
	if (!mayBePosted(run)) throw new Problem({ kind: "may_not_post" });
	if (!place) return new Problem({ kind: "may_not_post" });
	try {
		await postSound(place, sound, message);
		return undefined;
	} catch (error) {
		if (!(error instanceof DiscordAPIError)) return error;
		const read = readTooLarge(error);
		throw read === error ? new Problem({ kind: "may_not_post" }, error.message) : read;
	}
};

/**
 * Posts a sound, and tries for an hour while Discord or the guild has trouble.
 *
 * @throws {@link Problem} `may_not_post` if Herald may not post; the signal's reason if it aborts; the last error
 */
const postPart = async (run: BookRun, sound: SoundFile, message: PostedSound, signal: AbortSignal) => {
	for (const ms of [...pausesMs, undefined]) {
		const trouble = await tryToPost(run, sound, message);
		if (trouble === undefined) return;
		if (ms === undefined) throw trouble;
		await pause(run.clock, ms, signal);
	}
};
