import { defer } from "@herald/common/defer.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Events, type GuildMember } from "discord.js";
import type { ShownMessage } from "../discord/paced-edits.ts";
import type { Say } from "../say/say.ts";
import { guildAt, inGuild, type Place } from "../shared/party.ts";
import { Problem, voiceProblem } from "../shared/problem.ts";
import type { Seal } from "../shared/seal.ts";
import { type KeptValues, type StoredValue, sealedValuesIn } from "../store/kept-values.ts";
import type { KeptSettings } from "../store/settings.ts";
import { textsFor } from "../texts/index.ts";
import { findModeration } from "../voice/channel-facts.ts";
import { chooseChannel, weighAct } from "../voice/permissions.ts";
import { followRights, type SessionControl } from "../voice/sessions.ts";
import {
	type Book,
	type BookMember,
	type BookOwner,
	type BookProgress,
	type BookRest,
	findPageOf,
	type HeardAct,
	type PausedBook,
	shareSpoken,
	sumPages,
} from "./book.ts";
import { type BegunBook, type BookTools, showBook } from "./book-progress.ts";
import { ChannelBook } from "./channel-book.ts";
import { FileBook } from "./file-book.ts";
import { readRoom } from "./fit-channel.ts";
import { type BookTarget, checkBook, checkMayBegin, checkMayCancel, fitDay } from "./plan-book.ts";

/** How many books are spoken into files at once, in total and per guild. Each holds up to a whole file in memory. */
const atOnce = 4;
const atOncePerGuild = 2;
/** How long the speaking of a book may take, in ms. */
const spokenMs = 24 * 60 * 60_000;
/** The wait before the store is asked again for its books after a failure, in ms. */
const restoreAgainMs = 30_000;

interface BooksOptions extends Omit<BookTools, "keepRest" | "kept"> {
	readonly say: Pick<Say, "budget" | "readRules">;
	readonly seal: Seal;
	readonly voice: SessionControl;
	readonly store: { readonly kept: KeptValues; readonly settings: KeptSettings };
	/** Aborts when Herald begins to stop. Books in voice channels are then read on to their next pause. */
	readonly closing: AbortSignal;
}

/** The texts that are too long for one answer: those that are being spoken, and those that members are asked about. */
export class Books {
	readonly #kept: BookTools["kept"];
	readonly offers: ReturnType<typeof offerBooks>;
	readonly #options: BooksOptions;
	readonly #running = new Map<string, FileBook | ChannelBook>();
	/** Books that are about to begin, by their IDs. */
	readonly #beginning = new Map<string, BookOwner & BookTarget>();
	readonly #queue = new FairQueue<string>({
		mayBegin: (running) => running < atOnce,
		perOwner: atOncePerGuild,
	});

	constructor(options: BooksOptions) {
		this.#options = options;
		this.#kept = sealedValuesIn<Book, BookProgress>(options.store.kept, "book", options.seal);
		const isBegun = (id: string) => this.#beginning.has(id);
		this.offers = offerBooks({ clock: options.clock, kept: this.#kept, isBegun });
		followRights(options.client, (guildId) => this.look(guildId));
		options.client.on(Events.GuildDelete, ({ id }) => this.look(id));
		options.closing.addEventListener("abort", () => {
			for (const heard of this.#heard()) heard.drain();
		});
		options.shutdown.addEventListener("abort", () => {
			for (const running of this.#running.values()) running.end({ how: "kept" });
		});
		options.voice.registry.watchers.add({
			skipAll: (guildId, userId) => this.#skipAll(guildId, userId),
			onGone: (guildId, _, by) => {
				if (by !== "stopping") for (const heard of this.#heard(guildId)) heard.end({ how: "left" });
			},
		});
	}

	#skipAll(guildId: string, userId: string): number {
		const theirs = this.#heard(guildId).filter(({ owner }) => owner.userId === userId);
		for (const heard of theirs) heard.end({ how: "cancelled" });
		return theirs.length;
	}

	findPaused(guildId: string): PausedBook | undefined {
		return this.#heard(guildId).find(({ paused }) => paused)?.paused;
	}

	/**
	 * @param inChannel - whether the book is for a voice channel
	 * @throws {@link Problem} `book_under_way` if the member already has a book or the guild as many as it may have,
	 * `book_in_channel` if another book is being read in the guild's voice channel or about to be
	 */
	checkRoom(guildId: string, userId: string, inChannel: boolean): void {
		const running = [...this.#running.values()].map((book) => ({
			...book.owner,
			inChannel: book instanceof ChannelBook,
		}));
		checkMayBegin([...running, ...this.#beginning.values()], { guildId, userId, inChannel });
	}

	/**
	 * @returns the voice channel in which a member can have a book read, and how long a text may be there
	 * @throws {@link Problem} `voice` if no channel can be used
	 */
	async findChannel(member: GuildMember): Promise<{ readonly id: string; readonly textMaxMs: number }> {
		const { voice, clock, store } = this.#options;
		const { id, guild } = chooseChannel(member, undefined, voice.channelOf(member.guild.id), clock.now());
		return { id, textMaxMs: (await readRoom(store.settings, guild.id)).textSeconds * 1_000 };
	}

	/**
	 * Begins in the background to speak a book that was offered.
	 *
	 * @param fitting - whether to speak only as much as the daily limits allow today
	 * @param messageId - the message that shows the progress
	 * @returns what that message shows now
	 * @throws {@link Problem} `book_over` if the book isn't there any more; what `checkRoom`, `findChannel`, the guild's
	 * rules and the budget throw
	 */
	async begin(id: string, member: GuildMember, fitting: boolean, messageId: string): Promise<ShownMessage> {
		const { clock, say, voice } = this.#options;
		const { owner, progress, ...offered } = await this.offers.find(id, member);
		// The rules may have changed since the book was offered.
		await checkBook(offered.book, member, await say.readRules(inGuild(member.guild.id)));
		const { guildId, userId } = owner;
		const place = inGuild(guildId);
		const inChannel = offered.book.voiceChannelId !== undefined;
		this.checkRoom(guildId, userId, inChannel);
		if (progress.begun) throw new Problem({ kind: "book_under_way" });
		this.#beginning.set(id, { ...owner, inChannel });
		using _beginning = defer(() => this.#beginning.delete(id));
		const channel = inChannel && { voiceChannelId: (await this.findChannel(member)).id };
		const book = { ...offered.book, ...channel };
		const wanted = fitting ? fitDay(book, progress, await say.budget.weighDay(place, userId)) : progress;
		const ms = sumPages(book.pages.slice(findPageOf(book, wanted.done), wanted.pages));
		const reservation = await say.budget.reserve(place, userId, ms);
		const begun = { ...wanted, begun: { reserved: reservation.reserved, messageId } };
		const until = clock.now() + spokenMs;
		let kept = false;
		try {
			kept = await this.#kept.note(id, begun, until);
		} finally {
			if (!kept) await reservation.settle();
		}
		if (!kept) throw new Problem({ kind: "book_over" });
		this.offers.end(owner);
		const enter = () => voice.join(member).then(() => true);
		this.#run({ owner, book, progress: begun, reservation }, until, enter);
		const state = { share: shareSpoken(book, progress.done), voiceChannelId: book.voiceChannelId };
		return showBook(id, book, state, textsFor(book.locale));
	}

	/** Ends a book, for a member who may decide about it. @throws {@link Problem} `book_over`, `not_your_book` */
	cancel(id: string, member: GuildMember): void {
		const running = this.#find(id, member);
		checkMayCancel(member, running, this.#options.client);
		running.end({ how: "cancelled" });
	}

	/**
	 * Acts on a book in a voice channel, for its owner or for a member who may skip the book without a vote.
	 *
	 * @returns what the book's message shows afterwards
	 * @throws {@link Problem} `book_over`, `not_your_book`, or `voice` if the book's owner may no longer be heard
	 */
	async press(id: string, member: GuildMember, act: HeardAct): Promise<ShownMessage> {
		const heard = this.#find(id, member);
		if (!(heard instanceof ChannelBook)) throw new Problem({ kind: "book_over" });
		const { voiceChannelId, owner } = heard;
		const own = member.id === owner.userId;
		if (!weighAct(member, "skip", voiceChannelId, own).allowed) throw new Problem({ kind: "not_your_book" });
		const trouble = findModeration(member.guild, voiceChannelId, owner.userId, this.#options.clock.now());
		if (act === "resume" && trouble) throw voiceProblem(trouble);
		return heard.press(act);
	}

	#find(id: string, { guild }: GuildMember): FileBook | ChannelBook {
		const running = this.#running.get(id);
		if (!running || running.owner.guildId !== guild.id) throw new Problem({ kind: "book_over" });
		return running;
	}

	/**
	 * Checks whether a guild's books can go on. Called when Herald's permissions there have changed, when Herald has left
	 * the guild, and when messages were deleted.
	 */
	look(guildId: string, deleted: readonly string[] = []): void {
		for (const running of this.#running.values())
			if (running.owner.guildId === guildId) running.look(deleted);
	}

	/**
	 * Ends a member's book in a guild, or all their books for `elsewhere`. In a guild, also forgets the book that the
	 * member is asked about.
	 *
	 * @returns whether a book was ended, and how many offered books were forgotten
	 */
	forget(place: Place, userId: string): { readonly ended: boolean; readonly offered: number } {
		const guildId = guildAt(place);
		const theirs = [...this.#running.values()].filter(
			({ owner }) => owner.userId === userId && (guildId === undefined || owner.guildId === guildId),
		);
		for (const running of theirs) running.end({ how: "cancelled" });
		const offered = guildId === undefined ? 0 : this.offers.forget({ guildId, userId });
		return { ended: theirs.length > 0, offered };
	}

	/**
	 * Goes on with the books from before a restart.
	 *
	 * @param isBack - resolves when Herald is back in its voice channels
	 */
	async restore(isBack: Promise<unknown>): Promise<void> {
		const { clock, shutdown } = this.#options;
		const kept = await this.#kept.list().catch(() => undefined);
		let all = kept !== undefined;
		for (const row of kept ?? []) all = (await this.#restore(row, isBack)) && all;
		if (!all && !shutdown.aborted) clock.after(restoreAgainMs, () => void this.restore(isBack));
	}

	/** @returns false if the store can't be reached now */
	async #restore(
		{ id, place, userId, until, value: book, progress }: StoredValue<Book, BookProgress>,
		isBack: Promise<unknown>,
	): Promise<boolean> {
		const { say, client, voice, shutdown } = this.#options;
		const guildId = guildAt(place) ?? "";
		if (this.#running.has(id) || !client.guilds.cache.has(guildId)) return true;
		const owner = { id, guildId, userId };
		if (!progress.begun) {
			this.offers.follow(owner, until);
			return true;
		}
		const reserved = { spentMs: progress.madeMs ?? 0, ...progress.begun.reserved };
		const reservation = await say.budget.reopen({ place, userId }, reserved).catch(() => undefined);
		if (!reservation) return false;
		const enter = () => isBack.then(() => voice.channelOf(guildId) !== undefined);
		if (!shutdown.aborted) this.#run({ owner, book, progress, reservation }, until, enter);
		return true;
	}

	#heard(guildId?: string): ChannelBook[] {
		const heard = [...this.#running.values()].filter((running) => running instanceof ChannelBook);
		return heard.filter(({ owner }) => guildId === undefined || owner.guildId === guildId);
	}

	#run(begun: BegunBook, until: number, enter: () => Promise<boolean>): void {
		const { clock, edits, closing } = this.#options;
		const { id, guildId } = begun.owner;
		const { keepRest } = this.offers;
		const options = { ...this.#options, ...begun, kept: this.#kept, keepRest };
		const running =
			begun.book.voiceChannelId === undefined
				? new FileBook({ ...options, admit: (signal) => this.#queue.acquire(guildId, signal) })
				: new ChannelBook({ ...options, enter });
		this.#running.set(id, running);
		const stopWaiting = clock.after(Math.max(0, until - clock.now()), () => running.end({ how: "expired" }));
		const over = running.run().finally(() => {
			stopWaiting();
			this.#running.delete(id);
		});
		if (closing.aborted && running instanceof ChannelBook) running.drain();
		// Tracked, so that a stop waits until the book has stored its progress.
		void edits.follow(over);
	}
}

/** How long a member may take to answer whether a book should be spoken, in ms. */
const offeredMs = 15 * 60_000;

interface OffersOptions extends Pick<BookTools, "kept" | "clock"> {
	/** @returns whether a book is about to begin because its member said yes */
	readonly isBegun: (id: string) => boolean;
}

const keyOf = ({ guildId, userId }: BookMember): string => `${guildId}:${userId}`;

/**
 * The books that members are asked about. A book is erased if its member doesn't answer in time, or when another book
 * is offered to that member.
 */
const offerBooks = ({ kept, clock, isBegun }: OffersOptions) => {
	/** The last offered book of each member in each guild. */
	const offers = new Map<string, { readonly id: string; readonly stopWaiting: () => void }>();

	const end = (owner: BookOwner): void => {
		const open = offers.get(keyOf(owner));
		if (open?.id !== owner.id) return;
		open.stopWaiting();
		offers.delete(keyOf(owner));
	};

	/** Erases the book that a member is asked about. @returns the number of erased books, 0 or 1 */
	const forget = (member: BookMember): number => {
		const open = offers.get(keyOf(member));
		if (!open || isBegun(open.id)) return 0;
		end({ ...member, id: open.id });
		// If erasing fails, the book is erased later, with other old data.
		kept.erase(open.id).catch(() => {});
		return 1;
	};

	/** Has an offered book erased when the offer ends. @param until - when that is, in ms since the epoch */
	const follow = (owner: BookOwner, until: number): void => {
		// A repeated `restore` follows the same book again. Without `end`, `forget` would erase that book.
		end(owner);
		forget(owner);
		const stopWaiting = clock.after(Math.max(0, until - clock.now()), () => forget(owner));
		offers.set(keyOf(owner), { id: owner.id, stopWaiting });
	};

	/** @returns a member's offered book. @throws {@link Problem} `book_over`, `not_your_book` */
	const find = async (id: string, member: GuildMember) => {
		const found = await kept.find(id);
		if (!found || found.until <= clock.now() || guildAt(found.place) !== member.guild.id)
			throw new Problem({ kind: "book_over" });
		if (found.userId !== member.id) throw new Problem({ kind: "not_your_book" });
		const owner = { id, guildId: member.guild.id, userId: member.id };
		return { owner, book: found.value, progress: found.progress };
	};

	return {
		end,
		find,
		follow,
		forget,

		/** Keeps a book for a quarter of an hour, while its member is asked about it. */
		add: async (owner: BookOwner, book: Book): Promise<void> => {
			const until = clock.now() + offeredMs;
			follow(owner, until);
			const { id, guildId, userId } = owner;
			const progress = { pages: book.pages.length, done: 0, parts: 0 };
			await kept.keep(id, { place: inGuild(guildId), userId, until, value: book }, progress).stored;
		},

		/** Erases a book that its member doesn't want. @throws {@link Problem} `book_over`, `not_your_book` */
		decline: async (id: string, member: GuildMember): Promise<void> => {
			end((await find(id, member)).owner);
			await kept.erase(id);
		},

		/** Offers the rest of a book. @returns whether it could be kept */
		keepRest: async (owner: BookOwner, { until, progress }: BookRest): Promise<boolean> => {
			const isKept = await kept.note(owner.id, progress, until).catch(() => false);
			if (isKept) follow(owner, until);
			return isKept;
		},
	};
};
