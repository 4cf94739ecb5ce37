import type { Client } from "discord.js";
import type { LateEdits } from "../say/late-edits.ts";
import { SkipVote } from "../say/skip-vote.ts";
import { atVolume, estimateHeardMs } from "../say/write-lines.ts";
import type { ProblemDetail } from "../shared/problem.ts";
import type { MadeLine } from "../speech/spoken.ts";
import type { Payer } from "../speech/usage.ts";
import type { KeptSettings } from "../store/settings.ts";
import type { Clock } from "../voice/clock.ts";
import type { ChannelText, QueuedText, TextEnd } from "../voice/queue-item.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { BookLine, BookOwner } from "./book.ts";
import { cutReading, defaultRoom, readRoom } from "./fit-channel.ts";

/** A page, or a piece of a long one, in the queue. */
export interface PageText {
	/** The first of its Lines, and the one behind it. */
	readonly from: number;
	readonly to: number;
	id?: string;
	/** Lines that couldn't be made, and why the last of them couldn't. */
	leftOut: number;
	problem?: ProblemDetail | undefined;
}

export interface PageFeedOptions {
	readonly owner: BookOwner;
	readonly lines: readonly BookLine[];
	readonly client: Client;
	readonly voice: Pick<VoiceSessions, "withdraw">;
	readonly settings: KeptSettings;
	readonly clock: Clock;
	readonly edits: LateEdits;
	readonly payer: Payer;
	/** Takes what is made of a text, once nothing more of it is asked for. */
	readonly count: (made: Promise<readonly MadeLine[]>) => void;
	/** The first word of this Line is next. */
	readonly onLine: (at: number) => void;
	/** A text has ended that wasn't taken back. */
	readonly onEnded: (text: PageText, end: TextEnd) => void;
	/** What may be shown has changed. */
	readonly onNews: () => void;
}

/** The pages of a book that are in its channel's queue. */
export class PageFeed {
	readonly #options: PageFeedOptions;
	/** In order. */
	readonly #texts: PageText[] = [];
	#room = defaultRoom;

	constructor(options: PageFeedOptions) {
		this.#options = options;
	}

	/** The first of them. */
	get next(): PageText | undefined {
		return this.#texts[0];
	}

	/** Reads how its channel wants it. What can't be read stays as it was. */
	async readSettings(): Promise<void> {
		const { settings, owner } = this.#options;
		this.#room = await readRoom(settings, owner.guildId, this.#room);
	}

	/**
	 * Adds the next text to the queue.
	 *
	 * @param at - the first Line, where none is in the queue
	 * @returns false if none is left
	 */
	add(at: number, add: (text: ChannelText) => QueuedText): boolean {
		const from = this.#texts.at(-1)?.to ?? at;
		if (from >= this.#options.lines.length) return false;
		const text: PageText = {
			from,
			to: cutReading(this.#options.lines, from, this.#room.textMaxMs),
			leftOut: 0,
		};
		this.#texts.push(text);
		text.id = add(this.#write(text)).id;
		return true;
	}

	/** Takes its texts out of the queue; what is heard falls silent. */
	takeBack(): void {
		const { voice, owner } = this.#options;
		voice.withdraw(
			owner.guildId,
			this.#texts.splice(0).flatMap(({ id }) => id ?? []),
		);
	}

	#write(text: PageText): ChannelText {
		const { owner, lines: all, client, clock, edits, payer, count, onLine, onNews } = this.#options;
		const { guildId, userId } = owner;
		const { from, to } = text;
		const written = all.slice(from, to).map(({ line }) => line);
		const lines = atVolume(written, this.#room.volumeDb);
		const guild = client.guilds.cache.get(guildId);
		const vote = guild && new SkipVote({ guild, userId, clock, edits });
		const made = Promise.withResolvers<readonly MadeLine[]>();
		count(made.promise);
		return {
			userId,
			payer,
			priority: "page",
			lines,
			estimateMs: estimateHeardMs(lines),
			onEvent: (event) => {
				vote?.tell(event);
				if (event.kind === "line_failed") {
					text.leftOut += 1;
					text.problem = event.problem?.detail;
				} else if (event.kind === "ended") this.#end(text, event);
				else onNews();
			},
			onLine: (index) => {
				if (this.#texts.includes(text)) onLine(from + index);
			},
			onSettled: made.resolve,
		};
	}

	#end(text: PageText, end: TextEnd): void {
		const at = this.#texts.indexOf(text);
		if (at === -1) return;
		this.#texts.splice(at, 1);
		this.#options.onEnded(text, end);
	}
}
