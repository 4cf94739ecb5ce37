import type { APIGuildMember, APIVoiceState } from "discord-api-types/v10";
import type { Member } from "./guild.ts";

/** No flags: their types know no name for that. */
export const noFlags = 0 as never;

export const displayName = ({ nick, user }: Member): string => nick ?? user.global_name ?? user.username;

/** True when a member's shown name or user name begins with a text, in any case. */
export const isNamed = (member: Member, start: string): boolean =>
	[displayName(member), member.user.username].some((name) =>
		name.toLowerCase().startsWith(start.toLowerCase()),
	);

/** A member as the API writes one, without the user. */
export const memberFields = (member: Member): Omit<APIGuildMember, "user"> => ({
	roles: member.roles,
	joined_at: member.joinedAt,
	nick: member.nick,
	avatar: null,
	banner: null,
	premium_since: null,
	communication_disabled_until: member.timedOutUntil ? new Date(member.timedOutUntil).toISOString() : null,
	pending: false,
	flags: noFlags,
	deaf: member.deaf,
	mute: member.mute,
});

/** A member as the API writes one, with the user. */
export const memberWithUser = (member: Member) => ({ ...memberFields(member), user: member.user });

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
