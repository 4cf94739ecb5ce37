import { GatewayIntentBits } from "discord-api-types/v10";
import { channelFields } from "./channel-fields.ts";
import { isThread } from "./channel-kinds.ts";
import type { Channel, Guild, Member } from "./guild.ts";
import { memberWithUser } from "./member-fields.ts";
import { voiceStateFields } from "./voice-state-fields.ts";

/** The guild as `GET /guilds/:id` writes it. */
export const guildFields = (guild: Guild) => ({
	id: guild.id,
	name: guild.name,
	icon: null,
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
	preferred_locale: "en-US",
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

/** A channel inside its guild, which isn't named once more. */
const channelInside = (channel: Channel) => {
	const { guild_id: _guild, ...fields } = channelFields(channel);
	return fields;
};

/**
 * The guild as GUILD_CREATE describes it, with members and channels. Without the intent for members, those are only the
 * application's own and the ones in voice.
 */
export const guildCreate = (guild: Guild, intents: number) => {
	const isToldOf = (member: Member): boolean =>
		(intents & GatewayIntentBits.GuildMembers) !== 0 ||
		member === guild.bot ||
		guild.voiceStates.has(member.user.id);
	const channels = [...guild.channels.values()];
	return {
		...guildFields(guild),
		joined_at: guild.bot.joinedAt,
		large: false,
		unavailable: false,
		member_count: guild.members.size,
		members: [...guild.members.values()].filter(isToldOf).map(memberWithUser),
		channels: channels.filter((channel) => !isThread(channel)).map(channelInside),
		voice_states: [...guild.voiceStates.keys()].flatMap((userId) => {
			const member = guild.members.get(userId);
			if (!member) return [];
			const { guild_id: _guild, member: _member, ...state } = voiceStateFields(member);
			return state;
		}),
		threads: channels
			.filter(isThread)
			.filter(({ thread }) => !thread.archived)
			.map(channelFields),
		presences: [],
		stage_instances: [],
		guild_scheduled_events: [],
		soundboard_sounds: [],
	};
};
