import {
	ChannelType,
	type Client,
	Events,
	type Guild,
	type GuildMember,
	type Message,
	MessageFlags,
	MessageType,
} from "discord.js";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { applyGuildDefaults } from "../settings/settings.ts";
import type { GuildReading } from "../store/reading.ts";
import { findVoiceChannel, type MemberFacts, readMemberFacts } from "../voice/channel-facts.ts";
import type { AuthorFacts, EarlyFacts } from "./decide.ts";

/** Where a message would be read, and who wrote it. */
export interface Occasion extends Pick<EarlyFacts, "voiceChannelId" | "paused"> {
	/** The author with current roles; null if they aren't a member. */
	readonly author: GuildMember | null;
}

export interface Circumstances extends Occasion, Pick<EarlyFacts, "mode" | "presets" | "now"> {
	readonly reading: GuildReading;
	/** Whether the author doesn't want to be read. */
	readonly optedOut: boolean;
}

/** The facts of a member who isn't in voice. */
const outside: MemberFacts = {
	channelId: null,
	permissions: 0n,
	muted: false,
	suppressed: false,
	timedOutUntil: null,
};

const readAuthor = (
	message: Message<true>,
	{ author, optedOut, voiceChannelId }: Circumstances,
): AuthorFacts => {
	const { id, bot, system } = message.author;
	if (id === message.client.user.id) return { kind: "herald" };
	const { webhookId, applicationId } = message;
	// A bot's answers to commands come from a webhook with its application's ID.
	if (webhookId !== null && webhookId !== applicationId) return { kind: "webhook", id: webhookId };
	const roles = author ? [...author.roles.cache.keys()] : [];
	if (bot || system) return { kind: "bot", id, roles };
	const channel = voiceChannelId === undefined ? undefined : findVoiceChannel(message.guild, voiceChannelId);
	return {
		kind: "member",
		id,
		roles,
		manages: author?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false,
		optedOut,
		voice: author && channel ? readMemberFacts(author, channel) : outside,
	};
};

/** @returns the name of a bot or a webhook; undefined for a member */
export const botName = ({ author, webhookId }: Message<true>): string | undefined =>
	author.bot || webhookId !== null ? author.username : undefined;

/** Reads a channel's facts. A public thread counts as its parent, since those who see the parent see the thread. */
export const readChannel = (guild: Guild, channelId: string): EarlyFacts["channel"] => {
	const channel = guild.channels.cache.get(channelId);
	return channel?.isThread()
		? { id: channel.parentId ?? channelId, isPrivateThread: channel.type === ChannelType.PrivateThread }
		: { id: channelId, isPrivateThread: false };
};

/** Removes a mention of Herald at the beginning, if only messages that mention Herald reach it. */
export const withoutAddress = (content: string, heraldId: string, mode: EarlyFacts["mode"]): string =>
	mode === "mentions" ? content.replace(new RegExp(`^\\s*<@!?${heraldId}>[\\s,:]*`), "") : content;

/** Reads facts from a message, its author and its guild's settings, without asking Discord. */
export const readEarlyFacts = (message: Message<true>, circumstances: Circumstances): EarlyFacts => {
	const { mode, voiceChannelId, paused, presets, now, reading } = circumstances;
	const herald = message.client.user.id;
	const { channels, ignores, sources, settings } = reading;
	return {
		mode,
		mentionsHerald: message.mentions.users.has(herald),
		voiceChannelId,
		paused,
		channel: readChannel(message.guild, message.channelId),
		author: readAuthor(message, circumstances),
		isOrdinary:
			[MessageType.Default, MessageType.Reply].includes(message.type) &&
			!message.flags.has(MessageFlags.Ephemeral),
		isSilent: message.flags.has(MessageFlags.SuppressNotifications),
		content: withoutAddress(message.content, herald, mode),
		presets,
		settings: applyGuildDefaults(settings),
		channels,
		ignores,
		sources,
		now,
	};
};

/** Tells when messages were written, by Herald's clock in ms, which may differ from Discord's. */
export class MessageTimes {
	/** Shards whose gateway is replaying what they missed. */
	readonly #replaying = new Set<number>();
	readonly #now: () => number;

	constructor(client: Client, now: () => number) {
		this.#now = now;
		client.on(Events.ShardReconnecting, (shardId) => this.#replaying.add(shardId));
		client.on(Events.ShardResume, (shardId) => this.#replaying.delete(shardId));
		client.on(Events.ShardReady, (shardId) => this.#replaying.delete(shardId));
	}

	/** @returns the current time; for a replayed message, Discord's time */
	of({ guild, createdTimestamp }: Message<true>): number {
		const now = this.#now();
		return this.#replaying.has(guild.shardId) ? Math.min(now, createdTimestamp) : now;
	}
}
