import { orAborted } from "@herald/common/retry.ts";
import {
	ChannelType,
	type Client,
	Events,
	type Guild,
	type GuildBasedChannel,
	PermissionFlagsBits,
} from "discord.js";
import { canView } from "../shared/can-view.ts";
import { countOthers, hasListeners, listListeners } from "../voice/channel-facts.ts";

/** Without the privileged intent for members, no event tells of changed roles: after so long, in ms, Herald asks. */
const freshMs = 60_000;
/** How long a text may wait between asking and its first packet, in ms. */
const graceMs = 60_000;
/** To a larger crowd, only what everyone may view is read: the rights of each are looked at after each change. */
const crowdMax = 500;
/** The most members that one refresh asks about. */
const askedMax = 50;
const askedAtOnce = 5;
/** How long messages wait for the answers, in ms. */
const patienceMs = 2_000;

/**
 * A text channel, or the parent of a thread: who may view that may view its public threads. Private ones count as viewed
 * by none: to know who is in one takes a request for each listener.
 */
const findViewed = (guild: Guild, channelId: string): GuildBasedChannel | null => {
	const channel = guild.channels.cache.get(channelId);
	if (channel?.type === ChannelType.PrivateThread) return null;
	return (channel?.isThread() ? channel.parent : channel) ?? null;
};

/** Permissions to view: the chat of a voice channel is closed to those who may not connect. */
const viewing = (channel: GuildBasedChannel): bigint =>
	PermissionFlagsBits.ViewChannel | (channel.isVoiceBased() ? PermissionFlagsBits.Connect : 0n);

/** Whether anybody in the guild may view a text channel, whatever their roles. */
const isOpenToAll = (channel: GuildBasedChannel): boolean =>
	channel.guild.roles.everyone.permissions.has(viewing(channel)) &&
	"permissionOverwrites" in channel &&
	!channel.permissionOverwrites.cache.some(({ deny }) => deny.any(viewing(channel)));

/** Whether those who listen in a voice channel may view what is read to them. Unknown members may not. */
export class LeakGuard {
	readonly #now: () => number;
	/** By guild and member, when their roles were last told. Oldest first. */
	readonly #knownAt = new Map<string, number>();
	readonly #asking = new Map<string, Promise<void>>();

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Notes whose roles Discord tells with voice states. Call it before anything asks who may view: all hear in turn. */
	follow(client: Client): void {
		client.on(Events.VoiceStateUpdate, (_, { guild, id }) => this.noteRoles(guild, id));
	}

	/** Discord has just told a member's roles. */
	noteRoles(guild: Guild, userId: string): void {
		this.#note(`${guild.id} ${userId}`);
	}

	#note(key: string): void {
		const now = this.#now();
		this.#knownAt.delete(key);
		this.#knownAt.set(key, now);
		// For every voice state of all guilds: only those that go are looked at.
		for (const [oldest, at] of this.#knownAt) {
			if (now - at <= freshMs + graceMs) break;
			this.#knownAt.delete(oldest);
		}
	}

	/** How long ago something was told, in ms; a clock that was put back makes it no newer. */
	#age(key: string): number {
		return Math.abs(this.#now() - (this.#knownAt.get(key) ?? Number.NEGATIVE_INFINITY));
	}

	/** @returns whether a member may view a text channel, as far as is known now */
	mayView(guild: Guild, channelId: string, userId: string): boolean {
		const channel = findViewed(guild, channelId);
		if (!channel) return false;
		return isOpenToAll(channel) || (canView(channel) && this.#mayView(channel, userId));
	}

	#mayView(channel: GuildBasedChannel, userId: string): boolean {
		const { guild } = channel;
		const member = guild.members.cache.get(userId);
		if (!member || this.#age(`${guild.id} ${userId}`) > freshMs + graceMs) return false;
		return channel.permissionsFor(member).has(viewing(channel));
	}

	/**
	 * @param userId - only this member: the others needn't be checked again
	 * @returns whether all who listen in a voice channel may view a text channel, as far as is known now
	 */
	mayBeHeard(guild: Guild, voiceChannelId: string, channelId: string, userId?: string): boolean {
		const channel = findViewed(guild, channelId);
		if (!channel) return false;
		// As most are: then no member has to be looked at.
		if (isOpenToAll(channel)) return true;
		// Who may view one that Herald can't isn't known.
		if (!canView(channel) || countOthers(guild, voiceChannelId) > crowdMax) return false;
		if (userId !== undefined)
			return !hasListeners(guild, voiceChannelId, userId) || this.#mayView(channel, userId);
		return listListeners(guild, voiceChannelId).every((userId) => this.#mayView(channel, userId));
	}

	/**
	 * Asks Discord for the roles of listeners where they decide, and weren't told for a minute. Never rejects, and gives up
	 * after two seconds.
	 */
	async refresh(guild: Guild, voiceChannelId: string, channelId: string): Promise<void> {
		const channel = findViewed(guild, channelId);
		if (!channel || isOpenToAll(channel) || !canView(channel)) return;
		if (countOthers(guild, voiceChannelId) > crowdMax) return;
		const stale = listListeners(guild, voiceChannelId)
			.filter((userId) => this.#age(`${guild.id} ${userId}`) > freshMs)
			.slice(0, askedMax);
		if (stale.length === 0) return;
		const patience = AbortSignal.timeout(patienceMs);
		for (let at = 0; at < stale.length && !patience.aborted; at += askedAtOnce) {
			const asked = stale.slice(at, at + askedAtOnce).map((userId) => this.#ask(guild, userId));
			// It only rejects when the patience ends.
			await orAborted(Promise.all(asked), patience).catch(() => {});
		}
	}

	#ask(guild: Guild, userId: string): Promise<void> {
		const key = `${guild.id} ${userId}`;
		const asking =
			this.#asking.get(key) ??
			guild.members
				.fetch({ user: userId, force: true, cache: true })
				.then(
					() => this.#note(key),
					() => {
						this.#knownAt.delete(key);
					},
				)
				.finally(() => this.#asking.delete(key));
		this.#asking.set(key, asking);
		return asking;
	}
}
