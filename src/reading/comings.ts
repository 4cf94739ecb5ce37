import { ChannelType, type Guild, type GuildMember } from "discord.js";
import type { Store } from "../store/store.ts";
import { findVoiceChannel, hasListeners } from "../voice/read-facts.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { GoneBy } from "../voice/watcher.ts";
import { type ComingFacts, wouldCome } from "./auto-join.ts";

/** Herald was told to go, and not only out of things to say. */
const sendingAway: ReadonlySet<GoneBy> = new Set(["asked", "removed", "call_ended"]);

/** @returns the voice channel that somebody sits in */
export const findChannelOf = (guild: Guild, userId: string): string | undefined =>
	guild.voiceStates.cache.get(userId)?.channelId ?? undefined;

export interface ComingsOptions {
	readonly voice: VoiceSessions;
	readonly store: Pick<Store, "reading">;
}

/** How Herald comes into voice channels by itself, and where it doesn't for now. */
export class Comings {
	readonly #options: ComingsOptions;
	/** By guild: the voice channel that Herald was sent away from, for as long as people are there. */
	readonly #sentAway = new Map<string, string>();

	constructor(options: ComingsOptions) {
		this.#options = options;
	}

	/** @returns whether Herald was sent away from a channel, and people have been there ever since */
	isSentAway(guildId: string, channelId: string): boolean {
		return this.#sentAway.get(guildId) === channelId;
	}

	/** @returns whether Herald is free to come to somebody: it is in no channel, or in another one where nobody listens */
	isFreeFor(guild: Guild, userId: string): boolean {
		const here = this.#options.voice.channelOf(guild.id);
		if (here === undefined) return true;
		return findChannelOf(guild, userId) !== here && !hasListeners(guild, here);
	}

	/** Herald is in a channel. */
	noteOpened(guildId: string): void {
		this.#sentAway.delete(guildId);
	}

	/** Herald has left a channel. */
	noteGone(guild: Guild, channelId: string, by: GoneBy): void {
		if (sendingAway.has(by) && hasListeners(guild, channelId)) this.#sentAway.set(guild.id, channelId);
	}

	/** Somebody has left a channel. */
	noteLeft(guild: Guild, channelId: string): void {
		if (this.isSentAway(guild.id, channelId) && !hasListeners(guild, channelId))
			this.#sentAway.delete(guild.id);
	}

	/**
	 * Comes into a member's channel if the guild wants that.
	 *
	 * @returns undefined when it doesn't; else what resolves when Herald is there, with a `Problem` where it may not be
	 */
	async comeTo(
		member: GuildMember,
		channelId: string,
		why: ComingFacts["why"],
	): Promise<{ readonly arrived: Promise<unknown> } | undefined> {
		const { guild } = member;
		const comes = await this.wouldCome(guild, channelId, why);
		if (!comes || findChannelOf(guild, member.id) !== channelId) return undefined;
		return { arrived: this.#options.voice.join(member, channelId) };
	}

	/** @returns whether Herald would come into a channel by itself */
	async wouldCome(guild: Guild, channelId: string, why: ComingFacts["why"]): Promise<boolean> {
		const { voice, store } = this.#options;
		// As it is now: meanwhile all may leave and come back.
		const sentAway = this.isSentAway(guild.id, channelId);
		const reading = await store.reading.read(guild.id);
		const channel = findVoiceChannel(guild, channelId);
		if (!channel) return false;
		const herald = voice.channelOf(guild.id);
		const here =
			herald === undefined ? undefined : { channelId: herald, listened: hasListeners(guild, herald) };
		const stage = channel.type === ChannelType.GuildStageVoice;
		const afk = guild.afkChannelId === channelId;
		return wouldCome({ why, reading, channelId, stage, afk, here, sentAway });
	}
}
