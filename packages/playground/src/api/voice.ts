import { ChannelType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { isJson, type Json } from "../checks/json.ts";
import type { Parts } from "../parts.ts";
import type { Channel, Guild, Member, PermissionName } from "../world/guild.ts";
import { voiceStateFields } from "../world/member-fields.ts";
import { mayDo } from "../world/permissions.ts";
import { findMember } from "./find.ts";

interface UserRoute {
	Params: { guild: string; user: string };
}

/** Voice states: who speaks on a stage, and who requests to. */
export const addVoiceRoutes = (api: FastifyInstance, { world, voice }: Parts): void => {
	const find = ({ guild, user }: UserRoute["Params"]): Member => findMember(world, guild, user);
	const need = ({ bot }: Guild, name: PermissionName, channel?: Channel) => {
		if (!mayDo(bot, name, channel)) throw refuse.missingPermissions();
	};
	const stateOf = ({ guild, user }: Member) => {
		const state = guild.voiceStates.get(user.id);
		if (!state) throw refuse.unknownVoiceState();
		return state;
	};

	api.get<UserRoute>("/guilds/:guild/voice-states/:user", ({ params }) => {
		const member = find(params);
		stateOf(member);
		return voiceStateFields(member);
	});

	api.patch<UserRoute>("/guilds/:guild/voice-states/:user", ({ params, body }, reply) => {
		const member = find(params);
		const { guild } = member;
		const { channelId } = stateOf(member);
		const channel = guild.channels.get(channelId);
		const change: Json = isJson(body) ? body : {};
		if (change.channel_id !== undefined && change.channel_id !== channelId) throw refuse.unknownVoiceState();
		if (channel?.type !== ChannelType.GuildStageVoice) throw refuse.wrongChannelType();
		const asked = change.request_to_speak_timestamp;
		if (change.suppress === false || member !== guild.bot) need(guild, "MuteMembers", channel);
		if (asked) need(guild, "RequestToSpeak", channel);
		if (typeof change.suppress === "boolean") voice.setSuppressed(member, change.suppress);
		if (asked !== undefined) voice.askToSpeak(member, typeof asked === "string" ? asked : null);
		return reply.code(204).send();
	});
};
