import { leaveOutAfterMs, leaveOutUntilMs, shedAfter } from "./shed.ts";
import type { SkipReason } from "./skip-reason.ts";
import {
	type Before,
	type Entry,
	type Passage,
	type Place,
	type Slot,
	Utterance,
	type Waitable,
	type Waiting,
} from "./utterance.ts";

/** Neighbouring messages of one author become one request up to so many characters. */
const mergedMaxCharacters = 600;
/** More messages than anybody will hear: beyond it the oldest are left out. */
const waitingMax = 500;
/** The same words of the same author are read once within so long, in ms. */
const sameWithinMs = 10_000;

/** Why a message that waited isn't read. */
export type BacklogSkip = Extract<SkipReason, "repeated" | "left_behind">;

const hasContent = <C extends Waitable>(entry: Entry<C>): entry is Waiting<C> => entry.content !== undefined;

const isReady = <C extends Waitable>(entry: Entry<C> | undefined): entry is Waiting<C> =>
	entry?.slot === undefined && entry?.content !== undefined;

export interface BacklogOptions<C extends Waitable> {
	/** Told of a message that isn't read after all, save for one that is removed. */
	readonly onSkipped?: ((messageId: string, reason: BacklogSkip) => void) | undefined;
	/** Told of an utterance that is to be written anew, or has no messages any more, before it is heard. */
	readonly onChanged?: (utterance: Utterance<C>) => void;
}

/**
 * A guild's messages that are to be read, in the order in which they were written: those that wait, and those that were
 * taken to be heard. Here they are merged, edited, deleted and left out.
 */
export class Backlog<C extends Waitable> {
	/** Taken and not over, in the order in which they are heard. */
	readonly taken: Utterance<C>[] = [];
	#entries: Entry<C>[] = [];
	/** What was read or waits to be, for as long as saying it again would be a repetition. */
	#recent: (Place & { readonly body: string })[] = [];
	#leftOut = 0;
	/** Who was heard last. */
	#last: Before | undefined;
	readonly #options: BacklogOptions<C>;

	constructor(options: BacklogOptions<C> = {}) {
		this.#options = options;
	}

	/** Keeps a message's place until it is clear whether it is read, so that none overtakes it. */
	expect(place: Place): Slot<C> {
		const entry: Entry<C> = { ...place, content: undefined };
		this.#entries.push(entry);
		if (this.#entries.length > waitingMax) this.#leaveOut(this.#entries.length - waitingMax);
		return this.#open(entry);
	}

	/**
	 * A message that may be here was edited, or only got a link's preview: it keeps its place until it is clear whether it
	 * is read.
	 *
	 * @returns undefined when nothing changes: it isn't here, is being heard, or its words are the same
	 */
	reopen(id: string, written: string): Slot<C> | undefined {
		const unheard: readonly Entry<C>[] = this.unheard.flatMap(({ messages }) => messages);
		const entry = [...unheard, ...this.#entries].find((each) => each.id === id);
		if (!entry || (entry.edit ?? entry.content?.written) === written) return undefined;
		entry.edit = written;
		return this.#open(entry);
	}

	/** Utterances of which nothing was heard yet. */
	get unheard(): readonly Utterance<C>[] {
		return this.taken.filter(({ state }) => state !== "playing");
	}

	get playing(): readonly Utterance<C>[] {
		return this.taken.filter(({ state }) => state === "playing");
	}

	#open(entry: Entry<C>): Slot<C> {
		const slot: Slot<C> = (content) => {
			if (entry.slot !== slot) return;
			entry.slot = undefined;
			const utterance = this.unheard.find(({ messages }) => messages.some((each) => each === entry));
			if (!utterance && !this.#entries.includes(entry)) return;
			const isRepeated = content && this.#repeats(entry, content.body);
			if (isRepeated) this.#options.onSkipped?.(entry.id, "repeated");
			if (content && !isRepeated) entry.content = content;
			else this.#take((each) => each === entry);
			if (utterance) this.#options.onChanged?.(utterance);
		};
		entry.slot = slot;
		return slot;
	}

	/** Takes messages out of what waits, and of what was taken and isn't heard yet. */
	#take(isTaken: (entry: Entry<C>) => boolean): void {
		this.#entries = this.#entries.filter((entry) => !isTaken(entry));
		for (const utterance of this.unheard)
			utterance.messages = utterance.messages.filter((entry) => !isTaken(entry));
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
		this.#entries.unshift(...messages);
	}

	/** How many messages wait or were taken, or were left out untold. */
	get count(): number {
		const taken = this.taken.reduce((sum, { messages }) => sum + messages.length, 0);
		return this.#leftOut + taken + this.#entries.filter(hasContent).length;
	}

	/** Counts messages that are left out, as it is too late for them. */
	countLeftOut(messages: readonly Place[]): void {
		this.#leftOut += messages.length;
		for (const { id } of messages) this.#options.onSkipped?.(id, "left_behind");
	}

	/** Messages won't be heard: their words, written again, are no repetition. */
	forget(messages: readonly Place[]): void {
		this.#recent = this.#recent.filter(({ id }) => messages.every((message) => message.id !== id));
	}

	/** Removes messages that aren't being heard. @returns how many */
	remove(concerns: (place: Place) => boolean): number {
		const changed = this.unheard.filter(({ messages }) => messages.some(concerns));
		const all: readonly Entry<C>[] = changed.flatMap(({ messages }) => messages);
		const removed = [...all, ...this.#entries].filter(concerns);
		this.forget(removed);
		this.#take(concerns);
		for (const utterance of changed) this.#options.onChanged?.(utterance);
		return removed.length;
	}

	/** When the first can be taken, in ms; undefined when there is none, or it isn't decided on. @param holdMs - how long each is held back */
	dueAt(holdMs: number): number | undefined {
		const [first] = this.#entries;
		return isReady(first) ? first.at + holdMs : undefined;
	}

	/** @returns the next to be read; undefined when none can be read now */
	take(now: number, holdMs: number): Utterance<C> | undefined {
		const passage = this.#findNext(now, holdMs);
		if (!passage) return undefined;
		const utterance = new Utterance(passage);
		this.taken.push(utterance);
		return utterance;
	}

	#findNext(now: number, holdMs: number): Passage<C> | undefined {
		const waited = ({ at }: Place): number => now - at - holdMs;
		const [oldest] = this.#entries;
		if (oldest && waited(oldest) > leaveOutAfterMs)
			this.#leaveOut(this.#entries.filter((entry) => waited(entry) > leaveOutUntilMs).length);
		const [first] = this.#entries;
		const isNext = isReady(first) && waited(first) >= 0;
		if (!isNext && (this.#leftOut === 0 || first)) return undefined;
		const leftOut = this.#leftOut;
		this.#leftOut = 0;
		if (!isNext) return { messages: [], shed: shedAfter(0), leftOut };
		const messages = [first];
		let characters = first.content.body.length;
		for (const next of this.#entries.slice(1)) {
			if (!isReady(next) || waited(next) < 0 || !next.content.follows) break;
			if (next.authorId !== first.authorId || next.channelId !== first.channelId) break;
			// A line break between two.
			characters += 1 + next.content.body.length;
			if (characters > mergedMaxCharacters) break;
			messages.push(next);
		}
		this.#entries.splice(0, messages.length);
		return { messages, shed: shedAfter(waited(first)), leftOut };
	}

	/** @returns whose words are heard before an utterance */
	findBefore(utterance: Utterance<C>, now: number): Before | undefined {
		const earlier = this.taken.slice(0, this.taken.indexOf(utterance)).findLast(({ authorId }) => authorId);
		return earlier?.authorId ? { authorId: earlier.authorId, at: now } : this.#last;
	}

	/** An utterance is heard from now on, perhaps before others that were taken before it. */
	start(utterance: Utterance<C>, now: number): void {
		const { authorId } = utterance;
		const passed = this.unheard.filter((each) => this.taken.indexOf(each) < this.taken.indexOf(utterance));
		utterance.state = "playing";
		utterance.startedAt = now;
		if (authorId !== undefined) this.#last = { authorId, at: now };
		const [first] = passed;
		if (!first) return;
		this.taken.splice(this.taken.indexOf(utterance), 1);
		this.taken.splice(this.taken.indexOf(first), 0, utterance);
		this.#nameAnew(this.unheard);
	}

	/** An utterance is over. @returns false if it was before */
	end(utterance: Utterance<C>): boolean {
		const at = this.taken.indexOf(utterance);
		if (at === -1) return false;
		const wasHeard = utterance.state === "playing";
		utterance.state = "over";
		this.taken.splice(at, 1);
		if (!wasHeard) this.#nameAnew(this.taken.slice(at, at + 1));
		return true;
	}

	/** The author of these may have been known by another utterance, which isn't heard before them any more. */
	#nameAnew(utterances: readonly Utterance<C>[]): void {
		for (const each of utterances)
			if (each.authorId && each.written?.named === false) this.#options.onChanged?.(each);
	}

	#leaveOut(count: number): void {
		this.countLeftOut(this.#entries.splice(0, count).filter(hasContent));
	}
}
