import { type Client, Events, type VoiceBasedChannel } from "discord.js";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { Problem } from "../shared/problem.ts";
import type { VoicePlace, VoicePlaces } from "../store/voice-places.ts";
import { checkEntry, findVoiceChannel, hasListeners, readChannelFacts } from "./channel-facts.ts";
import { findOwnChannel, type JoinLimiter, makeJoinLimiter, sendLeave } from "./connection.ts";
import { GuildSession, readSettings, type SessionOptions } from "./guild-session.ts";
import { type RememberedPlaces, rememberPlaces } from "./remember-places.ts";
import { type OpenReason, VoiceWatchers } from "./voice-channels.ts";

export interface SessionRegistryOptions
	extends Pick<SessionOptions, "speech" | "ownVoices" | "underWay" | "logger" | "timing" | "settings"> {
	readonly client: Client<true>;
	readonly places: VoicePlaces;
	readonly clock?: Clock;
}

/** The sessions of all guilds, at most one for each. */
export class SessionRegistry {
	readonly clock: Clock;
	readonly watchers: VoiceWatchers;
	readonly #options: SessionRegistryOptions;
	readonly #sessions = new Map<string, GuildSession>();
	/** By shard, since each shard has its own connection to the gateway. */
	readonly #joinLimiters = new Map<number, JoinLimiter>();
	readonly places: RememberedPlaces;
	/**
	 * Resolves to the stored channels that Herald will rejoin. Set while they are read, so that `close` can save them
	 * again.
	 */
	#taking: Promise<readonly VoicePlace[]> | undefined;
	/** Whether no more sessions may begin. */
	#closed = false;
	#left: Promise<void> | undefined;

	constructor(options: SessionRegistryOptions) {
		this.#options = options;
		this.clock = options.clock ?? systemClock;
		this.watchers = new VoiceWatchers(options.logger);
		this.places = rememberPlaces(options.places, this.clock, options.logger);
		this.#follow();
	}

	/** Passes Discord's events on to the sessions that they concern. */
	#follow(): void {
		const { client } = this.#options;
		const sessions = this.#sessions;
		const onGateway = (shard: number, anew: boolean) => {
			for (const session of sessions.values()) if (session.shardId === shard) session.link.onGateway(anew);
			// If a session ended while the gateway was away, Discord still shows Herald in its channel.
			for (const guild of anew ? [] : client.guilds.cache.values())
				if (guild.shardId === shard && !sessions.has(guild.id) && findOwnChannel(guild) && sendLeave(guild))
					this.#joinLimiterOf(shard).count();
		};
		client
			.on(Events.VoiceStateUpdate, (_, { guild, id, channelId }) =>
				sessions.get(guild.id)?.onVoiceState(id, channelId),
			)
			.on(Events.ChannelDelete, (channel) => {
				if (!channel.isDMBased()) sessions.get(channel.guildId)?.link.onChannelDeleted(channel.id);
			})
			.on(Events.GuildDelete, ({ id }) => sessions.get(id)?.leave({ how: "left" }, "removed"))
			.on(Events.ShardReady, (shard) => onGateway(shard, true))
			.on(Events.ShardResume, (shard) => onGateway(shard, false));
		followRights(client, (guildId, userId) => sessions.get(guildId)?.refresh(userId));
	}

	countStates(): Readonly<Record<GuildSession["kind"], number>> {
		const counts = { joining: 0, ready: 0, speaking: 0, leaving: 0 };
		for (const { kind } of this.#sessions.values()) counts[kind] += 1;
		return counts;
	}

	/** @returns the guild's session, unless it is ending */
	find(guildId: string): GuildSession | undefined {
		const session = this.#sessions.get(guildId);
		return session?.kind === "leaving" ? undefined : session;
	}

	/** Resolves when no session of the guild is ending. @throws a Problem if Herald is stopping */
	async ended(guildId: string): Promise<void> {
		for (let gone = this.#goneOf(guildId); gone; gone = this.#goneOf(guildId)) await gone;
		if (this.#closed) throw new Problem({ kind: "shutting_down" });
	}

	#goneOf(guildId: string): Promise<void> | undefined {
		return this.#sessions.get(guildId)?.gone;
	}

	open({ guild, id }: VoiceBasedChannel, by: Exclude<OpenReason, "move"> = "join"): GuildSession {
		const known = this.#sessions.get(guild.id);
		if (known) return known;
		const session = new GuildSession({
			...this.#options,
			guild,
			channelId: id,
			openedBy: by,
			watchers: this.watchers,
			clock: this.clock,
			joinLimiter: this.#joinLimiterOf(guild.shardId),
			places: this.places,
		});
		void session.over.then(() => {
			this.#sessions.delete(guild.id);
			this.places.leave(guild.id);
		});
		this.places.enter({ guildId: guild.id, channelId: id });
		this.#sessions.set(guild.id, session);
		return session;
	}

	settingsOf(guildId: string): Promise<AppliedGuildSettings> {
		return readSettings(guildId, this.#options);
	}

	#joinLimiterOf(shardId: number): JoinLimiter {
		const limiter = this.#joinLimiters.get(shardId) ?? makeJoinLimiter(this.clock);
		this.#joinLimiters.set(shardId, limiter);
		return limiter;
	}

	/** Rejoins the channels that Herald was in when it recently ended, if people are still there. */
	async restore(): Promise<void> {
		const { client, logger } = this.#options;
		const cutOff = this.places.listCutOff();
		this.#taking = this.places.take();
		for (const { guildId, channelId } of await cutOff)
			this.watchers.notify((watcher) => watcher.onCutOff?.(guildId, channelId));
		const known = await this.#taking;
		// Herald was stopped while the places were read. `close` saves them again.
		if (this.#closed) return;
		this.#taking = undefined;
		const joins = known.map(async ({ guildId, channelId }) => {
			const guild = client.guilds.cache.get(guildId);
			const channel = guild && findVoiceChannel(guild, channelId);
			if (!channel || !hasListeners(guild, channelId)) return;
			if (checkEntry(readChannelFacts(channel), this.clock.now())) return;
			try {
				await this.ended(guildId);
				await this.open(channel, "restart").enter(channelId, undefined);
			} catch (error) {
				logger.info(
					{ event: "voice_rejoin_failed", err: error, guild: guildId },
					"could not rejoin the voice channel",
				);
			}
		});
		await Promise.all(joins);
	}

	/** Ends the items that wait, and the playing ones at their next pause. Resolves when all is silent. */
	async drain(): Promise<void> {
		this.#closed = true;
		await Promise.all([...this.#sessions.values()].map((session) => session.queue.drain()));
	}

	/**
	 * Saves which channels Herald is in, and leaves them. Resolves when that is done. The client must still be logged in.
	 */
	close(): Promise<void> {
		this.#closed = true;
		this.#left ??= this.#leaveAll();
		return this.#left;
	}

	async #leaveAll(): Promise<void> {
		const sessions = [...this.#sessions.entries()];
		// Includes channels that Herald is still joining.
		const here = sessions
			.filter(([, { kind }]) => kind !== "leaving")
			.map(([guildId, { channelId }]) => ({ guildId, channelId }));
		// First waits until the old places are read, because reading removes all that are stored.
		const recorded = Promise.resolve(this.#taking).then((untouched = []) =>
			this.places.close([...untouched, ...here]),
		);
		for (const [, session] of sessions) session.leave({ how: "interrupted" }, "stopping");
		await Promise.all([recorded, ...sessions.map(([, { gone }]) => gone)]);
	}
}

/**
 * @param changed - called with a guild's ID when members' permissions in it may have changed; also with a member's ID if
 * only that member's permissions may have changed
 */
export const followRights = (client: Client, changed: (guildId: string, userId?: string) => void): void => {
	client
		.on(Events.ChannelDelete, (channel) => {
			if (!channel.isDMBased()) changed(channel.guildId);
		})
		.on(Events.ThreadDelete, ({ guildId }) => changed(guildId))
		.on(Events.ChannelUpdate, (_, channel) => {
			if (!channel.isDMBased()) changed(channel.guildId);
		})
		// The guild may have another owner or AFK channel.
		.on(Events.GuildUpdate, (_, { id }) => changed(id))
		.on(Events.GuildRoleUpdate, (_, { guild }) => changed(guild.id))
		.on(Events.GuildRoleDelete, ({ guild }) => changed(guild.id))
		.on(Events.GuildMemberUpdate, (_, { guild, id }) => changed(guild.id, id));
};
