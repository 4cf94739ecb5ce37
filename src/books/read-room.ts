import type { GuildVoice } from "../store/voice-settings.ts";
import { channelDefaults } from "../voice/channel-defaults.ts";

/** How a guild's voice channels hear pages. */
export interface Room {
	readonly volumeDb: number;
	/** How long a text may be. */
	readonly textMaxMs: number;
}

/** How they hear them while nothing else is known. */
export const defaultRoom: Room = { volumeDb: 0, textMaxMs: channelDefaults.textSeconds * 1_000 };

/** @returns what a guild chose; what can't be read is as by default: no text should fail over it */
export const readRoom = async (
	guildVoice: GuildVoice,
	guildId: string,
	instead: Room = defaultRoom,
): Promise<Room> => {
	const chosen = await guildVoice.read(guildId).catch(() => undefined);
	if (!chosen) return instead;
	const { volumeDb, textSeconds } = chosen;
	return { volumeDb: volumeDb ?? 0, textMaxMs: (textSeconds ?? channelDefaults.textSeconds) * 1_000 };
};
