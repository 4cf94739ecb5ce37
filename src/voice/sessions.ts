import { type Client, Events, type GuildMember, type VoiceBasedChannel } from "discord.js";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { correlate } from "../shared/correlation.ts";
import { Problem, voiceProblem } from "../shared/problem.ts";
import { type Ticket, Tickets } from "../speech/traffic/tickets.ts";
import type { VoicePlace, VoicePlaces } from "../store/voice-places.ts";
import { checkEntry, findVoiceChannel, hasListeners, readChannelFacts } from "./channel-facts.ts";
import { findOwnChannel, type JoinLimiter, makeJoinLimiter, sendLeave } from "./connection.ts";
import { GuildSession, readSettings, type SessionOptions } from "./guild-session.ts";
import { chooseChannel, requireAct, weighAct } from "./permissions.ts";
import { type RememberedPlaces, rememberPlaces } from "./remember-places.ts";
import {
	admitItem,
	type ItemEnd,
	type ItemLines,
	type JoinResult,
	type OpenReason,
	type QueuedItem,
	type QueueItem,
	type QueuePosition,
	sumMs,
	VoiceWatchers,
} from "./voice-channels.ts";

/** A book can have two pages in the queue, but members see one item. */
const countPagesOnce = (items: readonly QueuedItem[]): readonly QueuedItem[] => {
	const page = items.find(({ priority }) => priority === "page");
	return items.filter((item) => item === page || item.priority !== "page");
};

/** What members, reading and books can do with the sessions of guilds. */
export class SessionControl {
	readonly registry: SessionRegistry;
	readonly #tickets = new Tickets();
	/** The tickets of items that are being prepared and weren't skipped, each with the item's member. */
	readonly #preparing = new Map<Ticket, Pick<GuildMember, "guild" | "id">>();

	constructor(registry: SessionRegistry) {
		this.registry = registry;
	}

	/** @returns the ID of the channel that Herald is in or joining; undefined if it is in none */
	channelOf(guildId: string): string | undefined {
		return this.registry.find(guildId)?.channelId;
	}

	/** @returns the items that play and wait; undefined if Herald isn't in a channel */
	queue(guildId: string) {
		const session = this.registry.find(guildId);
		if (!session) return undefined;
		const items = countPagesOnce(session.queue.items);
		return {
			channelId: session.channelId,
			items,
			totalMs: sumMs(items),
			trouble: session.audibility.trouble(),
		};
	}

	/** Applies a guild's changed settings, such as how long Herald stays, even if it is about to leave. */
	applySettings(guildId: string): void {
		this.registry.find(guildId)?.applySettings();
	}

	/**
	 * Joins a channel for a member: the one that they name, or else their own.
	 *
	 * @throws {@link Problem} `voice` with the reason why Herald can't join; `shutting_down` if Herald is stopping
	 */
	async join(member: GuildMember, channelId?: string): Promise<JoinResult> {
		for (;;) {
			await this.registry.ended(member.guild.id);
			const channel = this.#chooseChannel(member, channelId);
			try {
				return await this.#arrive(this.registry.open(channel), channel.id, member);
			} catch (error) {
				// If the session failed to join a channel that another member wanted, this join is tried again.
				const other =
					error instanceof Problem && "channelId" in error.detail && error.detail.channelId !== channel.id;
				if (!other) throw error;
			}
		}
	}

	/**
	 * @param estimateMs - the estimated duration of a text, in ms
	 * @returns whether Herald could speak in a member's own channel, joining it if needed, and the text keeps within the
	 * guild's limit for one item. Doesn't look at the queue
	 */
	async mayBeSaid(member: GuildMember, estimateMs: number): Promise<boolean> {
		const { textSeconds } = await this.registry.settingsOf(member.guild.id);
		try {
			this.#chooseChannel(member, undefined);
			return estimateMs <= textSeconds * 1_000;
		} catch (error) {
			if (error instanceof Problem) return false;
			throw error;
		}
	}

	/**
	 * Reserves a place in the guild's queue for an item that is still being prepared. Must be called before the first
	 * await, so that items play in the order of their commands.
	 */
	takeTicket(member: GuildMember): Ticket {
		const { before, end } = this.#tickets.take(member.guild.id);
		const ticket: Ticket = {
			before,
			end: () => {
				this.#preparing.delete(ticket);
				end();
			},
		};
		this.#preparing.set(ticket, member);
		return ticket;
	}

	/**
	 * Speaks an item in the member's channel, which Herald joins if needed. The item's events are emitted even if
	 * this throws after the item was queued. Its `payer.settle` is called even if it was never queued.
	 *
	 * @param item - the item, or its preparation, whose error is thrown
	 * @param ticket - the item's place in the order. It is ended here
	 * @throws {@link Problem} `voice` with the reason why the item can't be spoken; `shutting_down` if Herald is stopping;
	 * `quiet_hours` during them
	 */
	async say(
		member: GuildMember,
		item: QueueItem | Promise<QueueItem>,
		ticket: Ticket = this.takeTicket(member),
	): Promise<QueuePosition> {
		// Later items needn't wait until Herald has arrived.
		const { channel, session, ...place } = await this.#enqueue(member, item, ticket).finally(ticket.end);
		return { ...(await this.#arrive(session, channel.id, member)), ...place };
	}

	async #arrive(session: GuildSession, channelId: string, member: GuildMember): Promise<JoinResult> {
		await session.enter(channelId, member.id);
		await session.audibility.attempt();
		return { channelId, trouble: session.audibility.trouble() };
	}

	/** Adds an item to its guild's queue, after the items with earlier tickets. Settles its payer if that fails. */
	async #enqueue(member: GuildMember, pending: QueueItem | Promise<QueueItem>, ticket: Ticket) {
		const { id } = member.guild;
		const item = await pending;
		try {
			const [settings] = await Promise.all([this.registry.settingsOf(id), ticket.before]);
			await this.registry.ended(id);
			// Quiet hours may have begun while the text waited.
			const until = findQuietEnd(settings, this.registry.clock.now());
			if (until !== undefined) throw new Problem({ kind: "quiet_hours", until });
			// No await from here on. All is checked before a session opens, so that a refused item doesn't make Herald join.
			const channel = this.#chooseChannel(member, undefined);
			if (!this.#preparing.has(ticket)) throw voiceProblem({ reason: "skipped" });
			const ahead = this.registry.find(id)?.queue.ahead(item.priority) ?? [];
			admitItem(ahead, item, settings.textSeconds * 1_000);
			const before = ahead.length;
			const waitMs = sumMs(ahead);
			const session = this.registry.open(channel);
			return { channel, session, item: session.queue.add(item), before, waitMs };
		} catch (error) {
			await item.payer.settle([]);
			throw error;
		}
	}

	/**
	 * Adds an item to the queue of the channel that Herald is in. The limits for members' commands don't apply.
	 *
	 * @returns undefined if Herald is in no channel, so that the item wasn't added
	 */
	readInto(guildId: string, item: QueueItem): QueuedItem | undefined {
		return correlate(() => this.registry.find(guildId)?.queue.add(item));
	}

	/** Ends items as `withdrawn`. A playing item falls silent within two frames. */
	withdraw(guildId: string, concerns: (item: QueuedItem) => boolean): void {
		this.registry.find(guildId)?.queue.end(concerns, { how: "withdrawn" });
	}

	/** Replaces what an item says, if no sound of it is with playback yet. @returns whether it was replaced */
	rewrite(guildId: string, itemId: string, written: ItemLines): boolean {
		return correlate(() => this.registry.find(guildId)?.queue.rewrite(itemId, written) ?? false);
	}

	/**
	 * Skips the first item, or the one with this ID. A listener who isn't allowed to skip another member's item alone
	 * votes to skip it.
	 *
	 * @returns what was skipped
	 * @throws {@link Problem} `voice`: `nothing_to_skip`, or `others_listen` with the votes so far
	 */
	skip(member: GuildMember, what: "current" | { readonly id: string }): QueuedItem {
		const session = this.registry.find(member.guild.id);
		const first = session?.queue.items.find(({ id }, index) =>
			what === "current" ? index === 0 : id === what.id,
		);
		if (!session || !first) throw voiceProblem({ reason: "nothing_to_skip" });
		const { channelId, queue } = session;
		const own = first.userId === member.id;
		const listens = !own && hasListeners(member.guild, channelId, member.id);
		const voters = listens ? queue.vote(first.id, member.id) : first.votes;
		const weigh = (ids: readonly string[]) => weighAct(member, "skip", channelId, own, ids);
		const decision = weigh(voters);
		if (!decision.allowed) {
			const { votes, needed } = decision;
			const [by = member.id] = voters;
			const voted = { kind: "voted", itemId: first.id, channelId, by, votes, needed } as const;
			if (listens) queue.notify(voted, first.id);
			throw voiceProblem({ reason: "others_listen", votes, needed });
		}
		const by = weigh([]).allowed ? { userId: member.id } : "vote";
		queue.end(({ id }) => id === first.id, { how: "skipped", by });
		return first;
	}

	/**
	 * Skips all of a member's own items, including messages that wait to be read.
	 *
	 * @returns how many items were skipped
	 * @throws {@link Problem} `voice`: `nothing_to_skip`
	 */
	skipAll({ guild, id: userId }: GuildMember): number {
		const count = this.endAll(guild.id, userId, { how: "skipped", by: { userId }, withAll: true });
		if (count === 0) throw voiceProblem({ reason: "nothing_to_skip" });
		return count;
	}

	/**
	 * Ends all of a member's items, including those that are being prepared or wait outside of the queue.
	 *
	 * @returns how many items were ended; a book's pages count as one
	 */
	endAll(guildId: string, userId: string, end: ItemEnd): number {
		const waiting = this.registry.watchers.skipAll(guildId, userId);
		const preparing = [...this.#preparing].filter(([, of]) => of.guild.id === guildId && of.id === userId);
		for (const [ticket] of preparing) this.#preparing.delete(ticket);
		const items = this.registry.find(guildId)?.queue.end((item) => item.userId === userId, end) ?? [];
		return waiting + preparing.length + countPagesOnce(items).length;
	}

	/**
	 * Ends everything that is playing or waiting. Herald stays.
	 *
	 * @param id - the item whose button was pressed. If that item is over, nothing is ended, and `nothing_to_stop` is thrown
	 * @returns what was ended
	 * @throws {@link Problem} `voice`: `nothing_to_stop` or `others_decide`
	 */
	stop(member: GuildMember, id?: string): readonly QueuedItem[] {
		const session = this.registry.find(member.guild.id);
		const items = session?.queue.items ?? [];
		const isOver = id !== undefined && items.every((item) => item.id !== id);
		if (!session || items.length === 0 || isOver) throw voiceProblem({ reason: "nothing_to_stop" });
		const own = items.every(({ userId }) => userId === member.id);
		requireAct(member, "stop", session.channelId, own);
		return countPagesOnce(session.queue.end(() => true, { how: "stopped", by: { userId: member.id } }));
	}

	/**
	 * Leaves the channel for a member.
	 *
	 * @returns the channel that was left
	 * @throws {@link Problem} `voice`: `not_in_channel` or `others_decide`
	 */
	async leave(member: GuildMember): Promise<string> {
		const session = this.registry.find(member.guild.id);
		if (!session) throw voiceProblem({ reason: "not_in_channel" });
		const { channelId } = session;
		requireAct(member, "leave", channelId);
		session.leave({ how: "left" }, "asked");
		await session.over;
		return channelId;
	}

	#chooseChannel(member: GuildMember, channelId: string | undefined): VoiceBasedChannel {
		return chooseChannel(member, channelId, this.channelOf(member.guild.id), this.registry.clock.now());
	}
}

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
		while (this.#sessions.get(guildId)?.kind === "leaving") await this.#sessions.get(guildId)?.over;
		if (this.#closed) throw new Problem({ kind: "shutting_down" });
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
		await Promise.all([recorded, ...sessions.map(([, { over }]) => over)]);
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
