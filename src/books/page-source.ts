import { SkipVote } from "../say/answers/skip-vote.ts";
import { atVolume, estimateHeardMs } from "../say/sound/write-lines.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import type { ProblemDetail } from "../shared/problem.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { KeptSettings } from "../store/settings.ts";
import type { ItemEnd, QueuedItem, QueueItem } from "../voice/queue-item.ts";
import type { SessionControl } from "../voice/session-control.ts";
import type { BookLine } from "./book.ts";
import type { BegunBook, BookTools } from "./book-ledger.ts";
import { cutReading, defaultRoom, readRoom } from "./fit-channel.ts";

/** A page, or a piece of a long one, in the queue. */
export interface PageItem {
	/** The first of its Lines, and the one behind it. */
	readonly from: number;
	readonly to: number;
	id?: string;
	/** Lines that couldn't be made, and why the last of them couldn't. */
	leftOut: number;
	problem?: ProblemDetail | undefined;
	/** Whether the service hasn't answered for a while. */
	isLate?: boolean;
}

export interface PageSourceOptions extends BookTools, BegunBook {
	readonly lines: readonly BookLine[];
	readonly voice: Pick<SessionControl, "withdraw">;
	readonly store: { readonly settings: KeptSettings };
	/** Takes what is made of an item, once nothing more of it is asked for. */
	readonly count: (made: Promise<readonly SpokenLine[]>) => Promise<void>;
	readonly onLine: (at: number) => void;
	/** An item has ended that wasn't taken back. */
	readonly onEnded: (item: PageItem, end: ItemEnd) => void;
	readonly onNews: () => void;
}

/** The pages of a book that are in its channel's queue. */
export class PageSource {
	readonly #options: PageSourceOptions;
	readonly #items: PageItem[] = [];
	#room = defaultRoom;

	constructor(options: PageSourceOptions) {
		this.#options = options;
	}

	get next(): PageItem | undefined {
		return this.#items[0];
	}

	/** When the guild's current quiet hours end, in ms; undefined outside of them. */
	get quietEnd(): number | undefined {
		return findQuietEnd(this.#room, this.#options.clock.now());
	}

	/** Reads how its channel wants it. What can't be read stays as it was. */
	async readSettings(): Promise<void> {
		const { store, owner } = this.#options;
		this.#room = await readRoom(store.settings, owner.guildId, this.#room);
	}

	/**
	 * Adds the next item to the queue.
	 *
	 * @param at - the first Line, where none is in the queue
	 * @returns false if none is left
	 */
	add(at: number, add: (item: QueueItem) => QueuedItem): boolean {
		const from = this.#items.at(-1)?.to ?? at;
		if (from >= this.#options.lines.length) return false;
		const item: PageItem = {
			from,
			to: cutReading(this.#options.lines, from, this.#room.textSeconds * 1_000),
			leftOut: 0,
		};
		this.#items.push(item);
		item.id = add(this.#write(item)).id;
		return true;
	}

	/** Takes its items out of the queue; what is heard falls silent. */
	takeBack(): void {
		const { voice, owner } = this.#options;
		const taken = this.#items.splice(0).flatMap(({ id }) => id ?? []);
		voice.withdraw(owner.guildId, ({ id }) => taken.includes(id));
	}

	#write(item: PageItem): QueueItem {
		const { owner, lines: all, client, clock, edits, reservation, count, onLine, onNews } = this.#options;
		const { guildId, userId } = owner;
		const { from, to } = item;
		const written = all.slice(from, to).map(({ line }) => line);
		const lines = atVolume(written, this.#room.volumeDb);
		const guild = client.guilds.cache.get(guildId);
		const vote = guild && new SkipVote({ guild, userId, clock, edits });
		const made = Promise.withResolvers<readonly SpokenLine[]>();
		const counted = count(made.promise);
		return {
			userId,
			payer: {
				party: reservation.party,
				charge: (...request) => reservation.charge(...request),
				settle: (spoken) => {
					made.resolve(spoken);
					return counted;
				},
			},
			priority: "page",
			lines,
			estimateMs: estimateHeardMs(lines),
			onEvent: (event) => {
				vote?.onEvent(event);
				if (event.kind === "line_failed") {
					item.leftOut += 1;
					item.problem = event.problem?.detail;
				} else if (event.kind === "ended") this.#end(item, event);
				else {
					if (event.kind === "late") item.isLate = event.late;
					onNews();
				}
			},
			onLine: (index) => {
				if (this.#items.includes(item)) onLine(from + index);
			},
		};
	}

	#end(item: PageItem, end: ItemEnd): void {
		const at = this.#items.indexOf(item);
		if (at === -1) return;
		this.#items.splice(at, 1);
		this.#options.onEnded(item, end);
	}
}
