import { ChannelType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { Form, isJson, type Json } from "../checks/form.ts";
import { isVoice } from "../world/channel-kinds.ts";
import type { Channel, Guild, Member } from "../world/guild.ts";
import { memberWithUser } from "../world/member-fields.ts";
import type { PermissionName } from "../world/permission-names.ts";
import { mayDo } from "../world/permissions.ts";
import { voiceStateFields } from "../world/voice-state-fields.ts";
import { findMember } from "./find.ts";
import type { RestParts } from "./rest-parts.ts";

interface UserRoute {
	Params: { guild: string; user: string };
}

/** Voice states, and what a moderator changes of members: their channel, their being muted, deafened or timed out. */
export const addVoiceRoutes = (api: FastifyInstance, { world, voice }: RestParts): void => {
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

	api.patch<UserRoute>("/guilds/:guild/members/:user", ({ params, body }) => {
		const member = find(params);
		const { guild } = member;
		const change: Json = isJson(body) ? body : {};
		const form = new Form();
		const until = change.communication_disabled_until;
		if (until !== undefined) need(guild, "ModerateMembers");
		if (change.mute !== undefined) need(guild, "MuteMembers");
		if (change.deaf !== undefined) need(guild, "DeafenMembers");
		const target = change.channel_id ? guild.channels.get(String(change.channel_id)) : undefined;
		if (change.channel_id !== undefined) {
			need(guild, "MoveMembers");
			if (change.channel_id !== null && (!target || !isVoice(target))) {
				form.in("channel_id").refuse("CHANNEL_INVALID", "Invalid channel");
				form.finish();
			}
		}
		const inVoice = guild.voiceStates.has(member.user.id);
		if (!inVoice && [change.channel_id, change.mute, change.deaf].some((each) => each !== undefined))
			throw refuse.notInVoice();
		if (typeof change.mute === "boolean") voice.setServerMute(member, change.mute);
		if (typeof change.deaf === "boolean") voice.setServerDeaf(member, change.deaf);
		if (target) voice.move(member, target);
		else if (change.channel_id === null) voice.kick(member);
		if (until !== undefined) voice.timeout(member, typeof until === "string" ? Date.parse(until) : 0);
		return memberWithUser(member);
	});
};
