import type { Guild } from "discord.js";
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import type { Logger } from "../log.ts";

/**
 * Becomes a speaker of the stage that Herald is in, or asks to become one.
 *
 * @returns whether somebody was asked, and has to say yes
 */
export const takeTheStage = async (guild: Guild, logger: Logger): Promise<boolean> => {
	const me = guild.members.me;
	const channel = me?.voice.channel;
	if (!me || channel?.type !== ChannelType.GuildStageVoice || !me.voice.suppress) return false;
	const permissions = channel.permissionsFor(me);
	try {
		if (permissions.has(PermissionFlagsBits.MuteMembers)) {
			await me.voice.setSuppressed(false);
			return false;
		}
		if (!permissions.has(PermissionFlagsBits.RequestToSpeak)) return false;
		await me.voice.setRequestToSpeak(true);
		return true;
	} catch (error) {
		logger.warn({ err: error }, "the stage could not be taken");
		return false;
	}
};
