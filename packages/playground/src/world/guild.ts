import {
	type APIGuildForumTag,
	type APIOverwrite,
	type APIRole,
	type APISticker,
	type APIUser,
	ChannelType,
	type PermissionFlagsBits,
} from "discord-api-types/v10";
import { InputError, orThrow } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";

/** Discord's name of a permission, such as `SendVoiceMessages`. */
export type PermissionName = keyof typeof PermissionFlagsBits;

export type ThreadType =
	| ChannelType.AnnouncementThread
	| ChannelType.PublicThread
	| ChannelType.PrivateThread;

type GuildChannelType =
	| ChannelType.GuildText
	| ChannelType.GuildVoice
	| ChannelType.GuildCategory
	| ChannelType.GuildAnnouncement
	| ChannelType.GuildStageVoice
	| ChannelType.GuildForum
	| ChannelType.GuildMedia
	| ThreadType;

export type PrivateChannelType = ChannelType.DM | ChannelType.GroupDM;

/** A user in one guild. The user is the same in every guild; everything else here belongs to this guild. */
export interface Member {
	readonly user: APIUser;
	readonly guild: Guild;
	readonly roles: string[];
	nick: string | null;
	readonly joinedAt: string;
	/** Whether moderators have muted the member (`mute`) or deafened them (`deaf`), in every voice channel. */
	mute: boolean;
	deaf: boolean;
	/** Milliseconds since the Unix epoch; 0 when not timed out. */
	timedOutUntil: number;
}

/** A member's voice channel, and whether they may be heard there. */
export interface VoiceState {
	channelId: string;
	sessionId: string;
	selfMute: boolean;
	selfDeaf: boolean;
	/** Whether Discord silences the member: in a stage's audience, in the AFK channel, or without permission. */
	suppress: boolean;
	/** When the member asked to speak on a stage, as an ISO 8601 time; null without a request. */
	requestedToSpeakAt: string | null;
}

/** A thread's fields beyond those of other channels. */
export interface Thread {
	readonly ownerId: string;
	/** When each member joined the thread, by user id, as an ISO 8601 time. */
	readonly members: Map<string, string>;
	readonly createdAt: string;
	archived: boolean;
	/** When the thread was last archived or unarchived, by default when it was created; an ISO 8601 time. */
	archivedAt: string;
	/** After how many minutes without a message Discord archives the thread. The playground never does so by itself. */
	autoArchiveMinutes: number;
	locked: boolean;
	/** Whether members of a private thread may add others. */
	invitable: boolean;
	messageCount: number;
	totalMessages: number;
	/** Ids of the forum's tags that the post has. */
	appliedTags: string[];
}

export interface Channel {
	readonly id: string;
	readonly guild: Guild;
	readonly type: GuildChannelType | PrivateChannelType;
	name: string;
	position: number;
	/** The id of the channel's category, or of a thread's channel; null for a channel without a category. */
	parentId: string | null;
	topic: string | null;
	nsfw: boolean;
	/** Seconds that a member waits between messages; 0 for none. */
	slowmodeSeconds: number;
	/** How many members may be in a voice channel; 0 for no limit. */
	userLimit: number;
	lastMessageId: string | null;
	/** Empty for a thread: the overwrites of the channel that has the thread apply. */
	readonly overwrites: APIOverwrite[];
	/** The tags for threads of a forum. */
	readonly tags: APIGuildForumTag[];
	readonly thread: Thread | undefined;
}

export type ThreadChannel = Channel & { readonly thread: Thread };

/**
 * How the application is in a guild. `bot`: its bot is a member; `outage`: its bot is a member, but the guild is
 * unavailable; `commands`: only its commands are installed; `none`: it isn't installed.
 */
export type Presence = "bot" | "outage" | "commands" | "none";

/**
 * How the gateway sends bitrate and user limit of a voice channel that the application can't view. `absent`: not at
 * all; `null`: as null; `set`: with their values.
 */
type HiddenVoiceFields = "absent" | "null" | "set";

/**
 * Whether the application has the Message Content intent. `granted`: Discord has granted it; `limited`: the owner of a
 * small application has switched it on; `refused`: the application doesn't have it.
 */
export type MessageContentGrant = "granted" | "limited" | "refused";

/**
 * One guild with its members and channels. Direct messages and groups, which Discord has outside guilds, are kept in
 * the same form: each as a private guild of its participants, with one channel.
 */
export class Guild {
	readonly id: string;
	name: string;
	readonly ownerId: string;
	afkChannelId: string | null = null;
	readonly roles = new Map<string, APIRole>();
	/** The guild's channels and threads. */
	readonly channels = new Map<string, Channel>();
	readonly members = new Map<string, Member>();
	readonly stickers = new Map<string, APISticker>();
	/** Ids of banned users. */
	readonly banned = new Set<string>();
	/** How many bytes a file may have. */
	attachmentLimit: number = limits.fileSize;
	preferredLocale = "en-US";
	presence: Presence = "bot";
	/** Tests can set this, because Discord doesn't document how it sends these fields of a hidden channel. */
	hiddenVoiceFields: HiddenVoiceFields = "absent";
	/** True for direct messages and groups. The guild then has the same id as its channel. */
	readonly isPrivate: boolean;
	/** The application's own membership. It is among `members` unless `presence` is "none". */
	bot!: Member;
	/** The voice states by user id. Members outside of voice channels have none. */
	readonly voiceStates = new Map<string, VoiceState>();

	constructor(id: string, name: string, ownerId: string, isPrivate = false) {
		this.id = id;
		this.name = name;
		this.ownerId = ownerId;
		this.isPrivate = isPrivate;
	}

	get owner(): Member {
		return orThrow(this.members.get(this.ownerId), () => new TypeError(`${this.name} has no owner.`));
	}

	/** Whether the application's bot is a member, also during an outage. */
	get hasBot(): boolean {
		return this.presence === "bot" || this.presence === "outage";
	}
}

const voiceTypes: readonly ChannelType[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];
const forumTypes: readonly ChannelType[] = [ChannelType.GuildForum, ChannelType.GuildMedia];

export const isVoice = ({ type }: Channel): boolean => voiceTypes.includes(type);

export const isThread = (channel: Channel): channel is ThreadChannel => channel.thread !== undefined;

/** Whether a channel has only threads: a forum or a media channel. */
export const isForum = ({ type }: Channel): boolean => forumTypes.includes(type);

/** Whether messages can be written in the channel itself: it is neither a category nor a forum. */
export const takesMessages = (channel: Channel): boolean =>
	channel.type !== ChannelType.GuildCategory && !isForum(channel);

/**
 * The channel in which members act by default: a guild's first text channel, or a private guild's only channel.
 *
 * @throws InputError if the guild has no such channel
 */
export const mainChannel = (guild: Guild): Channel => {
	for (const channel of guild.channels.values())
		if (channel.type === ChannelType.GuildText || guild.isPrivate) return channel;
	throw new InputError("noTextChannel", { guild: guild.name });
};

/** A member. Members with the same user name in several guilds are one user. */
export interface MemberDescription {
	readonly username: string;
	/** The name that others see; by default the user name. */
	readonly name?: string;
	readonly nick?: string;
	/** The names of the member's roles in the guild. */
	readonly roles?: readonly string[];
	/** True for an application's account. */
	readonly bot?: boolean;
}

export interface RoleDescription {
	readonly name: string;
	/** The role's permissions beyond those of @everyone. */
	readonly permissions?: readonly PermissionName[];
}

/** A channel other than a thread. */
export interface ChannelDescription {
	readonly name: string;
	/** By default a text channel. */
	readonly type?: Exclude<GuildChannelType, ThreadType>;
	/** The name of the channel's category, which must come before the channel. */
	readonly category?: string;
	readonly topic?: string;
	readonly nsfw?: boolean;
	/** How many members may be in a voice channel; by default 0, for no limit. */
	readonly userLimit?: number;
	/** Seconds that a member waits between messages; by default 0, for none. */
	readonly slowmodeSeconds?: number;
	/** True if @everyone may neither view nor join the channel. */
	readonly isPrivate?: boolean;
}

export interface StickerDescription {
	readonly name: string;
	readonly description?: string;
	/** The emoji for which clients suggest the sticker; by default 🙂. */
	readonly tags?: string;
}

export interface GuildDescription {
	readonly name: string;
	/** The first member is the owner. */
	readonly members: readonly [MemberDescription, ...MemberDescription[]];
	readonly roles?: readonly RoleDescription[];
	/** By default one text channel, `general`. */
	readonly channels?: readonly ChannelDescription[];
	/** The name of the AFK voice channel, in which members can't speak. */
	readonly afkChannel?: string;
	readonly stickers?: readonly StickerDescription[];
	/** How many bytes a file may have, in interactions too; by default 10 MiB, as in a guild without boosts. */
	readonly attachmentLimit?: number;
	/** The language of the guild; by default `en-US`, as on Discord. */
	readonly preferredLocale?: string;
	/** How the application is in the guild; by default with its bot. */
	readonly presence?: Presence;
}
