import type { GuildChannelType, PermissionName, Presence, ThreadType } from "./guild.ts";

/** A user, by user name: the same name is the same user in every guild. */
export interface MemberDescription {
	readonly username: string;
	/** The name that others see; by default the user name. */
	readonly name?: string;
	/** What others read in this guild. */
	readonly nick?: string;
	/** Names of roles. */
	readonly roles?: readonly string[];
	/** True for another application's account. */
	readonly bot?: boolean;
}

export interface RoleDescription {
	readonly name: string;
	/** Its permissions beyond everyone's. */
	readonly permissions?: readonly PermissionName[];
}

/** A channel other than a thread. */
export interface ChannelDescription {
	readonly name: string;
	/** By default a text channel. */
	readonly type?: Exclude<GuildChannelType, ThreadType>;
	/** The name of the category that it is in, which comes before it. */
	readonly category?: string;
	readonly topic?: string;
	readonly nsfw?: boolean;
	/** The user limit of a voice channel; by default 0, for none. */
	readonly userLimit?: number;
	/** Seconds that a member waits between messages; by default 0, for none. */
	readonly slowmodeSeconds?: number;
	/** True if @everyone may not view it, nor connect to it. */
	readonly isPrivate?: boolean;
}

/** A sticker of a guild. */
export interface StickerDescription {
	readonly name: string;
	readonly description?: string;
	/** The emoji that suggests it; by default 🙂. */
	readonly tags?: string;
}

/** A new guild. */
export interface GuildDescription {
	readonly name: string;
	/** The first is the owner. */
	readonly members: readonly [MemberDescription, ...MemberDescription[]];
	readonly roles?: readonly RoleDescription[];
	/** By default one text channel, `general`. */
	readonly channels?: readonly ChannelDescription[];
	/** The name of the AFK voice channel, in which members can't speak. */
	readonly afkChannel?: string;
	readonly stickers?: readonly StickerDescription[];
	/** How many bytes a file may have, in interactions too; by default 10 MiB, as in a guild without boosts. */
	readonly attachmentLimit?: number;
	/** The language that its community chose; by default `en-US`, as where nobody did. */
	readonly preferredLocale?: string;
	/** The application in it; by default with its bot. */
	readonly presence?: Presence;
}
