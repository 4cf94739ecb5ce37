import { defer } from "@herald/common/defer.ts";
import { ChannelType, type Guild, type GuildMember, type Message, type PartialMessage } from "discord.js";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { canView } from "../shared/can-view.ts";
import type { GuildReading } from "../store/reading.ts";
import { findVoiceChannel, hasListeners } from "../voice/channel-facts.ts";
import type { GoneReason } from "../voice/voice-channels.ts";
import type { MessageRef } from "./backlog.ts";
import { type ReadingParts, watchWork } from "./reading-parts.ts";

export interface AutoJoinFacts {
	readonly why: "on-message" | "on-entry";
	readonly reading: Pick<GuildReading, "channels" | "settings">;
	/** Whether the guild has quiet hours now. */
	readonly quiet: boolean;
	readonly channelId: string;
	readonly stage: boolean;
	readonly afk: boolean;
	/** The channel that Herald is in, and whether people are in it; undefined if Herald is in none. */
	readonly here: { readonly channelId: string; readonly listened: boolean } | undefined;
	/** Whether Herald was sent away from this channel, and people have been in it ever since. */
	readonly sentAway: boolean;
}

/** @returns whether Herald should join the channel. Doesn't check permissions */
export const decideAutoJoin = (facts: AutoJoinFacts): boolean => {
	const { why, reading, quiet, channelId, stage, afk, here, sentAway } = facts;
	const { settings, channels } = reading;
	if (settings.autoJoin !== why || quiet || afk || sentAway) return false;
	if (here && (here.channelId === channelId || here.listened)) return false;
	const isBound = channels.some(({ spokenIn }) => spokenIn === channelId);
	if (stage) return isBound;
	return isBound || settings.voiceChat === true || channels.some(({ spokenIn }) => spokenIn === null);
};

/** The reasons for leaving that mean that somebody sent Herald away. */
const sendingAway: ReadonlySet<GoneReason> = new Set(["asked", "removed", "call_ended"]);

export const findChannelOf = (guild: Guild, userId: string): string | undefined =>
	guild.voiceStates.cache.get(userId)?.channelId ?? undefined;

export class AutoJoin {
	readonly #options: ReadingParts;
	/** By guild: the voice channel that Herald was sent away from, as long as people are in it. */
	readonly #sentAway = new Map<string, string>();
	/**
	 * The newest versions, by ID, of the messages for which Herald may be about to join. If Herald joins, they go into
	 * the backlog.
	 */
	readonly #pending = new Map<string, Message<true>>();

	constructor(options: ReadingParts) {
		this.#options = options;
	}

	/**
	 * @returns whether Herald is free to go to a member's channel: Herald is in no channel, or nobody listens in Herald's
	 * channel and the member isn't in it
	 */
	isFreeFor(guild: Guild, userId: string): boolean {
		const here = this.#options.voice.channelOf(guild.id);
		if (here === undefined) return true;
		return findChannelOf(guild, userId) !== here && !hasListeners(guild, here);
	}

	noteOpened(guildId: string): void {
		this.#sentAway.delete(guildId);
	}

	noteGone(guild: Guild, channelId: string, by: GoneReason): void {
		if (sendingAway.has(by) && hasListeners(guild, channelId)) this.#sentAway.set(guild.id, channelId);
	}

	noteLeft(guild: Guild, channelId: string): void {
		if (this.#isSentAway(guild.id, channelId) && !hasListeners(guild, channelId))
			this.#sentAway.delete(guild.id);
	}

	/**
	 * Takes the new version of a message that Herald may join for. If Discord sent the edit without the message's author,
	 * Herald doesn't join, since nothing can be decided without the author.
	 */
	noteEdit(message: Message<true> | PartialMessage<true>): void {
		if (!this.#pending.has(message.id)) return;
		if (message.partial) this.#pending.delete(message.id);
		else this.#pending.set(message.id, message);
	}

	/**
	 * Forgets messages that Herald may be about to join for, because they were deleted or skipped, are no longer wanted,
	 * or their author was silenced.
	 *
	 * @param guildId - undefined for all guilds
	 */
	drop(guildId: string | undefined, concerns: (place: Omit<MessageRef, "at">) => boolean): void {
		for (const { id, channelId, author, guildId: where } of this.#pending.values())
			if ((guildId === undefined || where === guildId) && concerns({ id, channelId, authorId: author.id }))
				this.#pending.delete(id);
	}

	/**
	 * Joins the channel of a message's author, if the guild wants that and the message would be read there.
	 *
	 * @returns the newest version of the message, if Herald is then in a channel or on its way to one; undefined if
	 * Herald has no reason to join or ends up in no channel, or if the message is dropped before the promise resolves
	 */
	async joinForMessage(message: Message<true>): Promise<Message<true> | undefined> {
		const { guild, guildId, author, member } = message;
		const { voice, store, guard, verdicts } = this.#options;
		const channelId = findChannelOf(guild, author.id);
		if (!channelId || !member || this.#isSentAway(guildId, channelId)) return undefined;
		this.#pending.set(message.id, message);
		using _pending = defer(() => this.#pending.delete(message.id));
		if ((await store.reading.read(guildId)).settings.autoJoin !== "on-message") return undefined;
		guard.noteRoles(guild, author.id);
		if (!(await verdicts.decide(message, channelId)).content) return undefined;
		if (!this.#pending.has(message.id)) return undefined;
		await this.joinMember(member, channelId, "on-message");
		return voice.channelOf(guildId) === undefined ? undefined : this.#pending.get(message.id);
	}

	/**
	 * Joins a member's channel, if the guild wants that and the member is still there. Resolves when Herald is on its
	 * way, or doesn't join.
	 */
	async joinMember(member: GuildMember, channelId: string, why: AutoJoinFacts["why"]): Promise<void> {
		const { guild } = member;
		if ((await this.wouldJoin(guild, channelId, why)) && findChannelOf(guild, member.id) === channelId)
			watchWork(this.#options, this.#options.voice.join(member, channelId));
	}

	async wouldJoin(guild: Guild, channelId: string, why: AutoJoinFacts["why"]): Promise<boolean> {
		const { voice, store, clock } = this.#options;
		// `#sentAway` is read before the first await, since everybody may leave and come back during it.
		const sentAway = this.#isSentAway(guild.id, channelId);
		const reading = await store.reading.read(guild.id);
		const channel = findVoiceChannel(guild, channelId);
		if (!channel || !canView(channel)) return false;
		const herald = voice.channelOf(guild.id);
		const here =
			herald === undefined ? undefined : { channelId: herald, listened: hasListeners(guild, herald) };
		const stage = channel.type === ChannelType.GuildStageVoice;
		const afk = guild.afkChannelId === channelId;
		const quiet = findQuietEnd(reading.settings, clock.now()) !== undefined;
		return decideAutoJoin({ why, reading, quiet, channelId, stage, afk, here, sentAway });
	}

	#isSentAway(guildId: string, channelId: string): boolean {
		return this.#sentAway.get(guildId) === channelId;
	}
}
