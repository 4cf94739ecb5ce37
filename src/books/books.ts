import { randomUUID } from "node:crypto";
import { findPlace } from "../discord/post-sound.ts";
import { Problem } from "../problem.ts";
import type { SpeechBudget } from "../say/budget.ts";
import type { Seal } from "../say/seal.ts";
import { FairLimiter } from "../speech/traffic/limiter.ts";
import { decideAct } from "../voice/permissions.ts";
import { type Book, type BookOwner, type BookProgress, sumPages } from "./book.ts";
import { type BookTools, RunningBook } from "./running-book.ts";
import type { BookMember, BookShelf } from "./shelf.ts";

/** How many books are spoken at once, in all and in a guild: each holds up to a file in memory. */
const atOnce = 4;
const atOncePerGuild = 2;
/** Of one guild, with those that wait. */
const guildMax = 3;
/** How long a member may take to answer, and then a book to be done, in ms. */
const offeredMs = 15 * 60_000;
const spokenMs = 24 * 60 * 60_000;

export interface BooksOptions extends BookTools {
	readonly budget: SpeechBudget;
	readonly seal: Seal;
	/** Aborts when Herald stops: what isn't done goes on after the next start. */
	readonly shutdown: AbortSignal;
}

/** The shelf of all guilds of this process. */
export class Books implements BookShelf {
	readonly #options: BooksOptions;
	readonly #running = new Map<string, RunningBook>();
	readonly #turns = new FairLimiter(atOnce, atOncePerGuild);

	constructor(options: BooksOptions) {
		this.#options = options;
		options.shutdown.addEventListener("abort", () => {
			for (const running of this.#running.values()) running.end({ how: "kept" });
		});
	}

	newId(): string {
		return randomUUID();
	}

	checkRoom(guildId: string, userId: string): void {
		const there = [...this.#running.values()].filter(({ owner }) => owner.guildId === guildId);
		if (there.length >= guildMax || there.some(({ owner }) => owner.userId === userId))
			throw new Problem({ kind: "book_under_way" });
	}

	async offer({ id, guildId, userId }: BookOwner, book: Book, pages: number): Promise<void> {
		const { store, seal, clock } = this.#options;
		const progress: BookProgress = { pages, done: 0, parts: 0, paid: 0, madeMs: 0 };
		await store.books.keep({
			id,
			guildId,
			userId,
			until: clock.now() + offeredMs,
			sealed: seal.close(book),
			progress: JSON.stringify(progress),
		});
	}

	async begin(
		id: string,
		{ id: userId, guild }: BookMember,
		fitting: boolean,
		messageId: string,
	): Promise<Book> {
		const { store, seal, clock, budget } = this.#options;
		const row = await store.books.find(id);
		const book = row && (seal.open(row.sealed) as Book | undefined);
		if (!row || !book || row.until <= clock.now() || row.guildId !== guild.id)
			throw new Problem({ kind: "book_over" });
		if (row.userId !== userId) throw new Problem({ kind: "not_your_book" });
		this.checkRoom(guild.id, userId);
		const offered = JSON.parse(row.progress) as BookProgress;
		if (offered.begun) throw new Problem({ kind: "book_under_way" });
		const pages = fitting ? offered.pages : book.pages.length;
		const reservation = await budget.reserve(guild.id, userId, sumPages(book.pages.slice(0, pages)));
		const progress = { ...offered, pages, begun: { reserved: reservation.reserved, messageId } };
		const until = clock.now() + spokenMs;
		const kept = await store.books.note(id, { until, progress: JSON.stringify(progress) });
		if (!kept) {
			await reservation.settle(0);
			throw new Problem({ kind: "book_over" });
		}
		const owner = { id, guildId: guild.id, userId };
		this.#run(new RunningBook({ ...this.#options, owner, book, progress, reservation }), until);
		return book;
	}

	async decline(id: string, userId: string): Promise<void> {
		const { store } = this.#options;
		const row = await store.books.find(id);
		if (!row) throw new Problem({ kind: "book_over" });
		if (row.userId !== userId) throw new Problem({ kind: "not_your_book" });
		await store.books.erase(id);
	}

	cancel(id: string, member: BookMember): void {
		const running = this.#running.get(id);
		if (!running || running.owner.guildId !== member.guild.id) throw new Problem({ kind: "book_over" });
		const { owner, channelId } = running;
		const place = findPlace(this.#options.client, channelId);
		const permissions = place?.permissionsFor(member.id)?.bitfield ?? member.permissions.bitfield;
		// Who asked for it stands for those who listen: others can't vote on it.
		const decision = decideAct("skip", {
			memberId: member.id,
			permissions,
			listeners: [owner.userId],
			own: member.id === owner.userId,
			votes: [],
		});
		if (!decision.allowed) throw new Problem({ kind: "not_your_book" });
		running.end({ how: "cancelled" });
	}

	forget(guildId: string, userId: string): number {
		const theirs = [...this.#running.values()].filter(
			({ owner }) => owner.guildId === guildId && owner.userId === userId,
		);
		for (const running of theirs) running.end({ how: "cancelled" });
		return theirs.length;
	}

	/** Goes on with the books from before a restart. */
	async restore(): Promise<void> {
		const { store, seal, budget, client } = this.#options;
		const rows = await store.books.list().catch(() => []);
		for (const { id, guildId, userId, until, sealed, progress: kept } of rows) {
			const progress = JSON.parse(kept) as BookProgress;
			const book = seal.open(sealed) as Book | undefined;
			if (!book) await store.books.erase(id).catch(() => {});
			if (!book || !progress.begun || this.#running.has(id) || !client.guilds.cache.has(guildId)) continue;
			const owner = { id, guildId, userId };
			const reservation = budget.reopen(owner, progress.begun.reserved);
			this.#run(new RunningBook({ ...this.#options, owner, book, progress, reservation }), until);
		}
	}

	#run(running: RunningBook, until: number): void {
		const { clock, edits } = this.#options;
		const { id, guildId } = running.owner;
		this.#running.set(id, running);
		const stopWaiting = clock.after(Math.max(0, until - clock.now()), () => running.end({ how: "expired" }));
		const over = running
			.run((signal) => this.#turns.acquire(guildId, signal))
			.finally(() => {
				stopWaiting();
				this.#running.delete(id);
			});
		// A stop waits for it to have written down how far it is.
		edits.add(over);
	}
}
