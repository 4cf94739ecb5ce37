import { applyGuildDefaults, guildSettings } from "../settings/settings.ts";
import type { KeptSettings } from "../store/settings.ts";

/** How a guild's voice channels hear pages. */
export interface Room {
	readonly volumeDb: number;
	/** How long a text may be. */
	readonly textMaxMs: number;
}

/** How they hear them while nothing else is known. */
export const defaultRoom: Room = {
	volumeDb: guildSettings.volumeDb.default,
	textMaxMs: guildSettings.textSeconds.default * 1_000,
};

/** @returns what a guild chose; what can't be read is as by default: no text should fail over it */
export const readRoom = async (
	settings: KeptSettings,
	guildId: string,
	instead: Room = defaultRoom,
): Promise<Room> => {
	const chosen = await settings.readGuild(guildId).catch(() => undefined);
	if (!chosen) return instead;
	const { volumeDb, textSeconds } = applyGuildDefaults(chosen);
	return { volumeDb, textMaxMs: textSeconds * 1_000 };
};
