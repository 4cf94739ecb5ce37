import type { APIVoiceState } from "discord-api-types/v10";
import { memberFields, type World } from "../world/world.ts";

/** A member's voice state as events and the REST API write it: one in no channel has `channel_id: null`. */
export const voiceStateFields = (world: World, userId: string, lastSessionId = ""): APIVoiceState => {
	const state = world.voiceStates.get(userId);
	const member = world.members.get(userId);
	if (!member) throw new TypeError(`There is no member ${userId}.`);
	return {
		guild_id: world.guildId,
		channel_id: state?.channelId ?? null,
		user_id: userId,
		member: { ...memberFields(member), user: member.user },
		session_id: state?.sessionId ?? lastSessionId,
		deaf: member.deaf,
		mute: member.mute,
		self_deaf: state?.selfDeaf ?? false,
		self_mute: state?.selfMute ?? false,
		self_video: false,
		suppress: state?.suppress ?? false,
		request_to_speak_timestamp: state?.requestedToSpeakAt ?? null,
	};
};
