import type { ItemLines } from "../voice/queue-item.ts";
import type { ComposedMessage } from "./compose.ts";
import type { MessageOrigin } from "./facts.ts";

/** How messages are shortened and quickened, so that reading keeps up with what is written. */
export interface LoadShedding {
	/** Whether authors' names are said. */
	readonly names: boolean;
	/** How many times faster than usual it is spoken. */
	readonly tempo: 1 | 1.15 | 1.3;
	/** Whether no more than a message's first sentence is read. */
	readonly firstSentence: boolean;
}

/** After so long in ms, the oldest messages are left out. */
export const leaveOutAfterMs = 90_000;
/** Messages that wait longer than this in ms are left out then: those heard next are written now. */
export const leaveOutUntilMs = 15_000;

const nameMaxMs = 15_000;
const quickAfterMs = 30_000;
const firstSentenceAfterMs = 45_000;
const quickerAfterMs = 60_000;

/** @returns how messages are read when the oldest has waited so long, in ms */
export const shedAfter = (waitedMs: number): LoadShedding => ({
	names: waitedMs <= nameMaxMs,
	tempo: waitedMs > quickerAfterMs ? 1.3 : waitedMs > quickAfterMs ? 1.15 : 1,
	firstSentence: waitedMs > firstSentenceAfterMs,
});

/** A message's place. */
export interface MessageRef extends MessageOrigin {
	readonly id: string;
	/** The name of a bot or a webhook, which may write under many. */
	readonly name?: string | undefined;
	/** When it was written, in ms. */
	readonly at: number;
}

/** The part of a message that is read. */
export interface ReadableMessage extends ComposedMessage {
	readonly written: string;
	/** Whether it comes before others that wait, at most as every second one. */
	readonly goesFirst?: boolean;
	/** Whether it can follow another message of its author in one utterance: it isn't a reply. */
	readonly follows: boolean;
}

/** A message that is expected to be read. */
export interface BacklogEntry extends MessageRef {
	content: ReadableMessage | undefined;
	/** Takes the newest decision on the message; while it is set, the message doesn't start. */
	slot?: Slot | undefined;
	/** Too many wait, also for a decision. */
	isLeftOut?: boolean;
	/** The newest words that are being decided on. */
	edit?: string;
}

export interface ReadyEntry extends BacklogEntry {
	content: ReadableMessage;
}

/** Takes the decision on a message: what is read of it, or undefined. Only the newest slot of a message counts. */
export type Slot = (content: ReadableMessage | undefined) => void;

/** An utterance as it is spoken. */
export interface WrittenUtterance extends ItemLines {
	/** Whether it says who wrote it. */
	readonly named: boolean;
	/** Messages of which only the first sentence is read. */
	readonly shortened: number;
}

type Author = Pick<MessageRef, "authorId" | "name">;

/** The last author that was heard before, and when in ms. */
export type Before = Author & Pick<MessageRef, "at">;

/** @returns whether two messages have one author, under one name */
export const hasSameAuthor = (one: Author, other: Author): boolean =>
	one.authorId === other.authorId && one.name === other.name;

/** Writes an utterance: without an await, since messages may be deleted until then. */
export type WriteUtterance = (utterance: Utterance, before: Before | undefined) => WrittenUtterance;

/** Messages that are read in one go, on their way to the channel or heard there. */
export class Utterance {
	/**
	 * Neighbouring messages of one author, oldest first; none when all that waited was left out. Edited and deleted in the
	 * backlog until it is playing.
	 */
	messages: readonly ReadyEntry[];
	readonly shed: LoadShedding;
	/** How many messages before it were left out, as it was too late for them. */
	leftOut: number;
	state: "preparing" | "queued" | "playing" | "over" = "preparing";
	writer: WriteUtterance | undefined;
	written: WrittenUtterance | undefined;
	itemId: string | undefined;
	/** In ms. */
	startedAt = 0;

	constructor(messages: readonly ReadyEntry[], shed: LoadShedding, leftOut: number) {
		this.messages = messages;
		this.shed = shed;
		this.leftOut = leftOut;
	}

	get authorId(): string | undefined {
		return this.messages[0]?.authorId;
	}

	write(before: Before | undefined): WrittenUtterance {
		if (!this.writer) throw new TypeError("An utterance was written before it was prepared");
		this.written = this.writer(this, before);
		return this.written;
	}

	/** @param now - in ms @returns messages that surely haven't been heard yet while it is playing */
	unheard(now: number): readonly ReadyEntry[] {
		const characters = this.messages.map(({ content }) => content.body.length);
		const whole = characters.reduce((sum, count) => sum + count, 0);
		const reached = (whole * (now - this.startedAt)) / (this.written?.estimateMs || 1);
		return this.messages.filter((_, index) => {
			const before = characters.slice(0, index).reduce((sum, count) => sum + count, 0);
			return index > 0 && before > reached;
		});
	}
}
