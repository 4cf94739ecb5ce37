import { voiceStateFields } from "../voice/voice-state-fields.ts";
import { channelFields, memberFields, type World } from "../world/world.ts";

/** The guild as `GET /guilds/:id` writes it. */
export const guildFields = (world: World) => ({
	id: world.guildId,
	name: world.guildName,
	icon: null,
	splash: null,
	discovery_splash: null,
	description: null,
	owner_id: world.ownerId,
	application_id: null,
	region: "local",
	afk_channel_id: world.channels.has(world.afk.id) ? world.afk.id : null,
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
	stickers: [],
	roles: [...world.roles.values()],
});

/** The guild as GUILD_CREATE brings it: with its people and places. */
export const guildCreate = (world: World) => ({
	...guildFields(world),
	joined_at: world.bot.joinedAt,
	large: false,
	unavailable: false,
	member_count: world.members.size,
	members: [...world.members.values()].map((member) => ({ ...memberFields(member), user: member.user })),
	channels: [...world.channels.values()].map((channel) => channelFields(world, channel)),
	voice_states: [...world.voiceStates.keys()].map((userId) => {
		const { guild_id: _guild, member: _member, ...state } = voiceStateFields(world, userId);
		return state;
	}),
	threads: [],
	presences: [],
	stage_instances: [],
	guild_scheduled_events: [],
	soundboard_sounds: [],
});
