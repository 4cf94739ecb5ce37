import {
	type APIGuildMember,
	type APIOverwrite,
	type APIRole,
	type APIUser,
	ChannelType,
} from "discord-api-types/v10";
import type { Clock } from "./clock.ts";
import { permissionBits } from "./permissions.ts";

export interface Member {
	readonly user: APIUser;
	readonly roles: string[];
	readonly joinedAt: string;
}

export interface Channel {
	readonly id: string;
	readonly type: ChannelType.GuildText | ChannelType.GuildVoice;
	readonly name: string;
	readonly position: number;
	readonly permission_overwrites: APIOverwrite[];
}

/** One guild with its people and places. The application is a member of it as on any server. */
export interface World {
	readonly guildId: string;
	readonly guildName: string;
	readonly ownerId: string;
	readonly applicationId: string;
	readonly roles: ReadonlyMap<string, APIRole>;
	readonly channels: ReadonlyMap<string, Channel>;
	readonly members: ReadonlyMap<string, Member>;
	readonly owner: Member;
	readonly ordinary: Member;
	readonly bot: Member;
	readonly text: Channel;
	readonly voice: Channel;
}

const everyonesPermissions = permissionBits([
	"ViewChannel",
	"SendMessages",
	"SendVoiceMessages",
	"ReadMessageHistory",
	"EmbedLinks",
	"AttachFiles",
	"AddReactions",
	"UseExternalEmojis",
	"UseApplicationCommands",
	"Connect",
	"Speak",
	"Stream",
	"UseVAD",
	"RequestToSpeak",
	"ChangeNickname",
]);

// The types of flags know no name for none.
const noFlags = 0 as never;

const user = (id: string, username: string, name: string, bot = false): APIUser => ({
	id,
	username,
	global_name: bot ? null : name,
	discriminator: bot ? "0001" : "0",
	avatar: null,
	bot,
	public_flags: noFlags,
});

const role = (id: string, name: string, position: number, permissions: bigint, managed = false): APIRole => ({
	id,
	name,
	position,
	permissions: String(permissions),
	color: 0,
	colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
	hoist: false,
	icon: null,
	unicode_emoji: null,
	managed,
	mentionable: true,
	flags: noFlags,
});

/** Makes the guild: an owner, an ordinary member and the application, two roles beside everyone's, two channels. */
export const createWorld = (newId: () => string, clock: Clock, botName: string): World => {
	const guildId = newId();
	const joinedAt = new Date(clock.now()).toISOString();
	const everyone = role(guildId, "@everyone", 0, everyonesPermissions);
	const night = role(newId(), "Night Shift", 1, 0n);
	const managed = role(newId(), botName, 2, everyonesPermissions, true);
	const owner: Member = { user: user(newId(), "ada", "Ada"), roles: [], joinedAt };
	const ordinary: Member = { user: user(newId(), "ben", "Ben"), roles: [night.id], joinedAt };
	const applicationId = newId();
	const bot: Member = { user: user(applicationId, botName, botName, true), roles: [managed.id], joinedAt };
	const text: Channel = {
		id: newId(),
		type: ChannelType.GuildText,
		name: "general",
		position: 0,
		permission_overwrites: [],
	};
	const voice: Channel = {
		id: newId(),
		type: ChannelType.GuildVoice,
		name: "Lounge",
		position: 0,
		permission_overwrites: [],
	};
	return {
		guildId,
		guildName: "The Playground",
		ownerId: owner.user.id,
		applicationId,
		roles: new Map([everyone, night, managed].map((each) => [each.id, each])),
		channels: new Map([text, voice].map((each) => [each.id, each])),
		members: new Map([owner, ordinary, bot].map((each) => [each.user.id, each])),
		owner,
		ordinary,
		bot,
		text,
		voice,
	};
};

export const displayName = (member: Member): string => member.user.global_name ?? member.user.username;

/** A member as the API writes one, without the user. */
export const memberFields = (member: Member): Omit<APIGuildMember, "user"> => ({
	roles: member.roles,
	joined_at: member.joinedAt,
	nick: null,
	avatar: null,
	banner: null,
	premium_since: null,
	communication_disabled_until: null,
	pending: false,
	flags: noFlags,
	deaf: false,
	mute: false,
});

/** A channel as the API writes one. */
export const channelFields = (world: World, channel: Channel) => ({
	...channel,
	guild_id: world.guildId,
	parent_id: null,
	nsfw: false,
	rate_limit_per_user: 0,
	last_message_id: null,
	flags: noFlags,
	...(channel.type === ChannelType.GuildText
		? { topic: null }
		: { bitrate: 64_000, user_limit: 0, rtc_region: null, video_quality_mode: 1 }),
});
