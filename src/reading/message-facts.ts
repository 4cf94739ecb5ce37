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
import type { AuthorFacts, EarlyFacts } from "./facts.ts";

/** Where a message would be heard, and who wrote it. */
export interface Occasion extends Pick<EarlyFacts, "voiceChannelId" | "paused"> {
	/** With current roles; null if it isn't a member. */
	readonly author: GuildMember | null;
}

export interface Circumstances extends Occasion, Pick<EarlyFacts, "mode" | "presets" | "now"> {
	readonly reading: GuildReading;
	/** Whether the author doesn't want to be read. */
	readonly optedOut: boolean;
}

/** A member who isn't in voice, and may do nothing there. */
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
	// A bot's answers to commands come by a webhook that is its application's.
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

/** @returns the name by which a bot or a webhook is known; undefined of a member */
export const botName = ({ author, webhookId }: Message<true>): string | undefined =>
	author.bot || webhookId !== null ? author.username : undefined;

/** A public thread counts as its parent, which is where it is seen. */
export const readChannel = (guild: Guild, channelId: string): EarlyFacts["channel"] => {
	const channel = guild.channels.cache.get(channelId);
	return channel?.isThread()
		? { id: channel.parentId ?? channelId, isPrivateThread: channel.type === ChannelType.PrivateThread }
		: { id: channelId, isPrivateThread: false };
};

/** Removes a mention of Herald at the beginning in mention mode, where it is needed for the message to reach Herald. */
export const withoutAddress = (content: string, heraldId: string, mode: EarlyFacts["mode"]): string =>
	mode === "mentions" ? content.replace(new RegExp(`^\\s*<@!?${heraldId}>[\\s,:]*`), "") : content;

/** @returns what a message, its author and its guild's settings say, without asking Discord for anything */
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

/** Knows when messages were written, in ms of Herald's clock, which may not agree with Discord's. */
export class MessageTimes {
	/** Shards whose gateway replays what they missed. */
	readonly #replaying = new Set<number>();
	readonly #now: () => number;

	constructor(client: Client, now: () => number) {
		this.#now = now;
		client.on(Events.ShardReconnecting, (shardId) => this.#replaying.add(shardId));
		client.on(Events.ShardResume, (shardId) => this.#replaying.delete(shardId));
		client.on(Events.ShardReady, (shardId) => this.#replaying.delete(shardId));
	}

	/** @returns the current time, or Discord's where a message is replayed */
	of({ guild, createdTimestamp }: Message<true>): number {
		const now = this.#now();
		return this.#replaying.has(guild.shardId) ? Math.min(now, createdTimestamp) : now;
	}
}
