import type { APIVoiceState } from "discord-api-types/v10";
import type { Member } from "./guild.ts";
import { memberWithUser } from "./member-fields.ts";

/** A member's voice state as events and the REST API write it: one in no channel has `channel_id: null`. */
export const voiceStateFields = (member: Member, lastSessionId = ""): APIVoiceState => {
	const { guild, user } = member;
	const state = guild.voiceStates.get(user.id);
	return {
		guild_id: guild.id,
		channel_id: state?.channelId ?? null,
		user_id: user.id,
		member: memberWithUser(member),
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
