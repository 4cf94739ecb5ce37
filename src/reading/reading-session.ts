import type { Guild } from "discord.js";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { applyGuildDefaults } from "../settings/settings.ts";
import { inGuild } from "../shared/party.ts";
import type { Problem, ProblemKind } from "../shared/problem.ts";
import type { StandIn } from "../speech/line.ts";
import type { GuildReading } from "../store/reading.ts";
import { textsFor } from "../texts/index.ts";
import { findModeration } from "../voice/channel-facts.ts";
import { weighAct } from "../voice/permissions.ts";
import type { SessionControl } from "../voice/session-control.ts";
import type { ItemPayer, WriteInOwnVoices } from "../voice/voice-channels.ts";
import { Arrivals, type Moves } from "./announcer.ts";
import type { BacklogSkip } from "./backlog.ts";
import { describeHindrance, describeReadThere } from "./describe-reading.ts";
import { GuildReader, type HeardChannel, type UtteranceSource } from "./guild-reader.ts";
import type { LeakGuard } from "./leak-guard.ts";
import { ReadingNotice, type ReadingState, sendToChannel } from "./reading-notice.ts";
import type { ReadingParts } from "./reading-parts.ts";
import type { MessageRef, Utterance, WriteUtterance, WrittenUtterance } from "./utterance.ts";
import type { UtteranceWriter } from "./utterance-writer.ts";

/** The same kind of problem is reported to a channel at most once in this time, in ms. */
const reportEveryMs = 60 * 60_000;

export interface SessionParts extends ReadingParts {
	readonly writer: UtteranceWriter;
	/** Called when members have joined or left Herald's channel. */
	readonly onMoves: (guild: Guild, moves: Moves) => void;
	/** Called for a message that was to be read, but won't be. */
	readonly onSkipped: (messageId: string, reason: BacklogSkip) => void;
	/** Tracks work in the background, and logs its errors. */
	readonly report: (work: Promise<unknown>) => void;
}

const heardChannelOf = (guild: Guild, voice: SessionControl, guard: LeakGuard): HeardChannel => ({
	refill: (waits) => {
		voice.registry.noteWaiting(guild.id, waits);
		voice.refill(guild.id);
	},
	rewrite: (itemId, written) => voice.rewrite(guild.id, itemId, written),
	withdraw: (itemId) => voice.withdraw(guild.id, ({ id }) => id === itemId),
	mayBeHeard: (channelId, userId) => {
		const here = voice.channelOf(guild.id);
		return here !== undefined && guard.mayBeHeard(guild, here, channelId, userId);
	},
	mayStop: (userId) => {
		const member = guild.members.cache.get(userId);
		const channelId = voice.channelOf(guild.id);
		return Boolean(member && channelId && weighAct(member, "stop", channelId).allowed);
	},
});

/** Reading in a guild, while Herald is in voice there. */
export class ReadingSession implements UtteranceSource {
	readonly reader: GuildReader;
	readonly arrivals: Arrivals;
	readonly #guild: Guild;
	readonly #parts: SessionParts;
	#state: ReadingState = { kind: "on" };
	#notice: ReadingNotice | undefined;
	/** Resolves when the search for the notice from before a restart is over. */
	#recalled: Promise<unknown> = Promise.resolve();
	#over = false;
	/** When each kind of problem, or of stand-in, was last reported. */
	readonly #reportedAt = new Map<ProblemKind | StandIn, number>();
	/** Resolves when Herald is in its channel, and a pause from before a restart has been restored. */
	readonly #entered = Promise.withResolvers<void>();

	constructor(guild: Guild, parts: SessionParts) {
		const { voice, guard, clock, onMoves } = parts;
		this.#guild = guild;
		this.#parts = parts;
		this.reader = new GuildReader(clock, heardChannelOf(guild, voice, guard), this);
		this.arrivals = new Arrivals(clock, (moves) => {
			if (this.#state.kind === "on") onMoves(guild, moves);
		});
	}

	get state(): ReadingState {
		return this.#state;
	}

	/** Pauses reading, which ends what is being read, or resumes it. */
	set state(state: ReadingState) {
		this.#state = state;
		if (state.kind === "paused") this.reader.clear();
	}

	/**
	 * Handles that Herald has entered a channel. If it is another channel than before, a pause ends.
	 *
	 * @param again - whether Herald was there before a restart
	 * @param joinedFor - the member that Herald joined for, if that is known
	 */
	enter(channelId: string, again: boolean, joinedFor: string | undefined): void {
		this.arrivals.clear();
		if (this.#notice && this.#notice.channelId !== channelId) this.#state = { kind: "on" };
		const recalled = this.#recall(this.#noticeIn(channelId, joinedFor), again);
		this.#parts.report(recalled);
		this.#recalled = Promise.allSettled([recalled]).then(() => this.#entered.resolve());
	}

	/** Restores a pause from before a restart. A pause of an earlier session is forgotten. */
	async #recall(notice: ReadingNotice, again: boolean): Promise<void> {
		const { store } = this.#parts;
		const [found, reading] = await Promise.all([
			again ? notice.recall() : undefined,
			store.reading.read(this.#guild.id).catch(() => undefined),
		]);
		if (this.#notice !== notice) return;
		if (found) this.state = found;
		const wasPaused = reading && applyGuildDefaults(reading.settings).readingPaused;
		if (!wasPaused || this.#state.kind === "paused") return;
		if (!again) return store.settings.changeGuild(inGuild(this.#guild.id), { readingPaused: null });
		this.state = { kind: "paused", by: this.#guild.client.user.id };
		this.#sayPaused(reading, notice);
	}

	/** Sends the notice again if it was deleted during a pause, since reading couldn't be resumed without it. */
	async onDelete(messageIds: readonly string[]): Promise<void> {
		const notice = this.#notice;
		if (!(await notice?.lose(messageIds)) || !notice || this.#state.kind === "on") return;
		this.#sayPaused(await this.#parts.store.reading.read(this.#guild.id), notice);
	}

	#sayPaused(reading: GuildReading, notice: ReadingNotice): void {
		notice.begin(this.#describeReadThere(reading, notice.channelId) ?? "", this.#state);
	}

	/** Updates the notice, because what is read in a voice channel has changed, or reading was paused. */
	describe(reading: GuildReading, channelId: string): void {
		if (this.#notice?.channelId !== channelId) return;
		const readThere = this.#describeReadThere(reading, channelId);
		const isShown = readThere !== undefined || this.#state.kind === "paused";
		void this.#parts.edits.follow(
			isShown ? this.#notice.update(readThere ?? "", this.#state) : this.#notice.remove(),
		);
	}

	/** @returns the notice's current content. If a newer notice has replaced the message, only its buttons are removed */
	async composeNotice(reading: GuildReading, channelId: string, messageId: string) {
		const notice = this.#noticeIn(channelId);
		if (await notice.hasReplaced(messageId)) {
			this.describe(reading, channelId);
			return { components: [] };
		}
		return notice.take(this.#describeReadThere(reading, channelId) ?? "", this.#state);
	}

	/**
	 * Ends the session, because Herald has left.
	 *
	 * @param stopping - whether Herald is stopping and will rejoin. If so, the notice keeps its buttons
	 */
	end(stopping: boolean): void {
		this.#over = true;
		this.#entered.resolve();
		const { unread } = this.reader;
		if (stopping && unread > 0)
			this.#send(textsFor(this.#guild.preferredLocale)("reading.interrupted", { count: unread }));
		this.reader.close();
		this.arrivals.clear();
		if (!stopping) this.#endNotice();
	}

	async prepare(first: MessageRef | undefined): Promise<WriteUtterance | undefined> {
		const { voice, store, guard, writer, clock } = this.#parts;
		const guild = this.#guild;
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		if (here === undefined) return undefined;
		const readThere = this.#describeReadThere(reading, here);
		// Reading may have been turned off meanwhile, or quiet hours may have begun.
		const settings = applyGuildDefaults(reading.settings);
		if (readThere === undefined || findQuietEnd(settings, clock.now()) !== undefined) return undefined;
		await this.#entered.promise;
		if (this.#over || this.#state.kind === "paused") return undefined;
		this.#noticeIn(here).begin(readThere);
		if (first && findModeration(guild, here, first.authorId, clock.now())) return undefined;
		if (first) await guard.refresh(guild, here, first.channelId);
		return writer.prepare(guild, first, settings.names);
	}

	async reserve(authorId: string | undefined, { lead = [], lines }: WrittenUtterance): Promise<ItemPayer> {
		const { store, say } = this.#parts;
		const guild = this.#guild;
		const { settings } = await store.reading.read(guild.id);
		const who = { place: inGuild(guild.id), userId: authorId ?? guild.client.user.id };
		return say.reserve(who, [...lead, ...lines], applyGuildDefaults(settings).sharePercent);
	}

	inOwnVoices(first: MessageRef | undefined): WriteInOwnVoices | undefined {
		const { id, client } = this.#guild;
		const userId = first?.authorId ?? client.user.id;
		return this.#parts.say.inOwnVoices({ place: inGuild(id), userId, name: first?.name });
	}

	#describeReadThere(reading: GuildReading, channelId: string): string | undefined {
		return describeReadThere(reading, channelId, this.#parts.mode(), textsFor(this.#guild.preferredLocale));
	}

	#noticeIn(channelId: string, joinedFor?: string): ReadingNotice {
		if (this.#notice && this.#notice.channelId !== channelId) this.#endNotice();
		this.#notice ??= new ReadingNotice(this.#guild, channelId, joinedFor);
		return this.#notice;
	}

	#endNotice(): void {
		const notice = this.#notice;
		if (notice) void this.#parts.edits.follow(this.#recalled.then(() => notice.end()));
		this.#notice = undefined;
	}

	#send(content: string): void {
		if (this.#notice)
			void this.#parts.edits.follow(sendToChannel(this.#guild, this.#notice.channelId, content));
	}

	tellChannel(what: Problem | StandIn): void {
		const t = textsFor(this.#guild.preferredLocale);
		const content = typeof what === "string" ? t(`say.${what}`) : describeHindrance(what, t);
		if (content !== undefined) this.#reportOnce(typeof what === "string" ? what : what.kind, content);
	}

	#reportOnce(what: ProblemKind | StandIn, content: string): void {
		const now = this.#parts.clock.now();
		const reportedAt = this.#reportedAt.get(what) ?? Number.NEGATIVE_INFINITY;
		if (!this.#notice || now - reportedAt < reportEveryMs) return;
		this.#reportedAt.set(what, now);
		this.#send(content);
	}

	noteSkipped(messageId: string, reason: BacklogSkip): void {
		this.#parts.onSkipped(messageId, reason);
		this.logUnread([messageId], { why: reason });
	}

	follow(work: Promise<unknown>): void {
		this.#parts.report(work);
	}

	noteRead({ messages, startedAt, written }: Utterance): void {
		const fields = {
			event: "messages_read",
			guild: this.#guild.id,
			messages: messages.map(({ id }) => id),
			waitedMs: startedAt - (messages[0]?.at ?? startedAt),
			shortened: written?.shortened ?? 0,
		} as const;
		this.#parts.logger.debug(fields, "reading messages aloud");
	}

	noteUnread({ messages, authorId }: Utterance, { kind, message }: Problem): void {
		const ids = messages.map(({ id }) => id);
		this.logUnread(ids, { ...(authorId !== undefined && { member: authorId }), problem: kind, why: message });
	}

	/** Logs at debug level why messages aren't read. */
	logUnread(
		messages: readonly string[],
		about: { readonly member?: string; readonly problem?: ProblemKind; readonly why: string },
	): void {
		const fields = { event: "not_read", guild: this.#guild.id, ...about, messages } as const;
		this.#parts.logger.debug(fields, "not read aloud");
	}
}
