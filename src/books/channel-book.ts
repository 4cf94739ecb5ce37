import { messageLink } from "discord.js";
import type { ShownMessage } from "../discord/paced-edits.ts";
import { showSkipVote } from "../say/answers/answer-in-channel.ts";
import { atVolume, estimateHeardMs } from "../say/sound/write-lines.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { defaultGuildSettings } from "../settings/settings.ts";
import { Problem, type ProblemDetail } from "../shared/problem.ts";
import type { KeptSettings } from "../store/settings.ts";
import type { SessionControl } from "../voice/sessions.ts";
import { type ItemEnd, ItemNews, type QueueItem } from "../voice/voice-channels.ts";
import {
	type BookLine,
	type BookOwner,
	type BookRest,
	type HeardAct,
	listLines,
	type PausedBook,
	shareSpoken,
	writeRest,
} from "./book.ts";
import {
	type BookLedger,
	type BookMessage,
	type BookRun,
	type BookStop,
	followBook,
	openLedger,
	percentOf,
} from "./book-progress.ts";
import { type Bookmark, cutReading, findNextPage, keepPlace, type Room, readRoom } from "./fit-channel.ts";
import { passing, pausesMs } from "./speak-book.ts";

/** How long a pause may last, in ms. A pause because of quiet hours may last this long after their end. */
const pauseMaxMs = 30 * 60_000;

interface ChannelBookOptions extends BookRun {
	readonly voice: Pick<SessionControl, "queue" | "readInto" | "withdraw">;
	readonly store: { readonly settings: KeptSettings };
	/**
	 * Has Herald enter the voice channel. Resolves to whether Herald is in one. @throws {@link Problem} if Herald can't
	 * join the channel
	 */
	readonly enter: () => Promise<boolean>;
}

/** A book that is read in a voice channel, page by page, whenever nothing else waits to be said. */
export class ChannelBook {
	readonly owner: BookOwner;
	readonly channelId: string;
	readonly #options: ChannelBookOptions;
	readonly #lines: readonly BookLine[];
	readonly #message: BookMessage;
	readonly #ledger: BookLedger;
	readonly #source: ReturnType<typeof queuePages>;
	readonly #mark: Bookmark;
	#pause: { readonly why?: ProblemDetail | undefined; readonly end: () => void } | undefined;
	/** How many times in a row no Line of a page could be made. */
	#failures = 0;
	#endWait = () => {};
	/** Whether the book offers no pages for now: before its start, while its position changes, or after failures. */
	#waits = true;
	#isStopping = false;
	#shownEnd: ShownMessage | undefined;
	/**
	 * The pages after `BookProgress.pages`, which the owner can ask for later. Set once the pages before them have been
	 * read.
	 */
	#rest: BookRest | undefined;
	#ended = false;
	readonly #over = Promise.withResolvers<BookStop>();

	constructor(options: ChannelBookOptions) {
		const { owner, book, progress } = options;
		this.#options = options;
		this.owner = owner;
		this.channelId = book.channelId;
		this.#lines = listLines(book, progress.pages);
		this.#mark = keepPlace(this.#lines, progress.done, options.clock);
		this.#ledger = openLedger(options, () => this.end({ how: "cancelled" }));
		this.#source = queuePages({
			...options,
			lines: this.#lines,
			ledger: this.#ledger,
			onLine: (at) => this.#reach(at),
			onEnded: (...ended) => this.#goOn(...ended),
			onNews: () => {
				this.#addPage();
				this.#show();
			},
		});
		this.#message = followBook({
			...options,
			readState: () => this.#state,
			onGone: () => {
				// Without the message's buttons, the book couldn't be resumed.
				if (this.#pause) this.end({ how: "cancelled" });
			},
		});
		if (progress.pausedUntil !== undefined) this.#pauseUntil(progress.pausedUntil);
	}

	/** The voice channel that Herald is in, or was to join. */
	get voiceChannelId(): string {
		const { voice, book } = this.#options;
		return voice.queue(this.owner.guildId)?.channelId ?? book.voiceChannelId ?? "";
	}

	/** What members are told about the book while it is paused; otherwise undefined. */
	get paused(): PausedBook | undefined {
		if (!this.#pause) return undefined;
		const { owner, book, progress } = this.#options;
		return {
			userId: owner.userId,
			speaker: book.speaker ?? book.voice,
			percent: percentOf(this.#state),
			link: messageLink(book.channelId, progress.begun?.messageId ?? "", owner.guildId),
		};
	}

	/** Reads the book to its end. Then erases it from the store, unless its rest is kept or it goes on after a restart. */
	async run(): Promise<void> {
		void this.#begin();
		if ((await this.#over.promise).how === "kept") await this.#ledger.keep();
		else if (!(await this.#ledger.close(this.#rest))) await this.#ledger.erase();
	}

	/** Handles a button under the book's message. @returns what that message shows afterwards */
	async press(act: HeardAct): Promise<ShownMessage> {
		if (act === "end") this.end({ how: "cancelled" });
		else if (act === "pause") this.#interrupt();
		else if (act === "resume") await this.#resume();
		else this.#goBack();
		return this.#shownEnd ?? this.#message.answer();
	}

	end(ending: BookStop): void {
		if (this.#ended) return;
		this.#ended = true;
		this.#pause?.end();
		this.#endWait();
		if (ending.how !== "kept") {
			this.#source.takeBack();
			const { book, progress, clock } = this.#options;
			if (ending.how === "heard") this.#rest = writeRest(book, progress, this.#lines.length, clock.now());
			this.#shownEnd = this.#message.end(ending, this.#rest);
		}
		this.#over.resolve(ending);
	}

	/** Ends a paused book whose message was deleted, since it couldn't be resumed without the buttons. */
	look(deleted: readonly string[]): void {
		const { messageId = "" } = this.#options.progress.begun ?? {};
		if (this.#pause && deleted.includes(messageId)) this.end({ how: "cancelled" });
	}

	/** Adds the book's next page to the guild's queue, if the book may be read on and no page of it waits there. */
	#addPage(): void {
		if (!this.#isWanted || this.#source.isWaiting) return;
		const quietEnd = this.#source.quietEnd;
		if (quietEnd === undefined) this.#source.add(this.#mark.at);
		else if (!this.#source.next) {
			this.#interrupt({ kind: "quiet_hours", until: quietEnd });
			this.#show();
		}
	}

	get #isWanted(): boolean {
		return !this.#waits && !this.#ended && !this.#pause && !this.#isStopping;
	}

	/** Stops adding pages to the queue, because Herald is stopping. */
	drain(): void {
		this.#isStopping = true;
		this.#endWait();
		this.#fill();
	}

	get #state() {
		return {
			share: shareSpoken(this.#options.book, this.#mark.at),
			voiceChannelId: this.voiceChannelId,
			pause: this.#pause,
			trouble: this.#options.voice.queue(this.owner.guildId)?.trouble,
			isLate: this.#source.next?.isLate,
		};
	}

	#show(): void {
		if (!this.#ended) this.#message.show();
	}

	async #begin(): Promise<void> {
		const { enter, logger } = this.#options;
		try {
			const [isThere] = await Promise.all([enter(), this.#source.readSettings()]);
			if (!isThere && !this.#isStopping) this.end({ how: "left" });
			this.#fill();
			this.#show();
		} catch (error) {
			if (!(error instanceof Problem))
				logger.error({ event: "book_failed", err: error, guild: this.owner.guildId }, "a long text failed");
			const problem = error instanceof Problem ? error.detail : undefined;
			if (problem?.kind === "shutting_down") this.end({ how: "kept" });
			else this.end({ how: "failed", ...(problem && { problem }) });
		}
	}

	/**
	 * Has the book read on, page by page. Ends the book if Herald has left the voice channel, or if no page
	 * follows because the book has been read or Herald is stopping.
	 */
	#fill(): void {
		this.#waits = false;
		if (this.#isWanted && !this.#options.voice.queue(this.owner.guildId)) this.end({ how: "left" });
		this.#addPage();
		if (this.#source.next) return;
		if (this.#mark.isAtEnd) this.end({ how: "heard" });
		else if (this.#isStopping) this.end({ how: "kept" });
	}

	/** Takes the book's pages out of the queue. None is added until the next `#fill`. */
	#takeBack(): void {
		this.#waits = true;
		this.#source.takeBack();
	}

	#moveTo(at: number, isHeard = false): void {
		this.#mark.moveTo(at, isHeard);
		void this.#ledger.note({ done: at });
	}

	#reach(at: number): void {
		this.#moveTo(at, true);
		this.#failures = 0;
		this.#show();
	}

	#goOn(item: PageItem, end: ItemEnd): void {
		if (end.how === "left") this.end(end);
		else if (end.how === "failed" && end.problem) {
			// In quiet hours, a page that is playing goes on to its next pause.
			if (end.problem.kind !== "quiet_hours" || !this.#source.next) this.#interrupt(end.problem.detail);
		} else if (end.how === "failed" && item.problem && passing.has(item.problem.kind))
			this.#wait(item.problem);
		else if (end.how === "skipped" && end.withAll) this.end({ how: "cancelled" });
		else if (end.how === "skipped") this.#goTo(findNextPage(this.#lines, item.from));
		else if (end.how === "stopped") this.#interrupt();
		else if (end.how === "interrupted") this.drain();
		else {
			this.#message.leaveOut(item.leftOut);
			this.#moveTo(item.to);
			void this.#source.readSettings();
			this.#fill();
		}
		this.#show();
	}

	/** Goes on at another Line. The queue only changes if its next page doesn't begin with that Line. */
	#goTo(at: number): void {
		if (this.#source.next?.from !== at) this.#takeBack();
		this.#moveTo(at);
		this.#fill();
	}

	/** After a problem that may be temporary, waits and tries again, a few times. Then pauses the book. */
	#wait(problem: ProblemDetail): void {
		const ms = pausesMs[this.#failures];
		this.#failures += 1;
		if (ms === undefined) this.#interrupt(problem);
		else {
			this.#takeBack();
			this.#endWait = this.#options.clock.after(ms, () => this.#fill());
		}
	}

	/** Pauses the book. @param why - the problem that pauses it; undefined if a member paused it */
	#interrupt(why?: ProblemDetail): void {
		this.#takeBack();
		this.#endWait();
		if (this.#pause || this.#ended) return;
		this.#mark.pause();
		const pausedUntil = (why?.kind === "quiet_hours" ? why.until : this.#options.clock.now()) + pauseMaxMs;
		this.#pauseUntil(pausedUntil, why);
		void this.#ledger.note({ done: this.#mark.at, pausedUntil });
	}

	#pauseUntil(until: number, why?: ProblemDetail): void {
		const { clock } = this.#options;
		const end = clock.after(Math.max(0, until - clock.now()), () => this.end({ how: "pause_over" }));
		this.#pause = { why, end };
	}

	async #resume(): Promise<void> {
		if (!this.#pause) return;
		this.#pause.end();
		this.#pause = undefined;
		this.#failures = 0;
		void this.#ledger.note({ done: this.#mark.at, pausedUntil: undefined });
		// Quiet hours may have begun or ended. The answer to the button shows which.
		await this.#source.readSettings();
		this.#fill();
	}

	#goBack(): void {
		const { back } = this.#mark;
		this.#takeBack();
		this.#goTo(back);
	}
}

/** A page in the queue, or a piece of a long page. */
interface PageItem {
	/** The index of the page's first Line, and the index after its last. */
	readonly from: number;
	readonly to: number;
	id?: string | undefined;
	/** Whether the item's first packet was sent. */
	isPlaying?: boolean;
	/** How many Lines couldn't be made, and why the last of them failed. */
	leftOut: number;
	problem?: ProblemDetail | undefined;
	/** Whether nothing has been heard for seconds, although this page is next. */
	isLate?: boolean;
}

interface PageSourceOptions extends Omit<ChannelBookOptions, "enter"> {
	readonly lines: readonly BookLine[];
	readonly ledger: BookLedger;
	readonly onLine: (at: number) => void;
	/** Called when an item has ended, unless it was taken back. */
	readonly onEnded: (item: PageItem, end: ItemEnd) => void;
	readonly onNews: () => void;
}

/** The pages of a book that are in its channel's queue. */
const queuePages = (options: PageSourceOptions) => {
	const { lines: all, voice, store, owner, client, clock, edits, ledger, onLine, onEnded, onNews } = options;
	const { guildId, userId } = owner;
	const items: PageItem[] = [];
	let room: Room = defaultGuildSettings;

	const end = (item: PageItem, ending: ItemEnd): void => {
		const at = items.indexOf(item);
		if (at === -1) return;
		items.splice(at, 1);
		onEnded(item, ending);
	};

	const write = (item: PageItem): QueueItem => {
		const { from, to } = item;
		const written = all.slice(from, to).map(({ line }) => line);
		const lines = atVolume(written, room.volumeDb);
		const guild = client.guilds.cache.get(guildId);
		const news = new ItemNews();
		if (guild) showSkipVote(news, guild, userId, { clock, edits });
		news.on("event", (event) => {
			if (event.kind === "line_failed") {
				item.leftOut += 1;
				item.problem = event.problem?.detail;
			} else if (event.kind === "ended") end(item, event);
			else {
				if (event.kind === "late") item.isLate = event.late;
				if (event.kind === "started") item.isPlaying = true;
				onNews();
			}
		});
		news.on("line", (index) => {
			if (items.includes(item)) onLine(from + index);
		});
		const payer = ledger.payPage();
		return { userId, payer, priority: "page", lines, estimateMs: estimateHeardMs(lines), news };
	};

	return {
		get next(): PageItem | undefined {
			return items[0];
		},

		/** When the guild's current quiet hours end, in ms since the epoch; undefined outside of them. */
		get quietEnd(): number | undefined {
			return findQuietEnd(room, clock.now());
		},

		/** Reads the guild's settings for its voice channels. If that fails, the last settings stay. */
		readSettings: async (): Promise<void> => {
			room = await readRoom(store.settings, guildId, room);
		},

		/** Whether an item waits in the queue, behind the one that is playing. */
		get isWaiting(): boolean {
			return items.some(({ isPlaying }) => !isPlaying);
		},

		/** Adds the next item to the queue, if Lines are left. @param at - the first Line, if no item is in the queue */
		add: (at: number): void => {
			const from = items.at(-1)?.to ?? at;
			if (from >= all.length) return;
			const item: PageItem = { from, to: cutReading(all, from, room.textSeconds * 1_000), leftOut: 0 };
			items.push(item);
			item.id = voice.readInto(guildId, write(item))?.id;
		},

		/** Takes the book's pages out of the queue. A playing page stops. */
		takeBack: (): void => {
			const taken = items.splice(0).flatMap(({ id }) => id ?? []);
			voice.withdraw(guildId, ({ id }) => taken.includes(id));
		},
	};
};
