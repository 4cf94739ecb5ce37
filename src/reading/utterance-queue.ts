import type { Guild } from "discord.js";
import { Problem, type ProblemKind } from "../shared/problem.ts";
import { isStandIn } from "../speech/line.ts";
import { weighAct } from "../voice/permissions.ts";
import { type ItemEvent, ItemNews, type ItemPayer, sumMs } from "../voice/voice-channels.ts";
import {
	Backlog,
	leaveOutAfterMs,
	type MessageRef,
	type ReadableMessage,
	type ReadyEntry,
	type Slot,
	type Utterance,
	type WrittenUtterance,
} from "./backlog.ts";
import { type ReadingParts, watchWork } from "./reading-parts.ts";
import type { UtteranceWriter } from "./utterance-writer.ts";
import type { VoiceChat } from "./voice-chat.ts";

/**
 * How many of reading's texts may wait in the voice queue. Three are enough to have no gap between two. Announcements
 * don't count, because reading isn't told when they end.
 */
const waitingMax = 3;
/**
 * Once the waiting texts last this long by estimate, in ms, no more are added. It is short because a text is easier to
 * change before it is queued.
 */
const waitingMaxMs = 6_000;

/** Takes a guild's messages into the queue of its voice channel, in the order in which they were written. */
export class UtteranceQueue {
	/** How long messages are held back for moderation, in ms. */
	holdMs = 0;
	readonly #backlog = new Backlog();
	readonly #guild: Guild;
	readonly #writer: UtteranceWriter;
	readonly #chat: VoiceChat;
	readonly #parts: ReadingParts;
	/** Messages that were put back once for Herald's own voices to read. */
	readonly #retaken = new WeakSet<ReadyEntry>();
	/** When the speech service accepts requests again, in ms. */
	#notBefore = 0;
	/** How many messages were cut off or not begun because Herald is stopping. */
	#interrupted = 0;
	#stopped = false;
	#cancelWait = () => {};
	#isFilling = false;
	/** Whether there may be another text to add, or room for one. */
	#mayAdd = false;

	constructor(guild: Guild, writer: UtteranceWriter, chat: VoiceChat, parts: ReadingParts) {
		this.#guild = guild;
		this.#writer = writer;
		this.#chat = chat;
		this.#parts = parts;
	}

	/** How many messages are still to be read, or won't be because Herald is stopping. */
	get unread(): number {
		return this.#interrupted + this.#backlog.count;
	}

	/** Keeps a message's place. @returns the slot for the decision whether the message is read */
	expect(place: MessageRef): Slot {
		return this.#backlog.expect(place);
	}

	/** Takes an edited message. @returns the slot for the new decision; undefined if nothing changes */
	reopen(id: string, written: string): Slot | undefined {
		const slot = this.#backlog.reopen(id, written, this.holdMs > 0 ? this.#parts.clock.now() : undefined);
		this.#update();
		return slot;
	}

	/** Takes the decision on a message. @param content - what is read of the message; undefined if it isn't read */
	decide(slot: Slot, content: ReadableMessage | undefined): void {
		slot(content);
		this.#update();
	}

	/** Drops messages, even if they are playing. @returns how many */
	drop(concerns: (place: MessageRef) => boolean): number {
		let dropped = this.#backlog.remove(concerns);
		this.#applyChanges();
		for (const playing of this.#backlog.playing.filter(({ messages }) => messages.some(concerns))) {
			const concerned = playing.messages.filter(concerns);
			dropped += concerned.length;
			const heardLater = playing.unheard(this.#parts.clock.now());
			// If only messages after the one that is playing are dropped, that message is read again.
			const isBehind = concerned.every((message) => heardLater.includes(message));
			const from = playing.messages.length - heardLater.length - (isBehind ? 1 : 0);
			const rest = playing.messages.slice(from).filter((message) => !concerns(message));
			this.#giveBack(rest.length > 0 ? this.#backlog.unheard : [], rest);
			this.#withdraw(playing);
		}
		this.#update();
		return dropped;
	}

	/**
	 * Ends playing messages that not all listeners may hear, after a member has joined or permissions have changed.
	 *
	 * @param userId - the only member to check; by default all
	 */
	check(userId?: string): void {
		for (const playing of this.#backlog.playing)
			if (!this.#mayBeHeard(playing, userId)) this.#withdraw(playing);
	}

	clear(): void {
		this.#backlog.forgetLeftOut();
		this.drop(() => true);
		for (const utterance of [...this.#backlog.taken]) this.#withdraw(utterance);
	}

	/** Stops reading, except for what is playing. All other taken messages go back into the backlog. */
	stop(): void {
		this.#stopped = true;
		this.#cancelWait();
		this.#giveBack(this.#backlog.unheard);
	}

	close(): void {
		this.stop();
		this.clear();
	}

	/** Whether the voice queue nearly needs another text. */
	get #isNeeded(): boolean {
		const own = new Set(this.#backlog.taken.map(({ itemId }) => itemId));
		const { items } = this.#parts.voice.queue(this.#guild.id) ?? {};
		if (!items) return false;
		const waiting = items.filter(({ id, state }) => own.has(id) && state !== "playing");
		return waiting.length === 0 || (waiting.length < waitingMax && sumMs(waiting) < waitingMaxMs);
	}

	/** Adds the next text to the voice queue, once it is prepared. @returns false if none can be added now */
	#next(): false | Promise<true> {
		if (this.#stopped) return false;
		this.#cancelWait();
		const now = this.#parts.clock.now();
		const at = Math.max(this.#notBefore, this.#backlog.dueAt(this.holdMs) ?? now);
		if (at > now) {
			this.#cancelWait = this.#parts.clock.after(at - now, () => this.#update());
			return false;
		}
		const utterance = this.#backlog.take(now, this.holdMs);
		this.#applyChanges();
		return utterance !== undefined && this.#prepare(utterance);
	}

	async #prepare(utterance: Utterance): Promise<true> {
		const [first] = utterance.messages;
		const isOver = () => utterance.state === "over";
		try {
			utterance.sound = await this.#writer.prepare(first);
			if (isOver() || !utterance.sound) return true;
			const reservation = await this.#writer.reserve(first, this.#write(utterance));
			// Written again: some messages may have been deleted while speech was reserved.
			const item = isOver() ? undefined : this.#toItem(utterance, reservation);
			utterance.itemId = item && this.#parts.voice.readInto(this.#guild.id, item)?.id;
			if (utterance.itemId === undefined) watchWork(this.#parts, reservation.settle([]));
		} catch (error) {
			if (error instanceof Problem) {
				this.#logFailed(utterance, error);
				this.#chat.tell(error);
			} else watchWork(this.#parts, Promise.reject(error));
		} finally {
			if (utterance.itemId === undefined) this.#remove(utterance);
		}
		return true;
	}

	#toItem(utterance: Utterance, reservation: ItemPayer) {
		const written = this.#write(utterance);
		utterance.state = "queued";
		return {
			userId: utterance.authorId ?? "",
			payer: reservation,
			priority: "read" as const,
			...written,
			standInFor: this.#writer.authorOf(utterance.messages[0]),
			news: new ItemNews()
				.on("starting", () => this.#onStarting(utterance))
				.on("event", (event) => this.#onEvent(utterance, event)),
		};
	}

	/** Writes an utterance, depending on who is heard before it. */
	#write(utterance: Utterance): WrittenUtterance {
		const before = this.#backlog.findBefore(utterance, this.#parts.clock.now());
		utterance.written = this.#writer.write(utterance, before);
		return utterance.written;
	}

	#rewrite(utterance: Utterance): void {
		if (utterance.state !== "queued") return;
		const { itemId = "" } = utterance;
		const isWritten = this.#parts.voice.rewrite(this.#guild.id, itemId, this.#write(utterance));
		// If playback already has sound of the utterance, all utterances that don't play yet are prepared anew.
		if (!isWritten) this.#giveBack(this.#backlog.unheard);
	}

	/** Ends an utterance, even if it is playing. */
	#withdraw(utterance: Utterance): void {
		const { itemId } = utterance;
		if (itemId !== undefined) this.#parts.voice.withdraw(this.#guild.id, ({ id }) => id === itemId);
		this.#remove(utterance);
	}

	#remove(utterance: Utterance): void {
		if (this.#backlog.end(utterance)) this.#update();
	}

	/** Puts utterances back into the backlog in the same order, after the messages in `before`. */
	#giveBack(utterances: readonly Utterance[], before: readonly ReadyEntry[] = []): void {
		for (const each of utterances.toReversed()) this.#backlog.putBack(each.messages);
		this.#backlog.putBack(before);
		for (const utterance of utterances) this.#withdraw(utterance);
	}

	/** Withdraws an utterance that is too old, isn't decided on, or mustn't be heard now. */
	#onStarting(utterance: Utterance): void {
		const { messages } = utterance;
		const [first] = messages;
		const isLate = first && this.#parts.clock.now() - first.at - this.holdMs > leaveOutAfterMs;
		const isDecided = messages.every(({ slot }) => !slot);
		if (isLate) this.#backlog.countLeftOut(messages);
		else if (!isDecided) this.#backlog.putBack(messages);
		if (isLate || !isDecided || !this.#mayBeHeard(utterance)) this.#withdraw(utterance);
	}

	#mayBeHeard({ messages }: Utterance, userId?: string): boolean {
		const { voice, guard } = this.#parts;
		const guild = this.#guild;
		const here = voice.channelOf(guild.id);
		if (here === undefined) return false;
		const ids = messages.flatMap(({ channelId, content }) => [channelId, ...(content.named ?? [])]);
		return [...new Set(ids)].every((channelId) => guard.mayBeHeard(guild, here, channelId, userId));
	}

	#onEvent(utterance: Utterance, event: ItemEvent): void {
		if (event.kind === "started") {
			this.#backlog.start(utterance, this.#parts.clock.now());
			this.#logRead(utterance);
			this.#update();
		} else if (event.kind === "limited") this.#limitUntil(event.until);
		else if (event.kind === "compromised") {
			if (isStandIn(event.compromise)) this.#chat.tell(event.compromise);
		} else if (event.kind === "line_failed")
			this.#onProblem(utterance, event.problem, !event.heard && event.line === utterance.written?.lines[0]);
		else if (event.kind === "ended") {
			if (event.how === "interrupted") this.#interrupted += utterance.messages.length;
			if (event.how === "stopped" && typeof event.by === "object") this.#onStopped(event.by.userId);
			if (event.how === "failed") this.#onFailed(utterance, event.problem, event.isUnheard);
			if (event.how !== "withdrawn") utterance.leftOut = 0;
			this.#remove(utterance);
		}
	}

	#onStopped(userId: string): void {
		const member = this.#guild.members.cache.get(userId);
		const here = this.#parts.voice.channelOf(this.#guild.id);
		const mayAll = member && here !== undefined && weighAct(member, "stop", here).allowed;
		this.drop(({ authorId }) => mayAll || authorId === userId);
	}

	#onFailed(utterance: Utterance, problem: Problem | undefined, isUnheard = true): void {
		this.#onProblem(utterance, problem, isUnheard);
		// If `#onProblem` has put the utterance back, the utterance is `over`. Its messages are read later, so they aren't
		// logged as unread.
		if (problem && isUnheard && utterance.state !== "over") this.#logFailed(utterance, problem);
	}

	/** @param isUnheard - whether no more than the utterance's lead was heard */
	#onProblem(utterance: Utterance, problem: Problem | undefined, isUnheard = true): void {
		if (!problem) return;
		const { detail } = problem;
		const isAgain = isUnheard && problem.isOfService && this.#mayRetake(utterance);
		const isLimit = detail.kind === "rate_limited" && !detail.daily;
		if (isLimit && !isAgain) this.#limitUntil(detail.retryAt);
		else if (!isAgain) this.#chat.tell(problem);
		// This utterance and all others that don't play yet are read later (`isLimit`), or in Herald's own voices
		// (`isAgain`).
		if ((isLimit || isAgain) && utterance.state !== "over" && isUnheard)
			this.#giveBack([utterance, ...this.#backlog.unheard.filter((each) => each !== utterance)]);
	}

	/**
	 * @returns whether an utterance can be put back for Herald's own voices to read. True at most once for each message
	 */
	#mayRetake({ messages }: Utterance): boolean {
		const [first] = messages;
		if (!first || !this.#parts.say.ownVoices || messages.some((each) => this.#retaken.has(each)))
			return false;
		for (const message of messages) this.#retaken.add(message);
		return true;
	}

	#limitUntil(retryAt: number): void {
		this.#notBefore = Math.max(this.#notBefore, retryAt);
		this.#chat.tell(new Problem({ kind: "rate_limited", retryAt, daily: false }));
	}

	/** Carries out what changed in the backlog, and adds texts to the voice queue. */
	#update(): void {
		this.#applyChanges();
		if (this.#stopped) return;
		this.#parts.voice.registry.places.noteWaiting(this.#guild.id, this.unread > 0);
		this.refill();
	}

	/** Adds texts to the voice queue ahead of need. Must be called when Herald has come into a channel. */
	refill(): void {
		this.#mayAdd = true;
		if (!this.#isFilling) watchWork(this.#parts, this.#fill());
	}

	/** Adds one text after the other. */
	async #fill(): Promise<void> {
		this.#isFilling = true;
		try {
			while (this.#mayAdd && this.#isNeeded) {
				this.#mayAdd = false;
				if (await this.#next()) this.#mayAdd = true;
			}
		} finally {
			this.#isFilling = false;
		}
	}

	#applyChanges(): void {
		for (const { id, reason } of this.#backlog.takeSkipped()) {
			this.#parts.verdicts.noteSkip(id, reason);
			this.logUnread([id], { why: reason });
		}
		for (let changed = this.#backlog.takeChanged(); changed; changed = this.#backlog.takeChanged())
			if (changed.messages.length === 0) this.#withdraw(changed);
			else this.#rewrite(changed);
	}

	#logRead({ messages, startedAt, written }: Utterance): void {
		const fields = {
			event: "messages_read",
			guild: this.#guild.id,
			messages: messages.map(({ id }) => id),
			waitedMs: startedAt - (messages[0]?.at ?? startedAt),
			shortened: written?.shortened ?? 0,
		} as const;
		this.#parts.logger.debug(fields, "reading messages aloud");
	}

	/** Logs messages of which nothing but a name was or will be heard, because of a problem. */
	#logFailed({ messages, authorId }: Utterance, { kind, message }: Problem): void {
		const ids = messages.map(({ id }) => id);
		this.logUnread(ids, { ...(authorId !== undefined && { member: authorId }), problem: kind, why: message });
	}

	logUnread(
		messages: readonly string[],
		about: { readonly member?: string; readonly problem?: ProblemKind; readonly why: string },
	): void {
		const fields = { event: "not_read", guild: this.#guild.id, ...about, messages } as const;
		this.#parts.logger.debug(fields, "not read aloud");
	}
}
