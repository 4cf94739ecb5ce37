import { ChannelType } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import type { Parts } from "../parts.ts";
import { voiceStateFields } from "../world/fields.ts";
import type { Member } from "../world/guild.ts";
import { findMember, need } from "./find.ts";
import type { Api } from "./routes.ts";

/** Voice states: speaking on a stage, and requests to speak. */
export const addVoiceRoutes = (api: Api, { world, voice }: Parts): void => {
	const find = ({ guild, user }: { guild: string; user: string }): Member => findMember(world, guild, user);
	const stateOf = ({ guild, user }: Member) => {
		const state = guild.voiceStates.get(user.id);
		if (!state) throw refuse.unknownVoiceState();
		return state;
	};

	api.get("/guilds/:guild/voice-states/:user", ({ params }) => {
		const member = find(params);
		stateOf(member);
		return voiceStateFields(member);
	});

	api.patch("/guilds/:guild/voice-states/:user", ({ params, json }) => {
		const member = find(params);
		const { guild } = member;
		const { channelId } = stateOf(member);
		const channel = guild.channels.get(channelId);
		if (json.channel_id !== undefined && json.channel_id !== channelId) throw refuse.unknownVoiceState();
		if (channel?.type !== ChannelType.GuildStageVoice) throw refuse.wrongChannelType();
		const asked = json.request_to_speak_timestamp;
		if (json.suppress === false || member !== guild.bot) need(guild, "MuteMembers", channel);
		if (asked) need(guild, "RequestToSpeak", channel);
		if (typeof json.suppress === "boolean") voice.setSuppressed(member, json.suppress);
		if (asked !== undefined) voice.askToSpeak(member, typeof asked === "string" ? asked : null);
	});
};
