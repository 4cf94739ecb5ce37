import { defer } from "@herald/common/defer.ts";
import { Recent } from "@herald/common/recent.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import {
	type DMChannel,
	Events,
	type Guild,
	type GuildMember,
	type Message,
	type NonThreadGuildBasedChannel,
	type PartialMessage,
	type VoiceState,
} from "discord.js";
import { isServed } from "../discord/dispatch.ts";
import type { MessageFollower } from "../discord/message-events.ts";
import { canView } from "../shared/can-view.ts";
import { measure } from "../shared/measures.ts";
import { guildAt, inGuild, type Place } from "../shared/party.ts";
import { voiceProblem } from "../shared/problem.ts";
import type { GuildReading } from "../store/reading.ts";
import { textsFor } from "../texts/index.ts";
import { findVoiceChannel } from "../voice/channel-facts.ts";
import { requireAct } from "../voice/permissions.ts";
import type { GoneReason, OpenReason, VoiceWatcher } from "../voice/voice-channels.ts";
import { type Announcer, announcedPerMinute, announcerIn } from "./announcer.ts";
import { AutoJoin, findChannelOf } from "./auto-join.ts";
import { leaveOutAfterMs, type MessageRef, type Slot } from "./backlog.ts";
import { type ChannelNotes, channelNotesBy } from "./channel-notes.ts";
import { botName } from "./compose-message.ts";
import { type ReadingParts, watchWork } from "./reading-parts.ts";
import { findUnlisted, type MessageOrigin, type ReadDecision } from "./skip-reasons.ts";
import { UtteranceQueue } from "./utterance-queue.ts";
import { utteranceWriterFor } from "./utterance-writer.ts";
import { readChannel, type Verdict } from "./verdicts.ts";
import { type NoticeContent, type ReadingState, sendToChannel, VoiceChat } from "./voice-chat.ts";

/**
 * @param voiceChannelId - the channel that Herald is in
 * @returns whether a guild's lists of channels, members and roles allow an author's messages in a channel to be read
 */
const isWanted = (
	guild: Guild,
	reading: GuildReading,
	voiceChannelId: string | undefined,
	{ channelId, authorId }: MessageOrigin,
): boolean => {
	const roles = [...(guild.members.cache.get(authorId)?.roles.cache.keys() ?? [])];
	const channel = readChannel(guild, channelId);
	return findUnlisted({ ...reading, voiceChannelId, channel, author: { id: authorId, roles } }) === undefined;
};

/** The reading of one guild, while Herald is in voice there. */
interface GuildInVoice {
	readonly chat: VoiceChat;
	readonly queue: UtteranceQueue;
	readonly announcer: Announcer;
}

/** Reads guilds' messages aloud where Herald is in voice, and joins by itself if a guild wants that. */
export class Reader implements MessageFollower, VoiceWatcher {
	readonly #options: ReadingParts;
	readonly #autoJoin: AutoJoin;
	readonly #notes: ChannelNotes;
	/** Counts how often members are announced, in all guilds. */
	readonly #announced = new SlidingWindow(announcedPerMinute, 60_000);
	readonly #guilds = new Map<string, GuildInVoice>();
	/** Guilds with changed permissions. Each is checked once before the next packet, even after many changes. */
	readonly #changed = new Set<string>();
	/** Shards that are reconnecting. Discord may replay events that they missed. */
	readonly #replaying = new Set<number>();
	/** The IDs of the newest messages, since Discord may send one twice. */
	readonly #seen = new Recent<true>(1_000);
	#stopped = false;

	constructor(options: ReadingParts) {
		this.#options = options;
		this.#autoJoin = new AutoJoin(options);
		this.#notes = channelNotesBy(options);
		const { client } = options;
		client.on(Events.ShardReconnecting, (shardId) => this.#replaying.add(shardId));
		client.on(Events.ShardResume, (shardId) => this.#replaying.delete(shardId));
		client.on(Events.ShardReady, (shardId) => this.#replaying.delete(shardId));
		client.on(Events.ChannelUpdate, (before, after) => this.#onChannel(before, after));
		options.voice.registry.watchers.add(this);
	}

	/** @returns whether reading is paused in a guild; undefined if Herald isn't in voice there */
	stateIn(guildId: string): ReadingState | undefined {
		return this.#guilds.get(guildId)?.chat.state;
	}

	/**
	 * @returns the voice channel in which an author's message would be read: Herald's, or one that Herald would join;
	 * undefined if there is none
	 */
	async heardIn(guild: Guild, authorId: string): Promise<string | undefined> {
		const here = this.#options.voice.channelOf(guild.id);
		const there = findChannelOf(guild, authorId);
		if (there === undefined || there === here) return here;
		return (await this.#autoJoin.wouldJoin(guild, there, "on-message")) ? there : here;
	}

	/**
	 * Pauses or resumes reading, for a member who may do so.
	 *
	 * @param message - the notice or note whose button the member pressed
	 * @returns the message's new content; if a newer notice has replaced the message, only the removal of its buttons
	 * @throws {@link Problem} of kind `voice`, with the reason `not_in_channel` or `others_decide`
	 */
	async setPaused(
		member: GuildMember,
		{ id, channelId }: Message,
		paused: boolean,
	): Promise<Partial<NoticeContent>> {
		const { guild } = member;
		const { voice, store } = this.#options;
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		const isHere = channelId === here || !findVoiceChannel(guild, channelId);
		if (here === undefined || !isHere) throw voiceProblem({ reason: "not_in_channel" });
		requireAct(member, "stop", here);
		const { chat, queue } = this.#open(guild);
		chat.state = paused ? { kind: "paused", by: member.id } : { kind: "on" };
		if (paused) queue.clear();
		this.#watch(store.settings.changeGuild(inGuild(guild.id), { readingPaused: paused || null }));
		if (channelId !== here) chat.describe(reading, here);
		this.#watch(this.#notes.update(guild, chat.state));
		return channelId === here
			? chat.answerPress(reading, here, id)
			: this.#notes.compose(guild, channelId, reading, chat.state);
	}

	isFollowed(guildId: string): boolean {
		const { voice, client } = this.#options;
		if (!this.#admits(guildId)) return false;
		// With nobody in voice, there are neither listeners nor a channel to join.
		return (
			voice.channelOf(guildId) !== undefined ||
			client.guilds.cache.get(guildId)?.voiceStates.cache.some(({ channelId }) => channelId !== null) === true
		);
	}

	/** @returns whether Herald works in a guild and isn't stopping */
	#admits(guildId: string): boolean {
		return !this.#stopped && isServed(this.#options.allowedGuilds, guildId);
	}

	onMessage(message: Message<true>): void {
		if (this.#seen.find(message.id)) return;
		this.#seen.set(message.id, true);
		this.#watch(this.#take(message));
	}

	onEdit(message: Message<true> | PartialMessage<true>): void {
		this.#autoJoin.noteEdit(message);
		const guild = this.#guilds.get(message.guildId);
		if (!guild || message.content === null) return;
		const slot = guild.queue.reopen(message.id, message.content);
		if (!slot) return;
		// Nothing can be decided without the author, so the message isn't read.
		if (message.partial) guild.queue.decide(slot, undefined);
		else this.#watch(this.#fill(slot, message, guild));
	}

	onDelete(guildId: string, _channelId: string, messageIds: readonly string[]): void {
		this.#drop(guildId, ({ id }) => messageIds.includes(id));
		this.#options.voice.withdraw(guildId, ({ messageId = "" }) => messageIds.includes(messageId));
		this.#watch(this.#guilds.get(guildId)?.chat.onDelete(messageIds) ?? Promise.resolve());
	}

	onBan(guildId: string, userId: string): void {
		this.#options.voice.endAll(guildId, userId, { how: "stopped" });
	}

	onTimeout(guildId: string, userId: string): void {
		this.skipAll(guildId, userId);
	}

	/**
	 * Drops messages that a guild no longer wants read, and updates its notices. Must be called when the guild's settings
	 * change.
	 */
	async applySettings(guild: Guild): Promise<void> {
		const { voice, store } = this.#options;
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		this.#drop(guild.id, (message) => !isWanted(guild, reading, here, message));
		if (here !== undefined) this.#guilds.get(guild.id)?.chat.describe(reading, here);
		this.#watch(this.#notes.update(guild, this.stateIn(guild.id)));
	}

	skipAll(guildId: string, userId: string): number {
		return this.#drop(guildId, ({ authorId }) => authorId === userId);
	}

	/** Silences a member: drops their messages, and ends speech of their words that others asked for. */
	optOut(place: Place, userId: string): void {
		const guildId = guildAt(place);
		const isTheirs = ({ authorId }: { readonly authorId?: string | undefined }) => authorId === userId;
		this.#autoJoin.drop(guildId, isTheirs);
		for (const id of guildId === undefined ? this.#guilds.keys() : [guildId]) {
			this.#guilds.get(id)?.queue.drop(isTheirs);
			this.#options.voice.withdraw(id, isTheirs);
		}
	}

	/**
	 * @returns how many messages were dropped, including those that were playing. Messages that Herald would have
	 * joined for don't count
	 */
	#drop(guildId: string, concerns: (place: Omit<MessageRef, "at">) => boolean): number {
		this.#autoJoin.drop(guildId, concerns);
		return this.#guilds.get(guildId)?.queue.drop(concerns) ?? 0;
	}

	onVoiceMove(state: VoiceState, from: string | null): void {
		const { guild, id, channelId } = state;
		const announcer = this.#guilds.get(guild.id)?.announcer;
		if (from !== null) this.#autoJoin.noteLeft(guild, from);
		if (id === guild.client.user.id || state.member?.user.bot) return;
		const here = this.#options.voice.channelOf(guild.id);
		if (here !== undefined && channelId === here) announcer?.note(id, "joined");
		else if (here !== undefined && from === here) announcer?.note(id, "left");
		if (channelId !== null && state.member && this.#admits(guild.id))
			this.#watch(this.#autoJoin.joinMember(state.member, channelId, "on-entry"));
	}

	onOpened(guildId: string, channelId: string, by: OpenReason, userId?: string): void {
		this.#autoJoin.noteOpened(guildId);
		const guild = this.#options.client.guilds.cache.get(guildId);
		if (!guild) return;
		const { chat, queue, announcer } = this.#open(guild);
		announcer.clear();
		const entered = chat.enter(channelId, by === "restart", userId).then(() => {
			if (chat.state.kind === "paused") queue.clear();
		});
		this.#watch(entered);
		queue.refill();
		// Drops messages that aren't read in the new channel.
		if (by === "move") this.#watch(this.applySettings(guild));
	}

	/** Updates the notes when Herald gets to see a channel, which may need a note. */
	#onChannel(before: DMChannel | NonThreadGuildBasedChannel, after: typeof before): void {
		if (before.isDMBased() || after.isDMBased() || canView(before) || !canView(after)) return;
		if (this.#admits(after.guildId))
			this.#watch(this.#notes.update(after.guild, this.stateIn(after.guildId)));
	}

	onCutOff(guildId: string, channelId: string): void {
		const guild = this.#options.client.guilds.cache.get(guildId);
		if (!guild) return;
		this.#watch(sendToChannel(guild, channelId, textsFor(guild.preferredLocale)("reading.cut_off")));
	}

	onPeople(guildId: string, userId: string | undefined): void {
		if (userId !== undefined) this.#guilds.get(guildId)?.queue.check(userId);
		else if (this.#changed.size > 0) this.#changed.add(guildId);
		else {
			this.#changed.add(guildId);
			setImmediate(() => this.#checkChanged());
		}
	}

	#checkChanged(): void {
		for (const guildId of this.#changed) this.#guilds.get(guildId)?.queue.check();
		this.#changed.clear();
	}

	onGone(guildId: string, channelId: string, by: GoneReason): void {
		const here = this.#guilds.get(guildId);
		here?.chat.end(by === "stopping", here.queue.unread);
		here?.queue.close();
		here?.announcer.clear();
		this.#guilds.delete(guildId);
		const guild = this.#options.client.guilds.cache.get(guildId);
		if (guild) this.#autoJoin.noteGone(guild, channelId, by);
		if (guild && by !== "stopping" && here?.chat.state.kind === "paused")
			this.#watch(this.#notes.update(guild));
	}

	/** Stops reading, except for what is playing. */
	stop(): void {
		this.#stopped = true;
		for (const { queue } of this.#guilds.values()) queue.stop();
	}

	async #take(written: Message<true>): Promise<void> {
		const { guild, author } = written;
		const { clock, guard } = this.#options;
		const at = this.#timeOf(written);
		const mayJoin = this.#autoJoin.isFreeFor(guild, author.id);
		if (mayJoin && clock.now() - at > leaveOutAfterMs) return;
		const message = mayJoin ? await this.#autoJoin.joinForMessage(written) : written;
		if (!message) return;
		guard.noteRoles(guild, author.id);
		const here = this.#open(guild);
		const { id, channelId } = message;
		const slot = here.queue.expect({
			id,
			channelId,
			authorId: author.id,
			name: botName(message),
			at,
		});
		const verdict = await this.#fill(slot, message, here);
		measure("messageDecided", { skipped: verdict.read ? undefined : verdict.reason });
		if (!verdict.read) here.queue.logUnread([id], { member: author.id, why: verdict.reason });
	}

	/**
	 * @returns the current time, in ms; for a message that Discord may be replaying, its creation time (by Discord's
	 * clock) if that is earlier
	 */
	#timeOf({ guild, createdTimestamp }: Message<true>): number {
		const now = this.#options.clock.now();
		return this.#replaying.has(guild.shardId) ? Math.min(now, createdTimestamp) : now;
	}

	async #fill(slot: Slot, message: Message<true>, { chat, queue }: GuildInVoice): Promise<ReadDecision> {
		const here = this.#options.voice.channelOf(message.guildId);
		let decided: Verdict | undefined;
		using _deciding = defer(() => queue.decide(slot, decided?.content));
		decided = await this.#options.verdicts.decide(message, here, chat.state.kind === "paused");
		queue.holdMs = decided.holdMs;
		return decided.verdict;
	}

	#open(guild: Guild): GuildInVoice {
		const known = this.#guilds.get(guild.id);
		if (known) return known;
		const parts = this.#options;
		const chat = new VoiceChat(guild, parts);
		const queue = new UtteranceQueue(guild, utteranceWriterFor(guild, chat, parts), chat, parts);
		const opened = { chat, queue, announcer: announcerIn(guild, chat, this.#announced, parts) };
		this.#guilds.set(guild.id, opened);
		return opened;
	}

	#watch(work: Promise<unknown>): void {
		watchWork(this.#options, work);
	}
}
