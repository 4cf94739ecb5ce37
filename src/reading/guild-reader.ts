import { Problem } from "../problem.ts";
import type { ChannelText, QueuedText, TextEvent } from "../voice/channel-text.ts";
import type { Clock } from "../voice/clock.ts";
import { Backlog, type BacklogSkip, type Passage, type Place, type Slot, type Waitable } from "./backlog.ts";
import { type Before, type Edit, HandedText, type TextReservation, type Written } from "./handed-text.ts";
import { leaveOutAfterMs } from "./shed.ts";

/** Texts that are handed to the channel before they are needed: enough that nothing is waited for between two. */
const aheadMax = 3;
/** The same by estimate, in ms: what isn't handed over yet can still be merged, changed and left out. */
const aheadMaxMs = 6_000;

/** Writes the Lines of a passage: at once, since messages may be deleted until then. */
export type Write<C extends Waitable> = (passage: Passage<C>, before: Before | undefined) => Written;

/** What a guild's reader works with. */
export interface GuildReaderOptions<C extends Waitable> {
	readonly clock: Clock;
	/** The guild's channel, as `VoiceSessions` has it. */
	readonly channel: {
		add(text: ChannelText): QueuedText | undefined;
		replace(textId: string, text: ChannelText): QueuedText | undefined;
		withdraw(textIds: readonly string[]): void;
	};
	/** @returns how an author's messages are written; undefined when they aren't to be read any more */
	readonly prepare: (first: Place | undefined) => Promise<Write<C> | undefined>;
	/** Sets speech aside for a text. @throws {@link Problem} when there is too little */
	readonly reserve: (authorId: string | undefined, written: Written) => Promise<TextReservation>;
	/** The leak guard: whether everybody who listens may view a text channel, as far as is known now. */
	readonly mayBeHeard: (channelId: string) => boolean;
	/** @returns whether somebody may end what others wrote, too */
	readonly mayStop: (userId: string) => boolean;
	/** What keeps messages from being read, or has them wait. */
	readonly onProblem: (problem: Problem) => void;
	/** Told of a message that isn't read after all. */
	readonly onSkipped?: (messageId: string, reason: BacklogSkip) => void;
	/** Told when a text is heard. */
	readonly onRead: (text: HandedText<C>) => void;
	readonly underWay: (work: Promise<unknown>) => void;
	readonly onFault: (error: unknown) => void;
}

/** Reads a guild's messages in its voice channel, in the order in which they were written, for one session. */
export class GuildReader<C extends Waitable> {
	/** How long messages are held back for moderation, in ms. */
	holdMs = 0;
	readonly backlog: Backlog<C>;
	readonly #options: GuildReaderOptions<C>;
	/** In order; those that are over are no longer here. */
	#handed: HandedText<C>[] = [];
	readonly #writers = new WeakMap<HandedText<C>, Write<C>>();
	#last: Before | undefined;
	/** When the speech service takes requests again, in ms. */
	#notBefore = 0;
	#pumping = false;
	#again = false;
	#closed = false;
	/** Messages that were cut off or not begun, as Herald is being stopped. */
	#interrupted = 0;
	#cancelWait: (() => void) | undefined;

	constructor(options: GuildReaderOptions<C>) {
		this.#options = options;
		this.backlog = new Backlog(options.onSkipped);
	}

	/** How many messages are still to be read, or won't be, as Herald is being stopped. */
	get unread(): number {
		const handed = this.#handed.reduce((sum, { messages }) => sum + messages.length, 0);
		return this.#interrupted + this.backlog.count + handed;
	}

	/** Keeps a message's place while it is being decided whether it is read. */
	expect(place: Place): Slot<C> {
		return this.#pumpAfter(this.backlog.expect(place));
	}

	/**
	 * A message was edited, or only got a link's preview. It is read as it is now, as long as nothing of it was heard.
	 *
	 * @returns undefined when nothing changes
	 */
	reopen(id: string, written: string): Slot<C> | undefined {
		const handed = this.#handed.find((each) => each.has((place) => place.id === id));
		if (!handed) return this.#reopenWaiting(id, written);
		const known = handed.messages.find((message) => message.id === id)?.content.written;
		const before = handed.edits.get(id)?.written ?? known;
		return handed.state === "playing" || before === written ? undefined : this.#edit(handed, id, written);
	}

	#reopenWaiting(id: string, written: string): Slot<C> | undefined {
		const slot = this.backlog.reopen(id, written);
		return slot && this.#pumpAfter(slot);
	}

	#edit(handed: HandedText<C>, id: string, written: string): Slot<C> {
		const edit: Edit<C> = { written };
		handed.edits.set(id, edit);
		return (content) => {
			edit.forward?.(content);
			if (handed.edits.get(id) !== edit || handed.state === "over") return;
			handed.edits.delete(id);
			handed.messages = handed.messages.flatMap((message) =>
				message.id !== id ? message : content ? { ...message, content } : [],
			);
			this.#onChanged(handed);
		};
	}

	/** Messages were deleted, or their author silenced: they fall silent at once. */
	drop(concerns: (place: Place) => boolean): void {
		this.backlog.remove(concerns);
		for (const handed of this.#handed.filter((each) => each.has(concerns))) {
			if (handed.state === "playing") {
				const rest = handed.unheard(this.#options.clock.now()).filter((message) => !concerns(message));
				this.backlog.putBack(rest);
				this.#withdraw(handed);
				continue;
			}
			this.backlog.forget(handed.messages.filter(concerns));
			handed.messages = handed.messages.filter((message) => !concerns(message));
			this.#onChanged(handed);
		}
		this.pump();
	}

	#onChanged(handed: HandedText<C>): void {
		if (handed.messages.length === 0) this.#withdraw(handed);
		else if (handed.state === "queued") this.#rewrite(handed);
	}

	/** Somebody came, or may do more or less than before: what not all may hear ends at once. */
	check(): void {
		for (const handed of [...this.#handed])
			if (handed.state === "playing" && !this.#mayBeHeard(handed)) this.#withdraw(handed);
	}

	/** Ends everything that is being read or waits to be. */
	clear(): void {
		this.drop(() => true);
		for (const handed of [...this.#handed]) this.#withdraw(handed);
	}

	/** Nothing more is handed over; what is being heard goes on. */
	stop(): void {
		this.#closed = true;
		this.#cancelWait?.();
	}

	/** The session is over. */
	close(): void {
		this.stop();
		this.clear();
	}

	/** Hands over what is nearly needed. To be called when something may have become due. */
	pump(): void {
		this.#again = true;
		if (this.#pumping) return;
		this.#pumping = true;
		void this.#pumpAll().finally(() => {
			this.#pumping = false;
			if (this.#again && !this.#closed) this.pump();
		});
	}

	async #pumpAll(): Promise<void> {
		while (this.#again && !this.#closed) {
			this.#again = false;
			this.#cancelWait?.();
			this.#cancelWait = undefined;
			const { clock } = this.#options;
			const now = clock.now();
			const due = Math.max(this.#notBefore, this.backlog.dueAt(this.holdMs) ?? now);
			if (due > now) {
				this.#cancelWait = clock.after(due - now, () => this.pump());
				return;
			}
			const passage = this.#hasRoom() ? this.backlog.take(now, this.holdMs) : undefined;
			if (!passage) continue;
			this.#again = true;
			await this.#hand(passage).catch((error: unknown) => this.#onError(error));
		}
	}

	#hasRoom(): boolean {
		const ahead = this.#handed.filter(({ state }) => state !== "playing");
		const aheadMs = ahead.reduce((sum, { written }) => sum + (written?.estimateMs ?? 0), 0);
		return ahead.length === 0 || (ahead.length < aheadMax && aheadMs < aheadMaxMs);
	}

	async #hand(passage: Passage<C>): Promise<void> {
		const { prepare, reserve, channel, underWay } = this.#options;
		const handed: HandedText<C> = new HandedText(passage, {
			mayStart: () => this.#mayStart(handed),
			onEvent: (event) => this.#onEvent(handed, event),
			underWay,
		});
		this.#handed.push(handed);
		const isOver = () => handed.state === "over";
		try {
			const [first] = passage.messages;
			const write = await prepare(first);
			if (isOver() || !write) return;
			this.#writers.set(handed, write);
			const reservation = await reserve(first?.authorId, this.#write(handed));
			if (isOver()) {
				underWay(reservation.settle([]));
				return;
			}
			handed.reserve(reservation);
			// Some of it may have been deleted since.
			const queued = channel.add(handed.write(this.#write(handed)));
			if (!queued) {
				handed.giveUp();
				return;
			}
			handed.textId = queued.id;
			if (handed.state === "preparing") handed.state = "queued";
		} finally {
			if (handed.textId === undefined) this.#remove(handed);
		}
	}

	#write(handed: HandedText<C>): Written {
		const write = this.#writers.get(handed);
		if (!write) throw new TypeError("A text was written before it was prepared");
		return write({ ...handed.passage, messages: handed.messages }, this.#before(handed));
	}

	/** @returns whose words are heard before a text */
	#before(handed: HandedText<C>): Before | undefined {
		const earlier = this.#handed.slice(0, this.#handed.indexOf(handed)).findLast((each) => each.messages[0]);
		const [message] = earlier?.messages ?? [];
		return message ? { authorId: message.authorId, at: this.#options.clock.now() } : this.#last;
	}

	/** Has a text that waits in the channel spoken as its messages are now. */
	#rewrite(handed: HandedText<C>): void {
		const text = handed.write(this.#write(handed));
		const queued = this.#options.channel.replace(handed.textId ?? "", text);
		if (queued) {
			handed.textId = queued.id;
			return;
		}
		// It begins at this moment.
		handed.giveUp();
		this.#withdraw(handed);
	}

	/** Messages of which nothing was heard wait again, before all others. */
	#putBack(handed: HandedText<C>): void {
		this.backlog.putBack(handed.messages);
		for (const [id, edit] of handed.edits) edit.forward = this.#reopenWaiting(id, edit.written);
	}

	#withdraw(handed: HandedText<C>): void {
		this.#remove(handed);
		if (handed.textId !== undefined) this.#options.channel.withdraw([handed.textId]);
	}

	#remove(handed: HandedText<C>): void {
		const at = this.#handed.indexOf(handed);
		if (at === -1) return;
		const wasHeard = handed.state === "playing";
		handed.state = "over";
		this.#handed.splice(at, 1);
		const next = this.#handed[at];
		// Its author was to be known by the text before it, which wasn't heard.
		if (!wasHeard && next?.state === "queued" && next.written?.named === false) this.#rewrite(next);
		this.pump();
	}

	#mayStart(handed: HandedText<C>): boolean {
		const [first] = handed.messages;
		const isLate = first && this.#options.clock.now() - first.at - this.holdMs > leaveOutAfterMs;
		if (isLate) this.backlog.countLeftOut(handed.messages);
		else if (handed.edits.size > 0) this.#putBack(handed);
		return !isLate && handed.edits.size === 0 && this.#mayBeHeard(handed);
	}

	#mayBeHeard({ messages }: HandedText<C>): boolean {
		return messages.every(({ channelId }) => this.#options.mayBeHeard(channelId));
	}

	#onEvent(handed: HandedText<C>, event: TextEvent): void {
		if (event.kind === "started") {
			handed.state = "playing";
			handed.startedAt = this.#options.clock.now();
			const authorId = handed.messages[0]?.authorId;
			if (authorId !== undefined) this.#last = { authorId, at: handed.startedAt };
			this.#options.onRead(handed);
			this.pump();
		} else if (event.kind === "limited") this.#limitUntil(event.until);
		else if (event.kind === "line_failed") this.#onProblem(handed, event.problem);
		else if (event.kind === "ended") {
			if (event.how === "interrupted") this.#interrupted += handed.messages.length;
			if (event.how === "stopped" && typeof event.by === "object") this.#onStopped(event.by.userId);
			if (event.how === "failed") {
				this.#onProblem(handed, event.problem);
				// It is read later, with what was written meanwhile.
				if (handed.limited) this.#putBack(handed);
			}
			this.#remove(handed);
		}
	}

	/** What waits to be read ends with what was to be heard next. */
	#onStopped(userId: string): void {
		const mayAll = this.#options.mayStop(userId);
		this.drop(({ authorId }) => mayAll || authorId === userId);
	}

	#onProblem(handed: HandedText<C>, problem: Problem | undefined): void {
		if (problem?.detail.kind === "rate_limited" && !problem.detail.daily) {
			handed.limited = true;
			this.#limitUntil(problem.detail.retryAt);
		} else if (problem) this.#options.onProblem(problem);
	}

	/** Messages wait, and are merged. */
	#limitUntil(retryAt: number): void {
		this.#notBefore = Math.max(this.#notBefore, retryAt);
		this.#options.onProblem(new Problem({ kind: "rate_limited", retryAt, daily: false }));
	}

	#onError(error: unknown): void {
		const { onProblem, onFault } = this.#options;
		if (error instanceof Problem) onProblem(error);
		else onFault(error);
	}

	#pumpAfter(slot: Slot<C>): Slot<C> {
		return (content) => {
			slot(content);
			this.pump();
		};
	}
}
