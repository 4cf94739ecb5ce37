import type { GuildMember } from "discord.js";
import { guildAt, inGuild } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import type { Book, BookMember, BookOwner, BookRest } from "./book.ts";
import type { BookTools } from "./book-ledger.ts";

/** How long a member may take to answer, in ms. */
const offeredMs = 15 * 60_000;

export interface OffersOptions extends Pick<BookTools, "kept" | "clock"> {
	/** @returns whether a book is being begun, after its member's yes */
	readonly isBegun: (id: string) => boolean;
}

const keyOf = ({ guildId, userId }: BookMember): string => `${guildId}:${userId}`;

/** The books that members are asked about: unanswered, they are erased in time, and when another one is offered. */
export class BookOffers {
	readonly #options: OffersOptions;
	/** The last one of each member in each guild. */
	readonly #open = new Map<string, { readonly id: string; readonly stopWaiting: () => void }>();

	constructor(options: OffersOptions) {
		this.#options = options;
	}

	/** Keeps a book until its member answers. */
	async add(owner: BookOwner, book: Book): Promise<void> {
		const { kept, clock } = this.#options;
		const until = clock.now() + offeredMs;
		this.follow(owner, until);
		const { id, guildId, userId } = owner;
		const progress = { pages: book.pages.length, done: 0, parts: 0 };
		await kept.keep(id, { place: inGuild(guildId), userId, until, value: book }, progress).stored;
	}

	/** @returns a member's book. @throws {@link Problem} `book_over`, `not_your_book` */
	async find(id: string, member: GuildMember) {
		const { kept, clock } = this.#options;
		const found = await kept.find(id);
		if (!found || found.until <= clock.now() || guildAt(found.place) !== member.guild.id)
			throw new Problem({ kind: "book_over" });
		if (found.userId !== member.id) throw new Problem({ kind: "not_your_book" });
		const owner = { id, guildId: member.guild.id, userId: member.id };
		return { owner, book: found.value, progress: found.progress };
	}

	/** Erases a book that its member doesn't want. @throws {@link Problem} `book_over`, `not_your_book` */
	async decline(id: string, userId: string): Promise<void> {
		const { kept } = this.#options;
		const found = await kept.find(id);
		if (!found) throw new Problem({ kind: "book_over" });
		if (found.userId !== userId) throw new Problem({ kind: "not_your_book" });
		this.end({ id, guildId: guildAt(found.place) ?? "", userId });
		await kept.erase(id);
	}

	/** Has a book be erased in time. @param until - when at the latest, in ms since the epoch */
	follow(owner: BookOwner, until: number): void {
		const { clock } = this.#options;
		// The same book may be followed already.
		this.end(owner);
		this.forget(owner);
		const stopWaiting = clock.after(Math.max(0, until - clock.now()), () => this.forget(owner));
		this.#open.set(keyOf(owner), { id: owner.id, stopWaiting });
	}

	/** Offers the rest of a book. @returns whether it could be kept */
	async keepRest(owner: BookOwner, { until, progress }: BookRest): Promise<boolean> {
		const isKept = await this.#options.kept.note(owner.id, progress, until).catch(() => false);
		if (isKept) this.follow(owner, until);
		return isKept;
	}

	end(owner: BookOwner): void {
		const open = this.#open.get(keyOf(owner));
		if (open?.id !== owner.id) return;
		open.stopWaiting();
		this.#open.delete(keyOf(owner));
	}

	/** Erases what a member is asked about. @returns how many books that were */
	forget(member: BookMember): number {
		const { kept, isBegun } = this.#options;
		const open = this.#open.get(keyOf(member));
		if (!open || isBegun(open.id)) return 0;
		this.end({ ...member, id: open.id });
		// If that fails, it is erased with other old data.
		kept.erase(open.id).catch(() => {});
		return 1;
	}
}
