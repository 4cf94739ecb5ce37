import type { GuildSettings, MemberSettings } from "../settings/settings.ts";

/** What guilds and members chose. A change is on disk when its promise resolves. */
export interface KeptSettings {
	readGuild(guildId: string): Promise<GuildSettings>;
	/** Changes the settings in `change` and leaves the rest; null is no choice. */
	changeGuild(guildId: string, change: Partial<GuildSettings>): Promise<void>;
	readMember(guildId: string, userId: string): Promise<MemberSettings>;
	/**
	 * Changes the settings in `change` and leaves the rest; null is no choice.
	 *
	 * @param allows - called with how the names of the guild's others are said; it must not use the store
	 * @returns whether it allowed the change, however many chose a name at once; else nothing was changed
	 */
	changeMember(
		guildId: string,
		userId: string,
		change: Partial<MemberSettings>,
		allows?: (spokenNames: readonly string[]) => boolean,
	): Promise<boolean>;
}

/** A stored value that can't be read. */
export interface BadSetting {
	readonly guildId: string;
	readonly key: string;
}
