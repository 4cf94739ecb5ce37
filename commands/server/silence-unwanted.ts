import type { Guild } from "discord.js";
import { isWanted } from "../../src/reading/is-wanted.ts";
import type { Services } from "../services.ts";

/** Has what a guild no longer wants to be read fall silent: call it when that has changed. */
export const silenceUnwanted = async (
	guild: Guild,
	{ store, voice, reader }: Pick<Services, "store" | "voice" | "reader">,
): Promise<void> => {
	const reading = await store.reading.read(guild.id);
	const heraldIn = voice.channelOf(guild.id);
	reader.silence(guild.id, (message) => !isWanted(guild, reading, heraldIn, message));
};
