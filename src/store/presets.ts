import type { VoicePreferences } from "../settings/settings.ts";

/** A way to sound that has a name; null is left to whoever uses it. */
export interface Preset extends Pick<VoicePreferences, "style" | "language" | "speed"> {
	readonly name: string;
	readonly voice: string;
}

/** The presets that a member can use in a guild, by name. */
export interface UsablePresets {
	readonly own: readonly Preset[];
	readonly server: readonly Preset[];
}

/** Whose presets: a guild's, or a member's in it. */
interface PresetOwner {
	readonly guildId: string;
	readonly userId?: string;
}

/** What guilds and members have named. A change is on disk when its promise resolves. */
export interface Presets {
	/** @param userId - the member; without one, only the guild's are read */
	read(guildId: string, userId?: string): Promise<UsablePresets>;
	/** @param edit - returns the new list for the current one, or undefined to leave it; it must not use the store */
	change(
		owner: PresetOwner,
		edit: (current: readonly Preset[]) => readonly Preset[] | undefined,
	): Promise<void>;
}
