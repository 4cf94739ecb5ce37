import type { Line } from "../speech/line.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { Payer } from "../speech/usage.ts";
import type { ItemLines } from "../voice/queue-item.ts";
import type { Shed } from "./shed.ts";

/** A message's place. */
export interface Place {
	readonly id: string;
	/** The text channel that it is in. */
	readonly channelId: string;
	readonly authorId: string;
	/** When it was written, in ms. */
	readonly at: number;
}

/** What is to be read of a message, as far as waiting depends on it. */
export interface Waitable {
	/** The message as its author wrote it. */
	readonly written: string;
	/** What is spoken of it. */
	readonly body: string;
	/** Whether it can follow another message of its author within one text: it names nobody whom it answers. */
	readonly follows: boolean;
}

/** A message that is expected to be read. */
export interface Entry<C extends Waitable> extends Place {
	content: C | undefined;
	/** While it is being decided whether the message is read: takes the newest decision, and nothing of it starts. */
	slot?: Slot<C> | undefined;
	/** The newest words that are being decided on. */
	edit?: string;
}

/** A message that is to be read. */
export interface Waiting<C extends Waitable> extends Entry<C> {
	content: C;
}

/** What is read next, as one text. */
export interface Passage<C extends Waitable> {
	/** Neighbouring messages of one author, oldest first; none when all that waited was left out. */
	readonly messages: readonly Waiting<C>[];
	readonly shed: Shed;
	/** Messages before it that were left out, as it was too late for them. */
	readonly leftOut: number;
}

/** Takes what was decided on a message: what is to be read of it, or undefined. Only the newest of a message counts. */
export type Slot<C extends Waitable> = (content: C | undefined) => void;

/** A passage as it is spoken. */
export interface Written extends ItemLines {
	readonly lines: readonly Line[];
	/** Whether it says who wrote it. */
	readonly named: boolean;
	/** Messages of which only the first sentence is read. */
	readonly shortened: number;
}

/** Whose words came last before others. */
export interface Before {
	readonly authorId: string;
	/** In ms. */
	readonly at: number;
}

/** Writes the Lines of a passage: at once, since messages may be deleted until then. */
export type Write<C extends Waitable> = (passage: Passage<C>, before: Before | undefined) => Written;

/** What pays for an utterance, settled once. */
export interface TextReservation extends Payer {
	settle(made: readonly SpokenLine[]): Promise<void>;
}

/** A passage on its way to the channel, or heard there. */
export class Utterance<C extends Waitable> implements Passage<C> {
	/** Edited and deleted in the backlog until it is playing. */
	messages: readonly Waiting<C>[];
	readonly shed: Passage<C>["shed"];
	readonly leftOut: number;
	state: "preparing" | "queued" | "playing" | "over" = "preparing";
	/** Known once it is prepared. */
	writer: Write<C> | undefined;
	written: Written | undefined;
	/** Of the text in the channel's queue. */
	itemId: string | undefined;
	/** In ms. */
	startedAt = 0;

	constructor({ messages, shed, leftOut }: Passage<C>) {
		this.messages = messages;
		this.shed = shed;
		this.leftOut = leftOut;
	}

	get authorId(): string | undefined {
		return this.messages[0]?.authorId;
	}

	/** Writes it as its messages are now. */
	write(before: Before | undefined): Written {
		if (!this.writer) throw new TypeError("An utterance was written before it was prepared");
		this.written = this.writer(this, before);
		return this.written;
	}

	/**
	 * What of it surely wasn't heard yet while it is playing.
	 *
	 * @param now - in ms
	 */
	unheard(now: number): readonly Waiting<C>[] {
		const characters = this.messages.map(({ content }) => content.body.length);
		const whole = characters.reduce((sum, count) => sum + count, 0);
		const reached = (whole * (now - this.startedAt)) / (this.written?.estimateMs || 1);
		return this.messages.filter((_, index) => {
			const before = characters.slice(0, index).reduce((sum, count) => sum + count, 0);
			return index > 0 && before > reached;
		});
	}
}
