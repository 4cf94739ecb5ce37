import {
	type APIGuildMember,
	type APIVoiceState,
	ChannelType,
	OverwriteType,
	PermissionFlagsBits,
} from "discord-api-types/v10";
import { type Channel, type Guild, isThread, isVoice, type Member, type ThreadChannel } from "./guild.ts";
import { canView, computePermissions } from "./permissions.ts";

/** No flags: Discord's types have no value for that. */
export const noFlags = 0 as never;

export const displayName = ({ nick, user }: Member): string => nick ?? user.global_name ?? user.username;

/** Whether a member's display name or user name begins with a text, ignoring case. */
export const isNamed = (member: Member, start: string): boolean =>
	[displayName(member), member.user.username].some((name) =>
		name.toLowerCase().startsWith(start.toLowerCase()),
	);

export const memberFields = (member: Member): Omit<APIGuildMember, "user"> => ({
	roles: member.roles,
	joined_at: member.joinedAt,
	nick: member.nick,
	avatar: null,
	banner: null,
	premium_since: null,
	communication_disabled_until: member.timedOutUntil ? new Date(member.timedOutUntil).toISOString() : null,
	pending: false,
	flags: noFlags,
	deaf: member.deaf,
	mute: member.mute,
});

export const memberWithUser = (member: Member) => ({ ...memberFields(member), user: member.user });

/** A member's voice state as events and the REST API write it; outside of voice channels, `channel_id` is null. */
export const voiceStateFields = (member: Member, lastSessionId = ""): APIVoiceState => {
	const { guild, user } = member;
	const state = guild.voiceStates.get(user.id);
	return {
		guild_id: guild.id,
		channel_id: state?.channelId ?? null,
		user_id: user.id,
		member: memberWithUser(member),
		session_id: state?.sessionId ?? lastSessionId,
		deaf: member.deaf,
		mute: member.mute,
		self_deaf: state?.selfDeaf ?? false,
		self_mute: state?.selfMute ?? false,
		self_stream: false,
		self_video: false,
		suppress: state?.suppress ?? false,
		request_to_speak_timestamp: state?.requestedToSpeakAt ?? null,
	};
};

const bitrate = 64_000;
const archiveMinutes = 4_320;

/** The fields that all channels of guilds have. */
const commonFields = ({ id, type, guild, parentId, name }: Channel) => ({
	id,
	type,
	guild_id: guild.id,
	parent_id: parentId,
	name,
	flags: 0,
});

const threadFields = (channel: ThreadChannel) => {
	const { thread } = channel;
	return {
		...commonFields(channel),
		owner_id: thread.ownerId,
		last_message_id: channel.lastMessageId,
		rate_limit_per_user: channel.slowmodeSeconds,
		message_count: thread.messageCount,
		member_count: thread.members.size,
		total_message_sent: thread.totalMessages,
		applied_tags: thread.appliedTags,
		thread_metadata: {
			archived: thread.archived,
			archive_timestamp: thread.archivedAt,
			auto_archive_duration: thread.autoArchiveMinutes,
			locked: thread.locked,
			create_timestamp: thread.createdAt,
			...(channel.type === ChannelType.PrivateThread && { invitable: thread.invitable }),
		},
	};
};

/** The fields that only some types of channels have. */
const ownFields = (channel: Channel): object => {
	// In a forum, the last message's id is the id of the newest thread.
	const written = { rate_limit_per_user: channel.slowmodeSeconds, last_message_id: channel.lastMessageId };
	const withThreads = { ...written, topic: channel.topic, default_auto_archive_duration: archiveMinutes };
	switch (channel.type) {
		case ChannelType.GuildText:
		case ChannelType.GuildAnnouncement:
			return withThreads;
		case ChannelType.GuildVoice:
		case ChannelType.GuildStageVoice:
			return {
				...written,
				bitrate,
				user_limit: channel.userLimit,
				rtc_region: null,
				video_quality_mode: 1,
			};
		case ChannelType.GuildForum:
		case ChannelType.GuildMedia:
			return {
				...withThreads,
				default_thread_rate_limit_per_user: 0,
				available_tags: channel.tags,
				default_reaction_emoji: null,
				default_sort_order: null,
				default_forum_layout: 0,
			};
		default:
			return {};
	}
};

/**
 * Direct messages or a group as the API writes them.
 *
 * @param viewerId - the id of the user who sees the channel, and isn't listed among its recipients; by default the
 *   application's
 */
export const directFields = (
	{ id, type, name, lastMessageId, guild }: Channel,
	viewerId = guild.bot.user.id,
) => ({
	id,
	type,
	flags: 0,
	last_message_id: lastMessageId,
	recipients: [...guild.members.values()].flatMap(({ user }) => (user.id === viewerId ? [] : user)),
	...(type === ChannelType.GroupDM && { name: name || null, icon: null, owner_id: guild.ownerId }),
});

/** @returns the API's `guild_id`; private channels have none */
export const inGuild = ({ id, isPrivate }: Guild) => (isPrivate ? {} : { guild_id: id });

/** @returns a guild's channel as the API writes one */
export const channelFields = (channel: Channel) =>
	isThread(channel)
		? threadFields(channel)
		: {
				...commonFields(channel),
				position: channel.position,
				permission_overwrites: channel.overwrites,
				nsfw: channel.nsfw,
				...ownFields(channel),
			};

/** Discord's flag CHANNEL_OBFUSCATED. */
const obfuscated = 1 << 17;

const hiddenVoice = (channel: Channel): object => {
	if (!isVoice(channel) || channel.guild.hiddenVoiceFields === "absent") return {};
	return channel.guild.hiddenVoiceFields === "null"
		? { bitrate: null, user_limit: null }
		: { bitrate, user_limit: channel.userLimit };
};

/**
 * @returns a channel as the gateway sends it. If the application can't view it, only the channel's ids, type and
 *   position are sent as they are, and perhaps bitrate and user limit (`hiddenVoiceFields`)
 */
export const toldFields = (channel: Channel) => {
	const { guild, position } = channel;
	if (canView(guild.bot, channel)) return channelFields(channel);
	const deny = String(PermissionFlagsBits.ViewChannel);
	return {
		...commonFields(channel),
		name: "___hidden___",
		position,
		permission_overwrites: [{ id: guild.id, type: OverwriteType.Role, allow: "0", deny }],
		topic: null,
		nsfw: false,
		last_message_id: null,
		flags: obfuscated,
		...hiddenVoice(channel),
	};
};

/**
 * @returns a channel as interactions carry it, even if the application can't view it, with the permissions of the
 *   member and of the application's bot; without the bot's if the bot isn't in the guild
 */
export const resolvedFields = (channel: Channel, member: Member) => {
	const {
		permission_overwrites: _overwrites,
		bitrate: _bitrate,
		user_limit: _limit,
		...fields
	} = channelFields(channel) as Readonly<Record<string, unknown>>;
	const { bot, hasBot } = channel.guild;
	return {
		...fields,
		permissions: String(computePermissions(member, channel)),
		...(hasBot && { app_permissions: String(computePermissions(bot, channel)) }),
	};
};

/** @returns a guild as `GET /guilds/:id` writes it */
export const guildFields = (guild: Guild) => ({
	id: guild.id,
	name: guild.name,
	icon: null,
	home_header: null,
	splash: null,
	discovery_splash: null,
	description: null,
	owner_id: guild.ownerId,
	application_id: null,
	region: "local",
	afk_channel_id: guild.afkChannelId,
	afk_timeout: 300,
	system_channel_id: null,
	system_channel_flags: 0,
	rules_channel_id: null,
	public_updates_channel_id: null,
	safety_alerts_channel_id: null,
	widget_enabled: false,
	widget_channel_id: null,
	verification_level: 0,
	default_message_notifications: 0,
	mfa_level: 0,
	explicit_content_filter: 0,
	max_presences: null,
	max_members: 500_000,
	max_video_channel_users: 25,
	max_stage_video_channel_users: 50,
	premium_tier: 0,
	premium_subscription_count: 0,
	premium_progress_bar_enabled: false,
	preferred_locale: guild.preferredLocale,
	nsfw: false,
	nsfw_level: 0,
	vanity_url_code: null,
	banner: null,
	hub_type: null,
	incidents_data: null,
	features: [],
	emojis: [],
	stickers: [...guild.stickers.values()],
	roles: [...guild.roles.values()],
});
