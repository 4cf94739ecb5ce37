import { leaveOutAfterMs, leaveOutUntilMs, type Shed, shedAfter } from "./shed.ts";
import type { SkipReason } from "./skip-reason.ts";

/** Neighbouring messages of one author become one request up to so many characters. */
const mergedMaxCharacters = 600;
/** More messages than anybody will hear: beyond it the oldest are left out. */
const waitingMax = 500;
/** The same words of the same author are read once within so long, in ms. */
const sameWithinMs = 10_000;

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

/** A message that waits to be read. */
export interface Waiting<C extends Waitable> extends Place {
	readonly content: C;
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

/** Why a message that waited isn't read. */
export type BacklogSkip = Extract<SkipReason, "repeated" | "left_behind">;

/** `content` is undefined while it is being decided whether the message is read. */
interface Entry<C extends Waitable> extends Place {
	content: C | undefined;
	/** The newest one that was given out. */
	slot?: Slot<C>;
}

const isFilled = <C extends Waitable>(entry: Entry<C> | undefined): entry is Waiting<C> =>
	entry?.content !== undefined;

/**
 * The messages of a guild that wait to be read, in the order in which they were written. Nothing was paid for them yet:
 * here they are merged, changed, deleted and left out.
 */
export class Backlog<C extends Waitable> {
	#entries: Entry<C>[] = [];
	/** What was read or waits to be, for as long as saying it again would be a repetition. */
	#recent: (Place & { readonly body: string })[] = [];
	#leftOut = 0;
	readonly #onSkipped: (messageId: string, reason: BacklogSkip) => void;

	/** @param onSkipped - told of a message that isn't read after all, save for one that is removed */
	constructor(onSkipped: (messageId: string, reason: BacklogSkip) => void = () => {}) {
		this.#onSkipped = onSkipped;
	}

	/** Keeps a message's place until it is clear whether it is read, so that none overtakes it. */
	expect(place: Place): Slot<C> {
		const entry: Entry<C> = { ...place, content: undefined };
		this.#entries.push(entry);
		if (this.#entries.length > waitingMax) this.#leaveOut(this.#entries.length - waitingMax);
		return this.#open(entry);
	}

	/**
	 * A message that may be here was edited: it keeps its place until it is clear whether it is read.
	 *
	 * @returns undefined when it isn't here, or its words are the same
	 */
	reopen(id: string, written: string): Slot<C> | undefined {
		const entry = this.#entries.find((each) => each.id === id);
		return entry && entry.content?.written !== written ? this.#open(entry) : undefined;
	}

	#open(entry: Entry<C>): Slot<C> {
		const slot: Slot<C> = (content) => {
			if (entry.slot !== slot || !this.#entries.includes(entry)) return;
			const isRepeated = content && this.#repeats(entry, content.body);
			if (isRepeated) this.#onSkipped(entry.id, "repeated");
			if (content && !isRepeated) entry.content = content;
			else this.#entries.splice(this.#entries.indexOf(entry), 1);
		};
		entry.content = undefined;
		entry.slot = slot;
		return slot;
	}

	/** @returns whether its author said these words just now, in another message: they aren't read again */
	#repeats({ id, channelId, authorId, at }: Place, body: string): boolean {
		this.#recent = this.#recent.filter((said) => at - said.at < sameWithinMs);
		const isSaid = this.#recent.some(
			(said) => said.id !== id && said.authorId === authorId && said.body === body,
		);
		if (isSaid && body !== "") return true;
		this.#recent.push({ id, channelId, authorId, at, body });
		return false;
	}

	/** Puts messages that were taken before all others again. @param leftOut - those before them that weren't told */
	putBack(messages: readonly Waiting<C>[], leftOut = 0): void {
		this.#leftOut += leftOut;
		this.#entries.unshift(...messages.map((message) => ({ ...message })));
	}

	/** How many messages wait, or were left out untold. */
	get count(): number {
		return this.#leftOut + this.#entries.filter(isFilled).length;
	}

	/** Counts messages that are left out, as it is too late for them. */
	countLeftOut(messages: readonly Place[]): void {
		this.#leftOut += messages.length;
		for (const { id } of messages) this.#onSkipped(id, "left_behind");
	}

	/** Messages won't be heard: their words, written again, are no repetition. */
	forget(messages: readonly Place[]): void {
		this.#recent = this.#recent.filter(({ id }) => messages.every((message) => message.id !== id));
	}

	/** Leaves out whatever this is true for, without telling it. @returns how many */
	remove(concerns: (place: Place) => boolean): number {
		const removed = this.#entries.filter(concerns);
		this.forget(removed);
		this.#entries = this.#entries.filter((entry) => !concerns(entry));
		return removed.length;
	}

	/** When the first can be taken, in ms; undefined when there is none, or it isn't decided on. @param holdMs - how long each is held back */
	dueAt(holdMs: number): number | undefined {
		const [first] = this.#entries;
		return isFilled(first) ? first.at + holdMs : undefined;
	}

	/** @returns the next to be read, which is no longer here; undefined when none can be read now */
	take(now: number, holdMs: number): Passage<C> | undefined {
		const waited = ({ at }: Place): number => now - at - holdMs;
		const [oldest] = this.#entries;
		if (oldest && waited(oldest) > leaveOutAfterMs)
			this.#leaveOut(this.#entries.filter((entry) => waited(entry) > leaveOutUntilMs).length);
		const [first] = this.#entries;
		const isNext = isFilled(first) && waited(first) >= 0;
		if (!isNext && (this.#leftOut === 0 || first)) return undefined;
		const leftOut = this.#leftOut;
		this.#leftOut = 0;
		if (!isNext) return { messages: [], shed: shedAfter(0), leftOut };
		const messages = [first];
		let characters = first.content.body.length;
		for (const next of this.#entries.slice(1)) {
			if (!isFilled(next) || waited(next) < 0 || !next.content.follows) break;
			if (next.authorId !== first.authorId || next.channelId !== first.channelId) break;
			// A line break between two.
			characters += 1 + next.content.body.length;
			if (characters > mergedMaxCharacters) break;
			messages.push(next);
		}
		this.#entries.splice(0, messages.length);
		return { messages, shed: shedAfter(waited(first)), leftOut };
	}

	#leaveOut(count: number): void {
		this.countLeftOut(this.#entries.splice(0, count).filter(isFilled));
	}
}
