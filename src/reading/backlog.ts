import type { Phrases } from "../say/sound/languages.ts";
import type { SpokenTurn } from "../say/sound/request.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { ItemLines } from "../voice/voice-channels.ts";
import type { MessageOrigin, SkipReason } from "./skip-reasons.ts";

/** The most characters of an utterance that is merged from neighbouring messages of one author. */
const mergedMaxCharacters = 600;
/** The most messages that wait. If there are more, the oldest are left out. */
const waitingMax = 500;
/** How long an author's words aren't read again if the author repeats them, in ms. */
const sameWithinMs = 10_000;

const hasContent = (entry: BacklogEntry): entry is ReadyEntry => entry.content !== undefined;

const isReady = (entry: BacklogEntry | undefined): entry is ReadyEntry =>
	entry?.slot === undefined && entry?.content !== undefined;

/** A message that won't be read, because it repeats its author's words or was left out. */
interface SkippedMessage {
	readonly id: string;
	readonly reason: Extract<SkipReason, "repeated" | "left_behind">;
}

/**
 * A guild's messages to read, in the order in which they were written: those that wait, and those that were taken to be
 * read. Messages of some members may go first. Messages are merged, edited, deleted and left out here.
 */
export class Backlog {
	/** The utterances that were taken and haven't ended, in the order in which they play. */
	readonly taken: Utterance[] = [];
	#entries: BacklogEntry[] = [];
	/** Recent messages that wait or were read. Within `sameWithinMs`, their authors' same words aren't read again. */
	#recent: (MessageRef & { readonly body: string })[] = [];
	#leftOut = 0;
	/** Whether the last utterance began with a message that `goesFirst`. If so, the oldest entry is next. */
	#wentFirst = false;
	#last: Before | undefined;
	#skipped: SkippedMessage[] = [];
	readonly #changed = new Set<Utterance>();

	/** @returns the messages that were skipped since the last call, without those that `remove` removed */
	takeSkipped(): readonly SkippedMessage[] {
		const skipped = this.#skipped;
		this.#skipped = [];
		return skipped;
	}

	/**
	 * @returns an utterance that changed before it plays, once. It must be rewritten, or ended if no messages are left.
	 * Undefined if none changed
	 */
	takeChanged(): Utterance | undefined {
		const [changed] = this.#changed;
		if (changed) this.#changed.delete(changed);
		return changed;
	}

	/** Keeps a message's place while it is decided whether the message is read. */
	expect(place: MessageRef): Slot {
		const entry: BacklogEntry = { ...place, content: undefined };
		this.#entries.push(entry);
		if (this.#entries.length > waitingMax) this.#leaveOut(this.#entries.length - waitingMax);
		return this.#open(entry);
	}

	/**
	 * Keeps the place of an edited message while it is decided whether the message is read. Discord also sends an edit
	 * when a message only got a link's preview.
	 *
	 * @param heldAt - set if messages are held back: the time of the edit, in ms. The message then waits like a new one
	 * @returns the slot for the new decision; undefined if nothing changes: the message isn't in the backlog, is playing,
	 * or has the same words as before
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
		};
		entry.slot = slot;
		return slot;
	}

	#decide(entry: BacklogEntry, content: ReadableMessage | undefined): void {
		const utterance = this.unheard.find(({ messages }) => messages.some((each) => each === entry));
		if (content && entry.isLeftOut) this.countLeftOut([entry]);
		if (!utterance && !this.#entries.includes(entry)) return;
		const isRepeated = content && this.#repeats(entry, content.body);
		if (isRepeated) this.#skipped.push({ id: entry.id, reason: "repeated" });
		if (content && !isRepeated) entry.content = content;
		else this.#take((each) => each === entry);
		if (utterance) this.#changed.add(utterance);
	}

	/** Removes messages, whether they wait or are in an utterance that doesn't play yet. */
	#take(isTaken: (entry: BacklogEntry) => boolean): void {
		this.#entries = this.#entries.filter((entry) => !isTaken(entry));
		for (const utterance of this.unheard)
			utterance.messages = utterance.messages.filter((entry) => !isTaken(entry));
	}

	/**
	 * @returns whether the author has just written the same words in another message; false for a message without words.
	 * If false, records the words
	 */
	#repeats(place: MessageRef, body: string): boolean {
		const { id, channelId, authorId, name, at } = place;
		this.#recent = this.#recent.filter((said) => said.id !== id && at - said.at < sameWithinMs);
		const isSaid = this.#recent.some((said) => hasSameAuthor(said, place) && said.body === body);
		if (isSaid && body !== "") return true;
		this.#recent.push({ id, channelId, authorId, name, at, body });
		return false;
	}

	/** Returns messages of a taken utterance to the backlog, before all messages that wait. */
	putBack(messages: readonly ReadyEntry[]): void {
		this.#entries.unshift(...messages);
	}

	/**
	 * The number of messages that wait and are decided on, of those that were taken, and of those that were left out and
	 * that no taken utterance announces.
	 */
	get count(): number {
		const taken = this.taken.reduce((sum, { messages }) => sum + messages.length, 0);
		return this.#leftOut + taken + this.#entries.filter(hasContent).length;
	}

	/** Drops the count of left-out messages, so that they aren't announced. */
	forgetLeftOut(): void {
		this.#leftOut = 0;
		for (const utterance of this.taken) utterance.leftOut = 0;
	}

	/** Counts messages as left out, which the next utterance announces, and as skipped. */
	countLeftOut(messages: readonly MessageRef[]): void {
		this.#leftOut += messages.length;
		for (const { id } of messages) this.#skipped.push({ id, reason: "left_behind" });
	}

	/** Forgets messages that won't be heard, so that the same words may be read again. */
	forget(messages: readonly MessageRef[]): void {
		this.#recent = this.#recent.filter(({ id }) => messages.every((message) => message.id !== id));
	}

	/** Removes messages that aren't playing. @returns how many */
	remove(concerns: (place: MessageRef) => boolean): number {
		const changed = this.unheard.filter(({ messages }) => messages.some(concerns));
		const all: readonly BacklogEntry[] = changed.flatMap(({ messages }) => messages);
		const removed = [...all, ...this.#entries].filter(concerns);
		this.forget(removed);
		this.#take(concerns);
		for (const utterance of changed) this.#changed.add(utterance);
		return removed.length;
	}

	/**
	 * @param holdMs - how long messages are held back for moderation, in ms
	 * @returns when the oldest message can be taken, in ms; undefined if no message waits, or the oldest isn't decided on
	 * yet
	 */
	dueAt(holdMs: number): number | undefined {
		const [first] = this.#entries;
		return isReady(first) ? first.at + holdMs : undefined;
	}

	/** Moves the next utterance to `taken`. @returns undefined if none can be read now */
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
			// 1 is for the line break between two messages.
			characters += 1 + next.content.body.length;
			if (characters > mergedMaxCharacters) break;
			messages.push(next);
		}
		this.#entries.splice(at, messages.length);
		this.#wentFirst = first.content.goesFirst ?? false;
		return new Utterance(messages, shedAfter(waited(first)), leftOut);
	}

	/**
	 * @returns the entry to read next, which may not be ready yet; undefined if no entry waits. A ready entry that
	 * `goesFirst` overtakes entries of other authors, unless the last utterance began with such an entry
	 */
	#findFirst(waited: (place: MessageRef) => number): BacklogEntry | undefined {
		const authors = new Set<string>();
		for (const entry of this.#wentFirst ? [] : this.#entries) {
			if (authors.has(entry.authorId)) continue;
			if (isReady(entry) && entry.content.goesFirst && waited(entry) >= 0) return entry;
			authors.add(entry.authorId);
		}
		return this.#entries[0];
	}

	/**
	 * @returns the author who is heard before this utterance, and when that author's messages began to play (`now` if they
	 * are still to be heard or are playing). Undefined if nobody was heard before
	 */
	findBefore(utterance: Utterance, now: number): Before | undefined {
		const earlier = this.taken.slice(0, this.taken.indexOf(utterance));
		const [last] = earlier.findLast(({ messages }) => messages.length > 0)?.messages ?? [];
		return last ? { ...last, at: now } : this.#last;
	}

	/** Records that an utterance begins to play, perhaps before others that were taken earlier. */
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

	/** Ends an utterance. @returns false if it was over before */
	end(utterance: Utterance): boolean {
		const at = this.taken.indexOf(utterance);
		if (at === -1) return false;
		const { state } = utterance;
		utterance.state = "over";
		this.taken.splice(at, 1);
		if (state === "playing") return true;
		// If the preparation failed, the announcement of left-out messages isn't tried again, since it might fail
		// forever.
		if (state === "queued") this.#leftOut += utterance.leftOut;
		this.#nameAgain(this.taken.slice(at, at + 1));
		return true;
	}

	/**
	 * Marks the utterances that don't name their author as changed, since they may no longer follow that author's last
	 * utterance.
	 */
	#nameAgain(utterances: readonly Utterance[]): void {
		for (const each of utterances)
			if (each.authorId && each.written?.named === false) this.#changed.add(each);
	}

	/**
	 * Leaves out the oldest messages. A message that isn't decided on yet only counts as left out if the decision is to
	 * read it.
	 */
	#leaveOut(count: number): void {
		const left = this.#entries.splice(0, count);
		for (const entry of left) entry.isLeftOut = true;
		this.countLeftOut(left.filter(hasContent));
	}
}

/** How messages are shortened and sped up, so that reading keeps up with what is written. */
interface LoadShedding {
	readonly names: boolean;
	/** How many times as fast as usual messages are spoken. */
	readonly tempo: 1 | 1.15 | 1.3;
	readonly firstSentence: boolean;
}

/** How long the oldest message may wait before messages are left out, in ms. */
export const leaveOutAfterMs = 90_000;
/**
 * The longest that a message may have waited, in ms, to be kept when others are left out. What is read next is then
 * recent.
 */
const leaveOutUntilMs = 15_000;

const nameMaxMs = 15_000;
const quickAfterMs = 30_000;
const firstSentenceAfterMs = 45_000;
const quickerAfterMs = 60_000;

/** @returns how messages are read if the oldest has waited for `waitedMs` */
export const shedAfter = (waitedMs: number): LoadShedding => ({
	names: waitedMs <= nameMaxMs,
	tempo: waitedMs > quickerAfterMs ? 1.3 : waitedMs > quickAfterMs ? 1.15 : 1,
	firstSentence: waitedMs > firstSentenceAfterMs,
});

/** A message in its spoken form. Each part becomes one or more Lines. */
export interface ComposedMessage {
	/** Who speaks, and to whom if it is a reply: "Anna", "Anna to Ben". */
	readonly lead: string;
	/**
	 * The lead's language (BCP 47); undefined leaves the choice to the service. `language` is the body's, in the same
	 * form.
	 */
	readonly leadLanguage: string | undefined;
	/** The words; "" if there are none. */
	readonly body: string;
	/** The turns of the body, if it names speakers. */
	readonly turns?: readonly SpokenTurn[];
	readonly language: string | undefined;
	/** Words for attachments and other contents, such as "2 pictures". */
	readonly extras: readonly string[];
	/** The entries of `extras` that may have a member's words: those with the names of stickers. */
	readonly stickers: readonly string[];
	/** Whether words were left out because no voice can read them. */
	readonly isForeign: boolean;
	/** The IDs of the channels whose names are said. */
	readonly named?: readonly string[];
}

export interface ReadableMessage extends ComposedMessage {
	/** The message's text as it was written. An edit with the same text changes nothing. */
	readonly written: string;
	/** Whether the message goes before waiting messages of others. At most every second utterance does. */
	readonly goesFirst?: boolean;
	/** Whether the message can follow another message of its author in one utterance. A reply or a forward can't. */
	readonly follows: boolean;
}

export interface MessageRef extends MessageOrigin {
	readonly id: string;
	/** The name of a bot or a webhook, which may write under many names. */
	readonly name?: string | undefined;
	/** When the message was written, in ms. */
	readonly at: number;
}

interface BacklogEntry extends MessageRef {
	content: ReadableMessage | undefined;
	/** Takes the newest decision on the message. While this is set, the message doesn't begin to play. */
	slot?: Slot | undefined;
	/**
	 * Whether the message was left out before it was decided on, because too many messages waited or it had waited for
	 * too long.
	 */
	isLeftOut?: boolean;
	/** The words of the message's newest edit, if it was edited. */
	edit?: string;
}

export interface ReadyEntry extends BacklogEntry {
	content: ReadableMessage;
}

/**
 * Takes the decision on a message: what is read of it, or undefined if it isn't read. Only a message's newest slot
 * counts.
 */
export type Slot = (content: ReadableMessage | undefined) => void;

export interface WrittenUtterance extends ItemLines {
	/** Whether the author's name is said. */
	readonly named: boolean;
	/** How many messages are cut to their first sentence. */
	readonly shortened: number;
}

type Author = Pick<MessageRef, "authorId" | "name">;

/** The author who is heard before an utterance, and when that author's messages began to play, in ms. */
export type Before = Author & Pick<MessageRef, "at">;

/** @returns whether two messages have the same author, under the same name */
export const hasSameAuthor = (one: Author, other: Author): boolean =>
	one.authorId === other.authorId && one.name === other.name;

/** How the messages of an author sound. */
export interface UtteranceSound {
	readonly voice: string;
	readonly style: string | undefined;
	readonly speed: number;
	/** How much louder than usual Herald speaks, in dB. */
	readonly gainDb: number;
	/** When the guild has authors named. */
	readonly names: AppliedGuildSettings["names"];
	/** Herald's own words, which the author's voice says. */
	readonly phrases: Phrases;
}

/** Messages that are read in one go, while they are prepared, queued or playing. */
export class Utterance {
	/**
	 * Neighbouring messages of one author, oldest first. Empty if the utterance only announces left-out messages. The
	 * backlog edits and deletes messages until the utterance plays.
	 */
	messages: readonly ReadyEntry[];
	readonly shed: LoadShedding;
	/** How many messages were left out before this utterance, which announces them. */
	leftOut: number;
	state: "preparing" | "queued" | "playing" | "over" = "preparing";
	/** Set once the utterance is prepared. */
	sound: UtteranceSound | undefined;
	written: WrittenUtterance | undefined;
	itemId: string | undefined;
	/** When the utterance began to play, in ms. */
	startedAt = 0;

	constructor(messages: readonly ReadyEntry[], shed: LoadShedding, leftOut: number) {
		this.messages = messages;
		this.shed = shed;
		this.leftOut = leftOut;
	}

	get authorId(): string | undefined {
		return this.messages[0]?.authorId;
	}

	/**
	 * @param now - in ms
	 * @returns the messages that, by the estimated duration, haven't begun to play. Never the first one
	 */
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
