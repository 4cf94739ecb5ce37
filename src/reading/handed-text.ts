import type { Line } from "../speech/line.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { Payer } from "../speech/usage.ts";
import type { ChannelText, TextEvent } from "../voice/channel-text.ts";
import type { Passage, Place, Slot, Waitable, Waiting } from "./backlog.ts";

/** A passage as it is spoken. */
export interface Written extends Pick<ChannelText, "lead" | "fallback"> {
	readonly lines: readonly Line[];
	/** By the words in it. */
	readonly estimateMs: number;
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

/** What pays for a text: it is settled once, however often that was written anew. */
export interface TextReservation extends Payer {
	settle(made: readonly SpokenLine[]): Promise<void>;
}

/** An edit that is being decided on. */
export interface Edit<C extends Waitable> {
	readonly written: string;
	/** Takes what is decided, once the message waits in the backlog again. */
	forward?: Slot<C> | undefined;
}

export interface HandedOptions {
	/** Asked right before the first packet. */
	readonly mayStart: () => boolean;
	readonly onEvent: (event: TextEvent) => void;
	/** Takes work that a stop waits for. */
	readonly underWay: (work: Promise<unknown>) => void;
}

/** A passage that is no longer in the backlog: on its way to the channel, or heard there. */
export class HandedText<C extends Waitable> {
	messages: readonly Waiting<C>[];
	readonly passage: Passage<C>;
	state: "preparing" | "queued" | "playing" | "over" = "preparing";
	/** Known once it is prepared. */
	writer: Write<C> | undefined;
	/** Of the text in the channel's queue. */
	textId: string | undefined;
	startedAt = 0;
	written: Written | undefined;
	/** By message, its newest edit, while it is being decided on: until then nothing of the text starts. */
	readonly edits = new Map<string, Edit<C>>();
	readonly #options: HandedOptions;
	#reservation: TextReservation | undefined;
	#isSettled = false;
	#current: ChannelText | undefined;
	/** Texts of this passage of which something may still be made. */
	#open = 0;
	readonly #made: SpokenLine[] = [];

	constructor(passage: Passage<C>, options: HandedOptions) {
		this.passage = passage;
		this.messages = passage.messages;
		this.#options = options;
	}

	has(concerns: (place: Place) => boolean): boolean {
		return this.messages.some(concerns);
	}

	/** It may be made now. */
	reserve(reservation: TextReservation): void {
		this.#reservation = reservation;
	}

	/** @returns it as a text for the channel; what happens to those written before is of no interest any more */
	toText(written: Written): ChannelText {
		const { mayStart, onEvent } = this.#options;
		if (!this.#reservation) throw new TypeError("A text was handed over before it was paid for");
		const text: ChannelText = {
			userId: this.messages[0]?.authorId ?? "",
			payer: this.#reservation,
			priority: "read",
			...written,
			mayStart,
			onEvent: (event) => {
				if (this.#current === text) onEvent(event);
			},
			onSettled: (made) => this.#settle(made),
		};
		this.written = written;
		this.#current = text;
		this.#open += 1;
		return text;
	}

	/** The text that was written last isn't spoken: the channel didn't take it, or it was never handed there. */
	giveUp(): void {
		this.#settle([]);
	}

	#settle(made: readonly SpokenLine[]): void {
		this.#made.push(...made);
		this.#open -= 1;
		if (this.#open > 0 || !this.#reservation || this.#isSettled) return;
		this.#isSettled = true;
		this.#options.underWay(this.#reservation.settle(this.#made));
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
