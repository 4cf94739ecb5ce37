import { Recent } from "@herald/common/recent.ts";
import {
	type DMChannel,
	Events,
	type Guild,
	type Message,
	type NonThreadGuildBasedChannel,
	type PartialMessage,
	type VoiceState,
} from "discord.js";
import type { MessageFollower } from "../discord/message-events.ts";
import { applyGuildDefaults } from "../settings/settings.ts";
import { canView } from "../shared/can-view.ts";
import { measure } from "../shared/measures.ts";
import { guildAt, inGuild, type Place } from "../shared/party.ts";
import { Problem, voiceProblem } from "../shared/problem.ts";
import type { GuildReading } from "../store/reading.ts";
import { textsFor } from "../texts/index.ts";
import { findVoiceChannel } from "../voice/channel-facts.ts";
import { requireAct } from "../voice/permissions.ts";
import type { GoneReason, ItemSource, OpenReason, VoiceWatcher } from "../voice/voice-channels.ts";
import { Announcer } from "./announcer.ts";
import { AutoJoin, findChannelOf } from "./auto-join.ts";
import { ChannelNotes } from "./channel-notes.ts";
import { findUnlisted, type MessageOrigin, type ReadDecision, type SkipReason } from "./decide.ts";
import { MessageFilter } from "./examiner.ts";
import { botName, MessageTimes, readChannel } from "./message-facts.ts";
import { type ReadingControl, type ReadingState, sendToChannel } from "./reading-notice.ts";
import type { ReadingParts } from "./reading-parts.ts";
import { ReadingSession, type SessionParts } from "./reading-session.ts";
import { leaveOutAfterMs, type MessageRef, type Slot } from "./utterance.ts";
import { UtteranceWriter } from "./utterance-writer.ts";

/**
 * @param voiceChannelId - the channel that Herald is in
 * @returns whether a guild's lists of channels, members and roles allow an author's messages in a channel to be read
 */
const isWanted = (
	guild: Guild,
	{ settings, ...lists }: GuildReading,
	voiceChannelId: string | undefined,
	{ channelId, authorId }: MessageOrigin,
): boolean => {
	const roles = [...(guild.members.cache.get(authorId)?.roles.cache.keys() ?? [])];
	const facts = { ...lists, settings: applyGuildDefaults(settings), voiceChannelId };
	const channel = readChannel(guild, channelId);
	return findUnlisted({ ...facts, channel, author: { id: authorId, roles } }) === undefined;
};

/** Reads guilds' messages aloud where Herald is in voice, and joins by itself if a guild wants that. */
export class Reader implements MessageFollower, VoiceWatcher, ItemSource, ReadingControl {
	readonly priority = "read";
	readonly #options: ReadingParts;
	readonly #parts: SessionParts;
	readonly #autoJoin: AutoJoin;
	readonly #notes: ChannelNotes;
	readonly #filter: MessageFilter;
	readonly #sessions = new Map<string, ReadingSession>();
	/** Guilds with changed permissions. Each is checked once before the next packet, even after many changes. */
	readonly #changed = new Set<string>();
	readonly #times: MessageTimes;
	/** The IDs of the newest messages, since Discord may send one twice. */
	readonly #seen = new Recent<true>(1_000);

	constructor(options: ReadingParts) {
		const now = () => options.clock.now();
		const announcer = new Announcer(options);
		this.#options = options;
		this.#times = new MessageTimes(options.client, now);
		this.#filter = new MessageFilter(options.examiner, now);
		const report = (work: Promise<unknown>) => this.#report(work);
		this.#autoJoin = new AutoJoin({ ...options, filter: this.#filter, report });
		this.#notes = new ChannelNotes({ ...options, stateIn: (guildId) => this.stateIn(guildId) });
		this.#parts = {
			...options,
			writer: new UtteranceWriter(options),
			onMoves: (guild, moves) => this.#report(announcer.announce(guild, moves)),
			onSkipped: this.#filter.noteSkip,
			report,
		};
		options.client.on(Events.ChannelUpdate, (before, after) => this.#onChannel(before, after));
		options.voice.registry.watch(this);
		options.voice.registry.addSource(this);
	}

	stateIn(guildId: string): ReadingState | undefined {
		return this.#sessions.get(guildId)?.state;
	}

	async heardIn(guild: Guild, authorId: string): Promise<string | undefined> {
		const here = this.#options.voice.channelOf(guild.id);
		const there = findChannelOf(guild, authorId);
		if (there === undefined || there === here) return here;
		return (await this.#autoJoin.wouldJoin(guild, there, "on-message")) ? there : here;
	}

	skipOf(messageId: string): SkipReason | undefined {
		return this.#filter.skipOf(messageId);
	}

	async setPaused(...[member, { id, channelId }, paused]: Parameters<ReadingControl["setPaused"]>) {
		const { guild } = member;
		const { voice, store } = this.#options;
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		const isHere = channelId === here || !findVoiceChannel(guild, channelId);
		if (here === undefined || !isHere) throw voiceProblem({ reason: "not_in_channel" });
		requireAct(member, "stop", here);
		const session = this.#open(guild);
		session.state = paused ? { kind: "paused", by: member.id } : { kind: "on" };
		this.#report(store.settings.changeGuild(inGuild(guild.id), { readingPaused: paused || null }));
		if (channelId !== here) session.describe(reading, here);
		this.#report(this.#notes.update(guild));
		return channelId === here
			? session.composeNotice(reading, here, id)
			: this.#notes.compose(guild, channelId, reading);
	}

	isFollowed(guildId: string): boolean {
		const { voice, client, admits } = this.#options;
		if (!admits(guildId)) return false;
		// With nobody in voice, there are neither listeners nor a channel to join.
		return (
			voice.channelOf(guildId) !== undefined ||
			client.guilds.cache.get(guildId)?.voiceStates.cache.some(({ channelId }) => channelId !== null) === true
		);
	}

	onMessage(message: Message<true>): void {
		if (this.#seen.find(message.id)) return;
		this.#seen.set(message.id, true);
		this.#report(this.#take(message));
	}

	onEdit(message: Message<true> | PartialMessage<true>): void {
		this.#autoJoin.noteEdit(message);
		const session = this.#sessions.get(message.guildId);
		if (!session || message.content === null) return;
		const slot = session.reader.reopen(message.id, message.content);
		// Nothing can be decided without the author, so the message isn't read.
		if (message.partial) slot?.(undefined);
		else if (slot) this.#report(this.#fill(slot, message, session));
	}

	onDelete(guildId: string, _channelId: string, messageIds: readonly string[]): void {
		this.#drop(guildId, ({ id }) => messageIds.includes(id));
		this.#options.voice.withdraw(guildId, ({ messageId = "" }) => messageIds.includes(messageId));
		this.#report(this.#sessions.get(guildId)?.onDelete(messageIds) ?? Promise.resolve());
	}

	onBan(guildId: string, userId: string): void {
		this.#options.voice.endAll(guildId, userId, { how: "stopped" });
	}

	onTimeout(guildId: string, userId: string): void {
		this.skipAll(guildId, userId);
	}

	async applySettings(guild: Guild): Promise<void> {
		const { voice, store } = this.#options;
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		this.#drop(guild.id, (message) => !isWanted(guild, reading, here, message));
		if (here !== undefined) this.#sessions.get(guild.id)?.describe(reading, here);
		this.#report(this.#notes.update(guild));
	}

	next(...[guildId, add]: Parameters<ItemSource["next"]>): boolean | Promise<boolean> {
		return this.#sessions.get(guildId)?.reader.next(add) ?? false;
	}

	skipAll(guildId: string, userId: string): number {
		return this.#drop(guildId, ({ authorId }) => authorId === userId);
	}

	optOut(place: Place, userId: string): void {
		const guildId = guildAt(place);
		const isTheirs = ({ authorId }: { readonly authorId?: string | undefined }) => authorId === userId;
		this.#autoJoin.drop(guildId, isTheirs);
		for (const id of guildId === undefined ? this.#sessions.keys() : [guildId]) {
			this.#sessions.get(id)?.reader.drop(isTheirs);
			this.#options.voice.withdraw(id, isTheirs);
		}
	}

	/**
	 * Drops messages.
	 *
	 * @returns how many, including those that were playing. Messages that Herald would have joined for don't count
	 */
	#drop(guildId: string, concerns: (place: Omit<MessageRef, "at">) => boolean): number {
		this.#autoJoin.drop(guildId, concerns);
		return this.#sessions.get(guildId)?.reader.drop(concerns) ?? 0;
	}

	onVoiceMove(state: VoiceState, from: string | null): void {
		const { guild, id, channelId } = state;
		const session = this.#sessions.get(guild.id);
		if (from !== null) this.#autoJoin.noteLeft(guild, from);
		if (id === guild.client.user.id || state.member?.user.bot) return;
		const here = this.#options.voice.channelOf(guild.id);
		if (here !== undefined && channelId === here) session?.arrivals.note(id, "joined");
		else if (here !== undefined && from === here) session?.arrivals.note(id, "left");
		if (channelId !== null && state.member && this.#options.admits(guild.id))
			this.#report(this.#autoJoin.joinMember(state.member, channelId, "on-entry"));
	}

	onOpened(guildId: string, channelId: string, by: OpenReason, userId?: string): void {
		this.#autoJoin.noteOpened(guildId);
		const guild = this.#options.client.guilds.cache.get(guildId);
		if (!guild) return;
		this.#open(guild).enter(channelId, by === "restart", userId);
		// Drops messages that aren't read in the new channel.
		if (by === "move") this.#report(this.applySettings(guild));
	}

	/** Updates the notes when Herald gets to see a channel, which may need one. */
	#onChannel(before: DMChannel | NonThreadGuildBasedChannel, after: typeof before): void {
		if (before.isDMBased() || after.isDMBased() || canView(before) || !canView(after)) return;
		if (this.#options.admits(after.guildId)) this.#report(this.#notes.update(after.guild));
	}

	onCutOff(guildId: string, channelId: string): void {
		const guild = this.#options.client.guilds.cache.get(guildId);
		if (!guild) return;
		const content = textsFor(guild.preferredLocale)("reading.cut_off");
		this.#report(sendToChannel(guild, channelId, content));
	}

	onPeople(guildId: string, userId?: string): void {
		if (userId !== undefined) this.#sessions.get(guildId)?.reader.check(userId);
		else if (this.#changed.size > 0) this.#changed.add(guildId);
		else {
			this.#changed.add(guildId);
			setImmediate(() => this.#checkChanged());
		}
	}

	#checkChanged(): void {
		for (const guildId of this.#changed) this.#sessions.get(guildId)?.reader.check();
		this.#changed.clear();
	}

	onGone(guildId: string, channelId: string, by: GoneReason): void {
		const session = this.#sessions.get(guildId);
		session?.end(by === "stopping");
		this.#sessions.delete(guildId);
		const guild = this.#options.client.guilds.cache.get(guildId);
		if (guild) this.#autoJoin.noteGone(guild, channelId, by);
		if (guild && by !== "stopping" && session?.state.kind === "paused")
			this.#report(this.#notes.update(guild));
	}

	/** Stops reading, except for what is playing. */
	stop(): void {
		for (const { reader } of this.#sessions.values()) reader.stop();
	}

	async #take(written: Message<true>): Promise<void> {
		const { guild, author } = written;
		const { clock, guard } = this.#options;
		const at = this.#times.of(written);
		const mayJoin = this.#autoJoin.isFreeFor(guild, author.id);
		if (mayJoin && clock.now() - at > leaveOutAfterMs) return;
		const message = mayJoin ? await this.#autoJoin.joinForMessage(written) : written;
		if (!message) return;
		guard.noteRoles(guild, author.id);
		const session = this.#open(guild);
		const { id, channelId } = message;
		const slot = session.reader.backlog.expect({
			id,
			channelId,
			authorId: author.id,
			name: botName(message),
			at,
		});
		const verdict = await this.#fill(slot, message, session);
		measure("messageDecided", { skipped: verdict.read ? undefined : verdict.reason });
		if (!verdict.read) session.logUnread([id], { member: author.id, why: verdict.reason });
	}

	async #fill(slot: Slot, message: Message<true>, session: ReadingSession): Promise<ReadDecision> {
		const here = this.#options.voice.channelOf(message.guildId);
		let decided: Awaited<ReturnType<MessageFilter["decide"]>> | undefined;
		try {
			decided = await this.#filter.decide(message, here, session);
			session.reader.holdMs = decided.holdMs;
			return decided.verdict;
		} finally {
			slot(decided?.content);
		}
	}

	#open(guild: Guild): ReadingSession {
		const session = this.#sessions.get(guild.id) ?? new ReadingSession(guild, this.#parts);
		this.#sessions.set(guild.id, session);
		return session;
	}

	/** Logs errors. Expected ones, such as a voice channel that Herald may not join, are only logged at debug level. */
	#report(work: Promise<unknown>): void {
		const { logger, edits } = this.#options;
		void edits.follow(work);
		work.catch((error: unknown) => {
			if (error instanceof Problem) logger.debug({ event: "not_read", why: error.message }, "not read aloud");
			else logger.error({ event: "reading_failed", err: error }, "could not read messages aloud");
		});
	}
}
