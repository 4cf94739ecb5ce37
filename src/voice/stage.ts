import type { Logger } from "@herald/common/log.ts";
import type { Guild } from "discord.js";
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";

/** What Herald can do in a stage's audience: become a speaker, request to speak, or nothing. */
export type StageMeans = "speak" | "ask" | "none";

/** @returns what Herald may do on the stage that it is in */
export const readStageMeans = (guild: Guild): StageMeans => {
	const me = guild.members.me;
	const channel = me?.voice.channel;
	if (!me || channel?.type !== ChannelType.GuildStageVoice) return "none";
	const permissions = channel.permissionsFor(me);
	if (permissions.has(PermissionFlagsBits.MuteMembers)) return "speak";
	return permissions.has(PermissionFlagsBits.RequestToSpeak) ? "ask" : "none";
};

/**
 * Becomes a speaker of the stage that Herald is in, or asks to become one.
 *
 * @returns whether Discord accepted it; a voice state follows when Herald is a speaker
 */
export const takeTheStage = async (guild: Guild, means: StageMeans, logger: Logger): Promise<boolean> => {
	try {
		if (means === "speak") await guild.members.me?.voice.setSuppressed(false);
		else if (means === "ask") await guild.members.me?.voice.setRequestToSpeak(true);
		return means !== "none";
	} catch (error) {
		logger.warn({ event: "stage_refused", err: error }, "could not become a stage speaker");
		return false;
	}
};
