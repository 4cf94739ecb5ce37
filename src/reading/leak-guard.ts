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

/**
 * How long a member's known roles count as fresh, in ms. Without the privileged intent for members, Discord doesn't
 * report when roles change, so Herald asks again.
 */
const freshMs = 60_000;
/**
 * How much longer a member's known roles are relied on, in ms, for a text that waits between its check and its first
 * packet.
 */
const graceMs = 60_000;
/**
 * The most people and bots besides Herald in a voice channel whose listeners are checked one by one, which takes long.
 * In a fuller channel, only messages of text channels that everybody may view are read.
 */
const crowdMax = 500;
/** The most members that one refresh asks about. */
const askedMax = 50;
const askedAtOnce = 5;
/** How long messages wait for Discord's answers, in ms. */
const patienceMs = 2_000;

/**
 * @returns the channel whose viewers may view a text channel: the channel itself, or for a public thread its parent.
 * Null for an unknown channel, and for a private thread, since it would take a request per listener to know who is in
 * it
 */
const findViewed = (guild: Guild, channelId: string): GuildBasedChannel | null => {
	const channel = guild.channels.cache.get(channelId);
	if (channel?.type === ChannelType.PrivateThread) return null;
	return (channel?.isThread() ? channel.parent : channel) ?? null;
};

/** The permissions to view a channel. The chat of a voice channel is closed to those who may not connect. */
const viewing = (channel: GuildBasedChannel): bigint =>
	PermissionFlagsBits.ViewChannel | (channel.isVoiceBased() ? PermissionFlagsBits.Connect : 0n);

/** Whether everybody in the guild may view a text channel, whatever their roles. */
const isOpenToAll = (channel: GuildBasedChannel): boolean =>
	channel.guild.roles.everyone.permissions.has(viewing(channel)) &&
	"permissionOverwrites" in channel &&
	!channel.permissionOverwrites.cache.some(({ deny }) => deny.any(viewing(channel)));

/**
 * Knows whether the listeners of a voice channel may view what is read to them. A member whose roles aren't known
 * counts as unable to view it.
 */
export class LeakGuard {
	readonly #now: () => number;
	/** When a member's roles were last reported, by guild and member. Oldest first. */
	readonly #knownAt = new Map<string, number>();
	readonly #asking = new Map<string, Promise<void>>();

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/**
	 * Records the roles that come with voice states. Must be called before event listeners are added that ask this
	 * guard.
	 */
	follow(client: Client): void {
		client.on(Events.VoiceStateUpdate, (_, { guild, id }) => this.noteRoles(guild, id));
	}

	/** Records that Discord has just reported a member's roles. */
	noteRoles(guild: Guild, userId: string): void {
		const key = `${guild.id} ${userId}`;
		const now = this.#now();
		this.#knownAt.delete(key);
		this.#knownAt.set(key, now);
		// This runs for every voice state in all guilds, so the loop ends at the first entry that stays.
		for (const [oldest, at] of this.#knownAt) {
			if (now - at <= freshMs + graceMs) break;
			this.#knownAt.delete(oldest);
		}
	}

	/**
	 * @returns how long ago a member's roles were reported, in ms; Infinity if never. A clock that is set back doesn't
	 * make them newer
	 */
	#age(key: string): number {
		return Math.abs(this.#now() - (this.#knownAt.get(key) ?? Number.NEGATIVE_INFINITY));
	}

	/** @returns whether a member may view a text channel, by what is known now */
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
	 * @param userId - the only listener to check; by default all
	 * @returns whether the listeners of a voice channel may view a text channel, by what is known now
	 */
	mayBeHeard(guild: Guild, voiceChannelId: string, channelId: string, userId?: string): boolean {
		const channel = findViewed(guild, channelId);
		if (!channel) return false;
		// Most channels are open to all. Then no member needs to be checked.
		if (isOpenToAll(channel)) return true;
		// Herald doesn't know who may view a channel that it can't view.
		if (!canView(channel) || countOthers(guild, voiceChannelId) > crowdMax) return false;
		if (userId !== undefined)
			return !hasListeners(guild, voiceChannelId, userId) || this.#mayView(channel, userId);
		return listListeners(guild, voiceChannelId).every((userId) => this.#mayView(channel, userId));
	}

	/**
	 * Asks Discord for the roles of up to `askedMax` listeners whose roles were last reported more than a minute ago, if
	 * roles matter here. Never rejects, and gives up after two seconds.
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
			// `orAborted` rejects only when the patience is over.
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
					() => this.noteRoles(guild, userId),
					() => {
						this.#knownAt.delete(key);
					},
				)
				.finally(() => this.#asking.delete(key));
		this.#asking.set(key, asking);
		return asking;
	}
}
