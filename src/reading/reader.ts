import {
	ChannelType,
	type Client,
	type Guild,
	type GuildMember,
	type Message,
	MessageType,
	type PartialMessage,
	type VoiceState,
} from "discord.js";
import type { ReadingMode } from "../discord/message-access.ts";
import type { MessageFollower } from "../discord/message-events.ts";
import { textsFor } from "../discord/texts/index.ts";
import type { Logger } from "../log.ts";
import { measure } from "../measures.ts";
import { Problem, voiceProblem } from "../problem.ts";
import type { LateEdits } from "../say/late-edits.ts";
import type { Say } from "../say/say.ts";
import { SlidingWindow } from "../sliding-window.ts";
import type { GuildReading } from "../store/reading-settings.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../voice/clock.ts";
import { findVoiceChannel, listListeners } from "../voice/read-facts.ts";
import { requireAct } from "../voice/require-act.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { GoneBy, OpenedBy, VoiceWatcher } from "../voice/watcher.ts";
import { Announcer } from "./announcer.ts";
import { type ComingFacts, wouldCome } from "./auto-join.ts";
import type { Place, Slot } from "./backlog.ts";
import { describeReadThere } from "./describe-reading.ts";
import type { Examiner } from "./examiner.ts";
import type { Write } from "./guild-reader.ts";
import type { LeakGuard } from "./leak-guard.ts";
import { PassageWriter, type ReadableMessage } from "./passage-writer.ts";
import { chooseReading } from "./reading-defaults.ts";
import { composeNotice } from "./reading-notice.ts";
import { ReadingSession } from "./reading-session.ts";
import type { NoticeContent, ReadingControl, ReadingState } from "./reading-state.ts";
import { RecentSkips } from "./recent-skips.ts";
import type { SkipReason, Verdict } from "./skip-reason.ts";

/** Read of one member of a guild; what is over it isn't read. */
const messagesPerMinute = 20;

/** @returns the voice channel that somebody sits in */
const channelOf = (guild: Guild, userId: string): string | undefined =>
	guild.voiceStates.cache.get(userId)?.channelId ?? undefined;

export interface ReaderOptions {
	readonly voice: VoiceSessions;
	readonly store: Pick<Store, "reading" | "preferences">;
	readonly client: Client;
	readonly say: Say;
	readonly examiner: Examiner;
	readonly guard: LeakGuard;
	readonly edits: LateEdits;
	readonly clock: Clock;
	readonly logger: Logger;
	/** @returns what Discord tells Herald of */
	readonly mode: () => ReadingMode;
	/** Whether Herald works in a guild, and starts anything new. */
	readonly admits: (guildId: string) => boolean;
}

/** Whether a message is read, and what is read of it. */
interface Examined {
	readonly verdict: Verdict;
	readonly content?: ReadableMessage;
}

/** Reads what is written in guilds aloud where Herald is in voice, and comes by itself where a guild wants it. */
export class Reader implements MessageFollower, VoiceWatcher, ReadingControl {
	readonly #options: ReaderOptions;
	readonly #writer: PassageWriter;
	readonly #announcer: Announcer;
	/** Of the guilds where Herald is in voice. */
	readonly #sessions = new Map<string, ReadingSession<ReadableMessage>>();
	readonly #rate = new SlidingWindow(messagesPerMinute, 60_000);
	readonly #skips = new RecentSkips();
	/** By guild: the voice channel that Herald was sent away from, for as long as people are there. */
	readonly #sentAway = new Map<string, string>();

	constructor(options: ReaderOptions) {
		const { say, store, clock } = options;
		const now = () => clock.now();
		this.#options = options;
		this.#writer = new PassageWriter({ say, store, now });
		this.#announcer = new Announcer({ ...options, now });
		options.voice.watch(this);
	}

	stateIn(guildId: string): ReadingState | undefined {
		return this.#sessions.get(guildId)?.state;
	}

	async heardIn(guild: Guild, authorId: string): Promise<string | undefined> {
		const here = this.#options.voice.channelOf(guild.id);
		const there = channelOf(guild, authorId);
		if (there === undefined || there === here) return here;
		return (await this.#wouldCome(guild, there, "on-message")) ? there : here;
	}

	skipOf(messageId: string): SkipReason | undefined {
		return this.#skips.find(messageId);
	}

	async setPaused(member: GuildMember, channelId: string, paused: boolean): Promise<NoticeContent> {
		const { guild } = member;
		const { voice, store } = this.#options;
		const reading = await store.reading.read(guild.id);
		if (voice.channelOf(guild.id) !== channelId) throw voiceProblem({ reason: "not_in_channel" });
		requireAct(member, { act: "stop", channelId });
		const state: ReadingState = paused ? { kind: "paused", by: member.id } : { kind: "on" };
		this.#open(guild).state = state;
		return composeNotice(guild, this.#describe(guild, reading, channelId), state);
	}

	isFollowed(guildId: string): boolean {
		const { voice, client, admits } = this.#options;
		if (!admits(guildId)) return false;
		// Where nobody is in voice, nobody listens, and there is nowhere to come to.
		return (
			voice.channelOf(guildId) !== undefined ||
			(client.guilds.cache.get(guildId)?.voiceStates.cache.size ?? 0) > 0
		);
	}

	onMessage(message: Message<true>): void {
		this.#options.guard.noteTold(message.guild, message.author.id);
		this.#report(this.#take(message));
	}

	onEdit(message: Message<true> | PartialMessage<true>): void {
		const session = this.#sessions.get(message.guildId);
		if (!session || message.content === null) return;
		const slot = session.reader.reopen(message.id, message.content);
		// Without its author nothing can be decided: it is left out.
		if (message.partial) slot?.(undefined);
		else if (slot) this.#report(this.#fill(slot, message, session));
	}

	onDelete(guildId: string, _channelId: string, messageIds: readonly string[]): void {
		this.#sessions.get(guildId)?.reader.drop(({ id }) => messageIds.includes(id));
	}

	onBan(guildId: string, userId: string): void {
		this.silence(guildId, userId);
	}

	onTimeout(guildId: string, userId: string): void {
		this.silence(guildId, userId);
	}

	silence(guildId: string, userId: string): void {
		this.#sessions.get(guildId)?.reader.drop(({ authorId }) => authorId === userId);
	}

	onVoiceMove(state: VoiceState, from: string | null): void {
		const { guild, id, channelId } = state;
		const session = this.#sessions.get(guild.id);
		if (from !== null && this.#sentAway.get(guild.id) === from && listListeners(guild, from).length === 0)
			this.#sentAway.delete(guild.id);
		if (id === guild.client.user.id || state.member?.user.bot) return;
		const here = this.#options.voice.channelOf(guild.id);
		if (here !== undefined && channelId === here) session?.arrivals.note(id, "joined");
		else if (here !== undefined && from === here) session?.arrivals.note(id, "left");
		if (channelId !== null && state.member) this.#report(this.#comeFor(state.member, channelId, "on-entry"));
	}

	onOpened(guildId: string, channelId: string, by: OpenedBy): void {
		this.#sentAway.delete(guildId);
		const guild = this.#options.client.guilds.cache.get(guildId);
		if (guild) this.#open(guild).enter(channelId, by === "restart");
	}

	onPeople(guildId: string): void {
		this.#sessions.get(guildId)?.reader.check();
	}

	onGone(guildId: string, channelId: string, by: GoneBy): void {
		this.#sessions.get(guildId)?.end(by === "stopping");
		this.#sessions.delete(guildId);
		const guild = this.#options.client.guilds.cache.get(guildId);
		const isSentAway = by === "asked" || by === "removed" || by === "call_ended";
		if (isSentAway && guild && listListeners(guild, channelId).length > 0)
			this.#sentAway.set(guildId, channelId);
	}

	/** Nothing new is read; what is being heard goes on. */
	stop(): void {
		for (const { reader } of this.#sessions.values()) reader.stop();
	}

	async #take(message: Message<true>): Promise<void> {
		const { guild, guildId, author } = message;
		const { voice, clock } = this.#options;
		const here = voice.channelOf(guildId);
		const channelId = channelOf(guild, author.id);
		const isAlone = here !== undefined && listListeners(guild, here).length === 0;
		if (here === undefined || (isAlone && channelId !== here)) {
			// Herald comes only for what would be read there.
			if (!channelId || !message.member || this.#sentAway.get(guildId) === channelId) return;
			if (!(await this.#examine(message, channelId)).content) return;
			await this.#comeFor(message.member, channelId, "on-message");
			if (voice.channelOf(guildId) === undefined) return;
		}
		const session = this.#open(guild);
		const at = clock.now();
		const slot = session.reader.expect({
			id: message.id,
			channelId: message.channelId,
			authorId: author.id,
			at,
		});
		const verdict = await this.#fill(slot, message, session);
		measure("messageDecided", { skipped: verdict.read ? undefined : verdict.reason });
	}

	async #fill(
		slot: Slot<ReadableMessage>,
		message: Message<true>,
		session: ReadingSession<ReadableMessage>,
	): Promise<Verdict> {
		let examined: Examined | undefined;
		try {
			examined = await this.#examine(message, this.#options.voice.channelOf(message.guildId), session);
			return examined.verdict;
		} finally {
			slot(examined?.content);
		}
	}

	/** @returns what is read of a message, if it is read in a voice channel */
	async #examine(
		message: Message<true>,
		voiceChannelId: string | undefined,
		session?: ReadingSession<ReadableMessage>,
	): Promise<Examined> {
		const { examiner, clock } = this.#options;
		const { guildId, author, content: written } = message;
		const paused = session?.state.kind === "paused";
		const { verdict, composed, settings } = await examiner.examine(
			message,
			{ voiceChannelId, paused, author: message.member },
			async () => {
				// Asked last, since only what is read counts.
				const isFast = session && this.#rate.admit([`${guildId} ${author.id}`], clock.now()) !== undefined;
				if (!isFast) return undefined;
				this.#skips.note(message.id, "too_fast");
				return "too_fast";
			},
		);
		if (session) session.reader.holdMs = settings.holdMs;
		if (!verdict.read || !composed) return { verdict };
		const { body, lead, extras } = composed;
		const follows = message.type === MessageType.Default && message.messageSnapshots.size === 0;
		return { verdict, content: { written, body, lead, extras, follows } };
	}

	async #comeFor(member: GuildMember, channelId: string, why: ComingFacts["why"]): Promise<void> {
		if (!(await this.#wouldCome(member.guild, channelId, why))) return;
		if (channelOf(member.guild, member.id) !== channelId) return;
		// Whoever is let in by nobody doesn't come, and nobody asked.
		this.#report(this.#options.voice.join(member, channelId).then(() => {}));
	}

	async #wouldCome(guild: Guild, channelId: string, why: ComingFacts["why"]): Promise<boolean> {
		const { voice, store } = this.#options;
		// As it is now: meanwhile all may leave and come back.
		const sentAway = this.#sentAway.get(guild.id) === channelId;
		const reading = await store.reading.read(guild.id);
		const channel = findVoiceChannel(guild, channelId);
		if (!channel) return false;
		const here = voice.channelOf(guild.id);
		return wouldCome({
			why,
			reading,
			channelId,
			stage: channel.type === ChannelType.GuildStageVoice,
			afk: guild.afkChannelId === channelId,
			here:
				here === undefined ? undefined : { channelId: here, listened: listListeners(guild, here).length > 0 },
			sentAway,
		});
	}

	#open(guild: Guild): ReadingSession<ReadableMessage> {
		const known = this.#sessions.get(guild.id);
		if (known) return known;
		const { voice, say, guard, clock, edits, logger } = this.#options;
		const here = () => voice.channelOf(guild.id);
		const session: ReadingSession<ReadableMessage> = new ReadingSession({
			guild,
			clock,
			channel: {
				add: (text) => voice.readInto(guild.id, text),
				replace: (textId, text) => voice.replace(guild.id, textId, text),
				withdraw: (textIds) => voice.withdraw(guild.id, textIds),
			},
			prepare: (first) => this.#prepare(guild, session, first),
			reserve: async (authorId, { lead = [], lines }) => {
				const { settings } = await this.#options.store.reading.read(guild.id);
				const who = { guildId: guild.id, userId: authorId ?? guild.client.user.id };
				return say.reserve(who, [...lead, ...lines], chooseReading(settings).sharePercent);
			},
			onSkipped: (messageId, reason) => this.#skips.note(messageId, reason),
			mayBeHeard: (channelId) => guard.mayBeHeard(guild, here() ?? "", channelId),
			onRead: ({ messages, startedAt, written }) =>
				logger.debug(
					{
						event: "messages_read",
						guild: guild.id,
						messages: messages.map(({ id }) => id),
						waitedMs: startedAt - (messages[0]?.at ?? startedAt),
						shortened: written?.shortened ?? 0,
					},
					"reading messages aloud",
				),
			onMoves: (moves) => {
				if (session.state.kind === "on") this.#report(this.#announcer.tell(guild, moves));
			},
			underWay: (work) => edits.add(work),
			onFault: (error) => this.#report(Promise.reject(error)),
		});
		this.#sessions.set(guild.id, session);
		return session;
	}

	#describe(guild: Guild, reading: GuildReading, channelId: string): string {
		const { mode } = this.#options;
		return describeReadThere(reading, channelId, mode(), textsFor(guild.preferredLocale)) ?? "";
	}

	async #prepare(
		guild: Guild,
		session: ReadingSession<ReadableMessage>,
		first: Place | undefined,
	): Promise<Write<ReadableMessage> | undefined> {
		const { voice, store, guard } = this.#options;
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		if (here === undefined || !(await session.begin(here, this.#describe(guild, reading, here))))
			return undefined;
		if (first) await guard.refresh(guild, here, first.channelId);
		return this.#writer.prepare(guild, first, chooseReading(reading.settings).names);
	}

	/** What is expected to happen needs nobody's attention: that a day's seconds are used up, or Herald may not join. */
	#report(work: Promise<unknown>): void {
		const { logger, edits } = this.#options;
		edits.add(work);
		work.catch((error: unknown) => {
			if (error instanceof Problem) logger.debug({ event: "not_read", why: error.message }, "not read aloud");
			else logger.error({ event: "reading_failed", err: error }, "could not read messages aloud");
		});
	}
}
