import type { GuildChannelType, ThreadType } from "./guild.ts";
import type { PermissionName } from "./permission-names.ts";

/** Somebody, by user name: the same name is the same user in every guild. */
export interface MemberDescription {
	readonly username: string;
	/** What others read; the user name unless told. */
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
	/** What it gives beyond what everyone may do. */
	readonly permissions?: readonly PermissionName[];
}

/** A channel other than a thread. */
export interface ChannelDescription {
	readonly name: string;
	/** A text channel unless told. */
	readonly type?: Exclude<GuildChannelType, ThreadType>;
	/** The name of the category that it is in, which comes before it. */
	readonly category?: string;
	readonly topic?: string;
	readonly nsfw?: boolean;
	/** How many may be in a voice channel; 0, for no limit, unless told. */
	readonly userLimit?: number;
}

/** A guild as it begins. */
export interface GuildDescription {
	readonly name: string;
	/** The first is the owner. */
	readonly members: readonly [MemberDescription, ...MemberDescription[]];
	readonly roles?: readonly RoleDescription[];
	/** One text channel, `general`, unless told. */
	readonly channels?: readonly ChannelDescription[];
	/** The name of the voice channel where nobody is heard. */
	readonly afkChannel?: string;
}
