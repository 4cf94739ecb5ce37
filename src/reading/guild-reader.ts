import { Problem } from "../problem.ts";
import type { TextEvent } from "../voice/channel-text.ts";
import { Backlog, type BacklogSkip, type Passage, type Place, type Slot, type Waitable } from "./backlog.ts";
import { type Edit, HandedText, type TextReservation, type Write, type Written } from "./handed-text.ts";
import { HandedTexts, type HandedTextsOptions } from "./handed-texts.ts";
import { type Due, Pump } from "./pump.ts";
import { leaveOutAfterMs } from "./shed.ts";

/** What a guild's reader works with. */
export interface GuildReaderOptions<C extends Waitable> extends Omit<HandedTextsOptions, "onRemoved"> {
	/** @returns how an author's messages are written; undefined when they aren't to be read any more */
	readonly prepare: (first: Place | undefined) => Promise<Write<C> | undefined>;
	/** Sets speech aside for a text. @throws {@link Problem} when there is too little */
	readonly reserve: (authorId: string | undefined, written: Written) => Promise<TextReservation>;
	/**
	 * The leak guard: whether everybody who listens may view a text channel, as far as is known now.
	 *
	 * @param userId - whom alone to ask about
	 */
	readonly mayBeHeard: (channelId: string, userId?: string) => boolean;
	/** @returns whether somebody may end what others wrote, too */
	readonly mayStop: (userId: string) => boolean;
	/** What keeps messages from being read, or has them wait. */
	readonly onProblem: (problem: Problem) => void;
	/** Told of a message that isn't read after all. */
	readonly onSkipped?: (messageId: string, reason: BacklogSkip) => void;
	/** Told when a text is heard. */
	readonly onRead: (text: HandedText<C>) => void;
	readonly underWay: (work: Promise<unknown>) => void;
	/** Told again and again whether messages are read or wait to be. */
	readonly onUnread?: (waits: boolean) => void;
	readonly onFault: (error: unknown) => void;
}

/** Reads a guild's messages in its voice channel, in the order in which they were written, for one session. */
export class GuildReader<C extends Waitable> {
	/** How long messages are held back for moderation, in ms. */
	holdMs = 0;
	readonly backlog: Backlog<C>;
	readonly #options: GuildReaderOptions<C>;
	readonly #handed: HandedTexts<C>;
	/** Hands over what is nearly needed. */
	readonly #pump: Pump;
	/** When the speech service takes requests again, in ms. */
	#notBefore = 0;
	/** Messages that were cut off or not begun, as Herald is being stopped. */
	#interrupted = 0;

	constructor(options: GuildReaderOptions<C>) {
		this.#options = options;
		this.backlog = new Backlog(options.onSkipped);
		this.#handed = new HandedTexts({ ...options, onRemoved: () => this.#pump.start() });
		this.#pump = new Pump(options.clock, () => this.#findDue());
	}

	/** How many messages are still to be read, or won't be, as Herald is being stopped. */
	get unread(): number {
		const handed = this.#handed.all.reduce((sum, { messages }) => sum + messages.length, 0);
		return this.#interrupted + this.backlog.count + handed;
	}

	/** Keeps a message's place while it is being decided whether it is read. */
	expect(place: Place): Slot<C> {
		return this.#thenPump(this.backlog.expect(place));
	}

	/**
	 * A message was edited, or only got a link's preview. It is read as it is now, as long as nothing of it was heard.
	 *
	 * @returns undefined when nothing changes
	 */
	reopen(id: string, written: string): Slot<C> | undefined {
		const handed = this.#handed.all.find((each) => each.has((place) => place.id === id));
		if (!handed) return this.#reopenWaiting(id, written);
		const known = handed.messages.find((message) => message.id === id)?.content.written;
		const before = handed.edits.get(id)?.written ?? known;
		return handed.state === "playing" || before === written ? undefined : this.#edit(handed, id, written);
	}

	#reopenWaiting(id: string, written: string): Slot<C> | undefined {
		const slot = this.backlog.reopen(id, written);
		return slot && this.#thenPump(slot);
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
			this.#handed.update(handed);
		};
	}

	/** Messages were deleted or skipped, or their author silenced: they fall silent at once. @returns how many */
	drop(concerns: (place: Place) => boolean): number {
		let dropped = this.backlog.remove(concerns);
		for (const handed of this.#handed.all.filter((each) => each.has(concerns))) {
			dropped += handed.messages.filter(concerns).length;
			if (handed.state === "playing") {
				const rest = handed.unheard(this.#options.clock.now()).filter((message) => !concerns(message));
				this.backlog.putBack(rest);
				this.#handed.withdraw(handed);
				continue;
			}
			this.backlog.forget(handed.messages.filter(concerns));
			handed.messages = handed.messages.filter((message) => !concerns(message));
			this.#handed.update(handed);
		}
		this.#pump.start();
		return dropped;
	}

	/**
	 * Somebody came, or may do more or less than before: what not all may hear ends at once.
	 *
	 * @param userId - whom alone it concerns
	 */
	check(userId?: string): void {
		for (const handed of this.#handed.all)
			if (handed.state === "playing" && !this.#mayBeHeard(handed, userId)) this.#handed.withdraw(handed);
	}

	/** Ends everything that is being read or waits to be. */
	clear(): void {
		this.drop(() => true);
		for (const handed of this.#handed.all) this.#handed.withdraw(handed);
	}

	/** Only what is being heard goes on. */
	stop(): void {
		this.#pump.stop();
		this.#giveBack(this.#handed.waiting);
	}

	/** The session is over. */
	close(): void {
		this.stop();
		this.clear();
	}

	#findDue(): Due | undefined {
		this.#options.onUnread?.(this.unread > 0);
		const now = this.#options.clock.now();
		const at = Math.max(this.#notBefore, this.backlog.dueAt(this.holdMs) ?? now);
		if (at > now) return { at };
		const passage = this.#handed.hasRoom ? this.backlog.take(now, this.holdMs) : undefined;
		return passage && { work: this.#hand(passage).catch((error: unknown) => this.#onError(error)) };
	}

	async #hand(passage: Passage<C>): Promise<void> {
		const { prepare, reserve, underWay } = this.#options;
		const handed: HandedText<C> = new HandedText(passage, {
			mayStart: () => this.#mayStart(handed),
			onEvent: (event) => this.#onEvent(handed, event),
			underWay,
		});
		this.#handed.add(handed);
		const isOver = () => handed.state === "over";
		try {
			const [first] = passage.messages;
			const write = await prepare(first);
			if (isOver() || !write) return;
			handed.writer = write;
			const reservation = await reserve(first?.authorId, this.#handed.write(handed));
			if (isOver()) {
				underWay(reservation.settle([]));
				return;
			}
			handed.reserve(reservation);
			// Some of it may have been deleted since.
			this.#handed.queue(handed);
		} finally {
			if (handed.textId === undefined) this.#handed.remove(handed);
		}
	}

	/** Texts wait here again, in the same order. */
	#giveBack(texts: readonly HandedText<C>[]): void {
		for (const handed of texts.toReversed()) {
			this.#putBack(handed);
			this.#handed.withdraw(handed);
		}
	}

	/** Messages of which nothing was heard wait again, before all others. */
	#putBack(handed: HandedText<C>): void {
		this.backlog.putBack(handed.messages, handed.passage.leftOut);
		for (const [id, edit] of handed.edits) edit.forward = this.#reopenWaiting(id, edit.written);
	}

	#mayStart(handed: HandedText<C>): boolean {
		const [first] = handed.messages;
		const isLate = first && this.#options.clock.now() - first.at - this.holdMs > leaveOutAfterMs;
		if (isLate) this.backlog.countLeftOut(handed.messages);
		else if (handed.edits.size > 0) this.#putBack(handed);
		return !isLate && handed.edits.size === 0 && this.#mayBeHeard(handed);
	}

	#mayBeHeard({ messages }: HandedText<C>, userId?: string): boolean {
		return messages.every(({ channelId }) => this.#options.mayBeHeard(channelId, userId));
	}

	#onEvent(handed: HandedText<C>, event: TextEvent): void {
		if (event.kind === "started") {
			this.#handed.start(handed);
			this.#options.onRead(handed);
			this.#pump.start();
		} else if (event.kind === "limited") this.#limitUntil(event.until);
		else if (event.kind === "line_failed") this.#onProblem(handed, event.problem, event.line);
		else if (event.kind === "ended") {
			if (event.how === "interrupted") this.#interrupted += handed.messages.length;
			if (event.how === "stopped" && typeof event.by === "object") this.#onStopped(event.by.userId);
			if (event.how === "failed") this.#onProblem(handed, event.problem);
			this.#handed.remove(handed);
		}
	}

	/** What waits to be read ends with what was to be heard next. */
	#onStopped(userId: string): void {
		const mayAll = this.#options.mayStop(userId);
		this.drop(({ authorId }) => mayAll || authorId === userId);
	}

	#onProblem(handed: HandedText<C>, problem: Problem | undefined, line = handed.written?.lines[0]): void {
		if (problem?.detail.kind === "rate_limited" && !problem.detail.daily) {
			this.#limitUntil(problem.detail.retryAt);
			// No more than its name was heard: it is read later, and so is what comes after it.
			if (handed.state !== "over" && line === handed.written?.lines[0])
				this.#giveBack([handed, ...this.#handed.waiting.filter((each) => each !== handed)]);
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

	#thenPump(slot: Slot<C>): Slot<C> {
		return (content) => {
			slot(content);
			this.#pump.start();
		};
	}
}
