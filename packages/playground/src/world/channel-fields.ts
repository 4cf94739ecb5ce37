import { ChannelType } from "discord-api-types/v10";
import { type Channel, isThread, type ThreadChannel } from "./guild.ts";

const bitrate = 64_000;
const archiveMinutes = 4_320;

const threadFields = (channel: ThreadChannel) => {
	const { thread } = channel;
	return {
		id: channel.id,
		type: channel.type,
		guild_id: channel.guild.id,
		parent_id: channel.parentId,
		name: channel.name,
		owner_id: thread.ownerId,
		last_message_id: channel.lastMessageId,
		rate_limit_per_user: channel.slowmodeSeconds,
		message_count: thread.messageCount,
		member_count: thread.members.size,
		total_message_sent: thread.totalMessages,
		applied_tags: thread.appliedTags,
		flags: 0,
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

/** The fields of one type of channel. */
const ownFields = (channel: Channel): object => {
	switch (channel.type) {
		case ChannelType.GuildText:
		case ChannelType.GuildAnnouncement:
			return {
				topic: channel.topic,
				rate_limit_per_user: channel.slowmodeSeconds,
				last_message_id: channel.lastMessageId,
				default_auto_archive_duration: archiveMinutes,
			};
		case ChannelType.GuildVoice:
		case ChannelType.GuildStageVoice:
			return {
				rate_limit_per_user: channel.slowmodeSeconds,
				last_message_id: channel.lastMessageId,
				bitrate,
				user_limit: channel.userLimit,
				rtc_region: null,
				video_quality_mode: 1,
			};
		case ChannelType.GuildForum:
			return {
				topic: channel.topic,
				rate_limit_per_user: channel.slowmodeSeconds,
				// Here the newest thread's.
				last_message_id: channel.lastMessageId,
				default_auto_archive_duration: archiveMinutes,
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

/** A channel as the API writes one. */
export const channelFields = (channel: Channel) =>
	isThread(channel)
		? threadFields(channel)
		: {
				id: channel.id,
				type: channel.type,
				guild_id: channel.guild.id,
				parent_id: channel.parentId,
				name: channel.name,
				position: channel.position,
				permission_overwrites: channel.overwrites,
				nsfw: channel.nsfw,
				flags: 0,
				...ownFields(channel),
			};
