import type { SkipReason } from "./decide.ts";
import {
	type BacklogEntry,
	type Before,
	hasSameAuthor,
	leaveOutAfterMs,
	leaveOutUntilMs,
	type MessageRef,
	type ReadableMessage,
	type ReadyEntry,
	type Slot,
	shedAfter,
	Utterance,
} from "./utterance.ts";

/** Neighbouring messages of one author become one request up to so many characters. */
const mergedMaxCharacters = 600;
/** With more messages, the oldest are left out. */
const waitingMax = 500;
/** The same words of the same author are read once within so long, in ms. */
const sameWithinMs = 10_000;

export type BacklogSkip = Extract<SkipReason, "repeated" | "left_behind">;

const hasContent = (entry: BacklogEntry): entry is ReadyEntry => entry.content !== undefined;

const isReady = (entry: BacklogEntry | undefined): entry is ReadyEntry =>
	entry?.slot === undefined && entry?.content !== undefined;

export interface BacklogOptions {
	/** Called for a message that isn't read after all, unless it was removed. */
	readonly onSkipped?: ((messageId: string, reason: BacklogSkip) => void) | undefined;
	/** Called when a message is decided on: there may be an utterance now. */
	readonly onDecided?: () => void;
	/** Called for an utterance that changes before it is heard: it is to be rewritten, or has no messages any more. */
	readonly onChanged?: (utterance: Utterance) => void;
}

/**
 * A guild's messages that are to be read, in the order in which they were written: those that wait, and those that were
 * taken to be heard. Some members' go first. Here they are merged, edited, deleted and left out.
 */
export class Backlog {
	/** Taken and not over, in the order in which they are heard. */
	readonly taken: Utterance[] = [];
	#entries: BacklogEntry[] = [];
	/** Messages that were read or wait, for as long as the same words count as a repetition. */
	#recent: (MessageRef & { readonly body: string })[] = [];
	#leftOut = 0;
	/** Whether the last one taken had priority. */
	#wentFirst = false;
	#last: Before | undefined;
	readonly #options: BacklogOptions;

	constructor(options: BacklogOptions = {}) {
		this.#options = options;
	}

	/** Keeps a message's place while it is being decided whether it is read. */
	expect(place: MessageRef): Slot {
		const entry: BacklogEntry = { ...place, content: undefined };
		this.#entries.push(entry);
		if (this.#entries.length > waitingMax) this.#leaveOut(this.#entries.length - waitingMax);
		return this.#open(entry);
	}

	/**
	 * Keeps the place of a message that was edited, or only got a link's preview, while it is being decided whether it is
	 * read.
	 *
	 * @param heldAt - where messages are held back, the time of the edit, in ms: it waits as one that is written then
	 * @returns undefined when nothing changes: it isn't here, is being heard, or its words are the same
	 */
	reopen(id: string, written: string, heldAt?: number): Slot | undefined {
		const unheard: readonly BacklogEntry[] = this.unheard.flatMap(({ messages }) => messages);
		const entry = [...unheard, ...this.#entries].find((each) => each.id === id);
		if (!entry || (entry.edit ?? entry.content?.written) === written) return undefined;
		entry.edit = written;
		if (heldAt === undefined) return this.#open(entry);
		this.remove((each) => each.id === id);
		return this.expect({ ...entry, at: heldAt });
	}

	get unheard(): readonly Utterance[] {
		return this.taken.filter(({ state }) => state !== "playing");
	}

	get playing(): readonly Utterance[] {
		return this.taken.filter(({ state }) => state === "playing");
	}

	#open(entry: BacklogEntry): Slot {
		const slot: Slot = (content) => {
			if (entry.slot !== slot) return;
			entry.slot = undefined;
			this.#decide(entry, content);
			this.#options.onDecided?.();
		};
		entry.slot = slot;
		return slot;
	}

	#decide(entry: BacklogEntry, content: ReadableMessage | undefined): void {
		const utterance = this.unheard.find(({ messages }) => messages.some((each) => each === entry));
		if (content && entry.isLeftOut) this.countLeftOut([entry]);
		if (!utterance && !this.#entries.includes(entry)) return;
		const isRepeated = content && this.#repeats(entry, content.body);
		if (isRepeated) this.#options.onSkipped?.(entry.id, "repeated");
		if (content && !isRepeated) entry.content = content;
		else this.#take((each) => each === entry);
		if (utterance) this.#options.onChanged?.(utterance);
	}

	/** Takes messages out of what waits, and of what was taken and isn't heard yet. */
	#take(isTaken: (entry: BacklogEntry) => boolean): void {
		this.#entries = this.#entries.filter((entry) => !isTaken(entry));
		for (const utterance of this.unheard)
			utterance.messages = utterance.messages.filter((entry) => !isTaken(entry));
	}

	/** @returns whether its author said these words just now, in another message: they aren't read again */
	#repeats(place: MessageRef, body: string): boolean {
		const { id, channelId, authorId, name, at } = place;
		this.#recent = this.#recent.filter((said) => said.id !== id && at - said.at < sameWithinMs);
		const isSaid = this.#recent.some((said) => hasSameAuthor(said, place) && said.body === body);
		if (isSaid && body !== "") return true;
		this.#recent.push({ id, channelId, authorId, name, at, body });
		return false;
	}

	/** Puts messages that were taken back before all others. */
	putBack(messages: readonly ReadyEntry[]): void {
		this.#entries.unshift(...messages);
	}

	/** How many messages wait, were taken, or were left out and not announced. */
	get count(): number {
		const taken = this.taken.reduce((sum, { messages }) => sum + messages.length, 0);
		return this.#leftOut + taken + this.#entries.filter(hasContent).length;
	}

	/** What was left out isn't announced any more. */
	forgetLeftOut(): void {
		this.#leftOut = 0;
		for (const utterance of this.taken) utterance.leftOut = 0;
	}

	/** Counts messages for which it is too late. */
	countLeftOut(messages: readonly MessageRef[]): void {
		this.#leftOut += messages.length;
		for (const { id } of messages) this.#options.onSkipped?.(id, "left_behind");
	}

	/** Messages won't be heard: the same words again are no repetition. */
	forget(messages: readonly MessageRef[]): void {
		this.#recent = this.#recent.filter(({ id }) => messages.every((message) => message.id !== id));
	}

	/** Removes messages that aren't being heard. @returns how many */
	remove(concerns: (place: MessageRef) => boolean): number {
		const changed = this.unheard.filter(({ messages }) => messages.some(concerns));
		const all: readonly BacklogEntry[] = changed.flatMap(({ messages }) => messages);
		const removed = [...all, ...this.#entries].filter(concerns);
		this.forget(removed);
		this.#take(concerns);
		for (const utterance of changed) this.#options.onChanged?.(utterance);
		return removed.length;
	}

	/** When the oldest can be taken, in ms; undefined if none is there or decided. @param holdMs - for moderation */
	dueAt(holdMs: number): number | undefined {
		const [first] = this.#entries;
		return isReady(first) ? first.at + holdMs : undefined;
	}

	/** @returns the next to be read; undefined when none can be read now */
	take(now: number, holdMs: number): Utterance | undefined {
		const utterance = this.#findNext(now, holdMs);
		if (utterance) this.taken.push(utterance);
		return utterance;
	}

	#findNext(now: number, holdMs: number): Utterance | undefined {
		const waited = ({ at }: MessageRef): number => now - at - holdMs;
		const [oldest] = this.#entries;
		if (oldest && waited(oldest) > leaveOutAfterMs)
			this.#leaveOut(this.#entries.filter((entry) => waited(entry) > leaveOutUntilMs).length);
		const first = this.#findFirst(waited);
		const isNext = isReady(first) && waited(first) >= 0;
		if (!isNext && (this.#leftOut === 0 || first)) return undefined;
		const leftOut = this.#leftOut;
		this.#leftOut = 0;
		if (!isNext) return new Utterance([], shedAfter(0), leftOut);
		const messages = [first];
		let characters = first.content.body.length;
		const at = this.#entries.indexOf(first);
		for (const next of this.#entries.slice(at + 1)) {
			if (!isReady(next) || waited(next) < 0 || !next.content.follows) break;
			if (!hasSameAuthor(next, first) || next.channelId !== first.channelId) break;
			// A line break between two.
			characters += 1 + next.content.body.length;
			if (characters > mergedMaxCharacters) break;
			messages.push(next);
		}
		this.#entries.splice(at, messages.length);
		this.#wentFirst = first.content.goesFirst ?? false;
		return new Utterance(messages, shedAfter(waited(first)), leftOut);
	}

	/** @returns the entry that is next: every second one may go before others, but not before its author's own */
	#findFirst(waited: (place: MessageRef) => number): BacklogEntry | undefined {
		const authors = new Set<string>();
		for (const entry of this.#wentFirst ? [] : this.#entries) {
			if (authors.has(entry.authorId)) continue;
			if (isReady(entry) && entry.content.goesFirst && waited(entry) >= 0) return entry;
			authors.add(entry.authorId);
		}
		return this.#entries[0];
	}

	/** @returns whose words are heard before an utterance */
	findBefore(utterance: Utterance, now: number): Before | undefined {
		const earlier = this.taken.slice(0, this.taken.indexOf(utterance));
		const [last] = earlier.findLast(({ messages }) => messages.length > 0)?.messages ?? [];
		return last ? { ...last, at: now } : this.#last;
	}

	/** An utterance is heard from now on, perhaps before others that were taken before it. */
	start(utterance: Utterance, now: number): void {
		const [first] = utterance.messages;
		const passed = this.unheard.filter((each) => this.taken.indexOf(each) < this.taken.indexOf(utterance));
		utterance.state = "playing";
		utterance.startedAt = now;
		if (first) this.#last = { ...first, at: now };
		const [next] = passed;
		if (!next) return;
		this.taken.splice(this.taken.indexOf(utterance), 1);
		this.taken.splice(this.taken.indexOf(next), 0, utterance);
		this.#nameAgain(this.unheard);
	}

	/** An utterance is over. @returns false if it was before */
	end(utterance: Utterance): boolean {
		const at = this.taken.indexOf(utterance);
		if (at === -1) return false;
		const { state } = utterance;
		utterance.state = "over";
		this.taken.splice(at, 1);
		if (state === "playing") return true;
		// What couldn't even be prepared isn't tried again and again.
		if (state === "queued") this.#leftOut += utterance.leftOut;
		this.#nameAgain(this.taken.slice(at, at + 1));
		return true;
	}

	/** An utterance without its author's name may not follow the author's last one any more. */
	#nameAgain(utterances: readonly Utterance[]): void {
		for (const each of utterances)
			if (each.authorId && each.written?.named === false) this.#options.onChanged?.(each);
	}

	/** One that isn't decided on counts once it is. */
	#leaveOut(count: number): void {
		const left = this.#entries.splice(0, count);
		for (const entry of left) entry.isLeftOut = true;
		this.countLeftOut(left.filter(hasContent));
	}
}
