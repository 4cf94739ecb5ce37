import { ChannelType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { Form, isJson, type Json } from "../checks/form.ts";
import { isVoice } from "../voice/index.ts";
import { voiceStateFields } from "../voice/voice-state-fields.ts";
import { mayDo, type PermissionName } from "../world/permissions.ts";
import { type Member, memberFields } from "../world/world.ts";
import type { RestParts } from "./index.ts";

interface UserRoute {
	Params: { guild: string; user: string };
}

/** Voice states, and what a moderator changes of members: their channel, their being muted, deafened or timed out. */
export const addVoiceRoutes = (api: FastifyInstance, { world, voice }: RestParts): void => {
	const find = ({ guild, user }: UserRoute["Params"]): Member => {
		if (guild !== world.guildId) throw refuse.unknownGuild();
		const member = world.members.get(user === "@me" ? world.applicationId : user);
		if (!member) throw refuse.unknownMember();
		return member;
	};
	const need = (name: PermissionName, channelId?: string) => {
		if (!mayDo(world, world.bot, name, channelId)) throw refuse.missingPermissions();
	};
	const stateOf = ({ user }: Member) => {
		const state = world.voiceStates.get(user.id);
		if (!state) throw refuse.unknownVoiceState();
		return state;
	};

	api.get<UserRoute>("/guilds/:guild/voice-states/:user", ({ params }) => {
		const member = find(params);
		stateOf(member);
		return voiceStateFields(world, member.user.id);
	});

	api.patch<UserRoute>("/guilds/:guild/voice-states/:user", ({ params, body }, reply) => {
		const member = find(params);
		const { channelId } = stateOf(member);
		const change: Json = isJson(body) ? body : {};
		if (change.channel_id !== undefined && change.channel_id !== channelId) throw refuse.unknownVoiceState();
		if (world.channels.get(channelId)?.type !== ChannelType.GuildStageVoice) throw refuse.wrongChannelType();
		const asked = change.request_to_speak_timestamp;
		if (change.suppress === false || member !== world.bot) need("MuteMembers", channelId);
		if (asked) need("RequestToSpeak", channelId);
		if (typeof change.suppress === "boolean") voice.setSuppressed(member, change.suppress);
		if (asked !== undefined) voice.askToSpeak(member, typeof asked === "string" ? asked : null);
		return reply.code(204).send();
	});

	api.patch<UserRoute>("/guilds/:guild/members/:user", ({ params, body }) => {
		const member = find(params);
		const change: Json = isJson(body) ? body : {};
		const form = new Form();
		const until = change.communication_disabled_until;
		if (until !== undefined) need("ModerateMembers");
		if (change.mute !== undefined) need("MuteMembers");
		if (change.deaf !== undefined) need("DeafenMembers");
		const target = change.channel_id ? world.channels.get(String(change.channel_id)) : undefined;
		if (change.channel_id !== undefined) {
			need("MoveMembers");
			if (change.channel_id !== null && (!target || !isVoice(target))) {
				form.in("channel_id").refuse("CHANNEL_INVALID", "Invalid channel");
				form.finish();
			}
		}
		const inVoice = world.voiceStates.has(member.user.id);
		if (!inVoice && [change.channel_id, change.mute, change.deaf].some((each) => each !== undefined))
			throw refuse.notInVoice();
		if (typeof change.mute === "boolean") voice.setServerMute(member, change.mute);
		if (typeof change.deaf === "boolean") voice.setServerDeaf(member, change.deaf);
		if (target) voice.move(member, target);
		else if (change.channel_id === null) voice.kick(member);
		if (until !== undefined) voice.timeout(member, typeof until === "string" ? Date.parse(until) : 0);
		return { ...memberFields(member), user: member.user };
	});
};
