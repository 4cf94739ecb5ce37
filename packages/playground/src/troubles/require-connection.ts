import { InputError } from "../checks/input-error.ts";
import type { Voice } from "../voice/index.ts";
import type { Guild } from "../world/guild.ts";

/** @throws InputError unless the application is connected to a voice server for the guild */
export const requireConnection = (name: string, voice: Voice, guild: Guild): void => {
	if (!voice.isConnected(guild)) throw new InputError("notConnected", { name });
};
