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
	/** Muted or deafened by the server, in whatever voice channel. */
	mute: boolean;
	deaf: boolean;
	/** Milliseconds since the Unix epoch; 0 when not timed out. */
	timedOutUntil: number;
}

/** Where a member is in voice, and what they may be heard of there. */
export interface VoiceState {
	channelId: string;
	sessionId: string;
	selfMute: boolean;
	selfDeaf: boolean;
	/** Not allowed to speak: the audience of a stage, the AFK channel, or no permission. */
	suppress: boolean;
	/** When the member asked to speak on a stage, as an ISO 8601 time. */
	requestedToSpeakAt: string | null;
}

/** What a guild's channel can be here. */
export type PlaceType = ChannelType.GuildText | ChannelType.GuildVoice | ChannelType.GuildStageVoice;

export interface Channel {
	readonly id: string;
	readonly type: PlaceType;
	readonly name: string;
	readonly position: number;
	/** How many may be in a voice channel; 0 for no limit. */
	user_limit: number;
	readonly permission_overwrites: APIOverwrite[];
}

/** One guild with its people and places. The application is a member of it as on any server. */
export interface World {
	readonly guildId: string;
	readonly guildName: string;
	readonly ownerId: string;
	readonly applicationId: string;
	readonly roles: ReadonlyMap<string, APIRole>;
	readonly channels: Map<string, Channel>;
	readonly members: ReadonlyMap<string, Member>;
	/** By member; who is in no voice channel has none. */
	readonly voiceStates: Map<string, VoiceState>;
	/** The same, as the guild that the playground opens with. */
	readonly guild: {
		readonly id: string;
		readonly roles: ReadonlyMap<string, APIRole>;
		readonly channels: Map<string, Channel>;
		readonly members: ReadonlyMap<string, Member>;
		readonly voiceStates: Map<string, VoiceState>;
	};
	readonly owner: Member;
	readonly ordinary: Member;
	readonly bot: Member;
	readonly text: Channel;
	readonly voice: Channel;
	readonly secondVoice: Channel;
	readonly stage: Channel;
	readonly afk: Channel;
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

const member = (user: APIUser, roles: string[], joinedAt: string): Member => ({
	user,
	roles,
	joinedAt,
	mute: false,
	deaf: false,
	timedOutUntil: 0,
});

/** A channel with nothing set for anybody in particular. */
export const makeChannel = (id: string, type: PlaceType, name: string, position: number): Channel => ({
	id,
	type,
	name,
	position,
	user_limit: 0,
	permission_overwrites: [],
});

/** Makes the guild: an owner, an ordinary member and the application, two roles beside everyone's, five channels. */
export const createWorld = (newId: () => string, clock: Clock, botName: string): World => {
	const guildId = newId();
	const joinedAt = new Date(clock.now()).toISOString();
	const everyone = role(guildId, "@everyone", 0, everyonesPermissions);
	const night = role(newId(), "Night Shift", 1, 0n);
	const managed = role(newId(), botName, 2, everyonesPermissions, true);
	const owner = member(user(newId(), "ada", "Ada"), [], joinedAt);
	const ordinary = member(user(newId(), "ben", "Ben"), [night.id], joinedAt);
	const applicationId = newId();
	const bot = member(user(applicationId, botName, botName, true), [managed.id], joinedAt);
	const text = makeChannel(newId(), ChannelType.GuildText, "general", 0);
	const voice = makeChannel(newId(), ChannelType.GuildVoice, "Lounge", 0);
	const secondVoice = makeChannel(newId(), ChannelType.GuildVoice, "Studio", 1);
	const stage = makeChannel(newId(), ChannelType.GuildStageVoice, "Stage", 2);
	const afk = makeChannel(newId(), ChannelType.GuildVoice, "Away", 3);
	const guild = {
		id: guildId,
		roles: new Map([everyone, night, managed].map((each) => [each.id, each])),
		channels: new Map([text, voice, secondVoice, stage, afk].map((each) => [each.id, each])),
		members: new Map([owner, ordinary, bot].map((each) => [each.user.id, each])),
		voiceStates: new Map<string, VoiceState>(),
	};
	return {
		...guild,
		guild,
		guildId,
		guildName: "The Playground",
		ownerId: owner.user.id,
		applicationId,
		owner,
		ordinary,
		bot,
		text,
		voice,
		secondVoice,
		stage,
		afk,
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
	communication_disabled_until: member.timedOutUntil ? new Date(member.timedOutUntil).toISOString() : null,
	pending: false,
	flags: noFlags,
	deaf: member.deaf,
	mute: member.mute,
});

/** A channel as the API writes one. */
export const channelFields = (world: World, { user_limit, ...channel }: Channel) => ({
	...channel,
	guild_id: world.guildId,
	parent_id: null,
	nsfw: false,
	rate_limit_per_user: 0,
	last_message_id: null,
	flags: noFlags,
	...(channel.type === ChannelType.GuildText
		? { topic: null }
		: { bitrate: 64_000, user_limit, rtc_region: null, video_quality_mode: 1 }),
});
