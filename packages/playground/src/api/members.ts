import { type APIRole, ChannelType } from "discord-api-types/v10";
import { checkField, Form, orThrow, refuse } from "../checks/form.ts";
import { isJson, type Json, listed } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import { banUser, unbanUser } from "../world/around-messages.ts";
import { isNamed, memberWithUser, voiceStateFields } from "../world/fields.ts";
import { type Guild, isVoice, type Member, type PermissionName } from "../world/guild.ts";
import {
	addRole,
	changeRole,
	holdsAll,
	moveRoles,
	outranks,
	type RoleChange,
	removeRole,
	standsAbove,
} from "../world/roles.ts";
import { type Api, findGuild, findMember, need, readId, readLimit } from "./routes.ts";

/** The permission that a change of each field needs. */
const needs = {
	nick: "ManageNicknames",
	roles: "ManageRoles",
	mute: "MuteMembers",
	deaf: "DeafenMembers",
	channel_id: "MoveMembers",
	communication_disabled_until: "ModerateMembers",
} as const satisfies Record<string, PermissionName>;

const inVoiceOnly = ["mute", "deaf", "channel_id"] as const;
const againstRank = ["nick", "communication_disabled_until"] as const;

/** Refuses a change of roles that are unknown, or that the application may not give or take. */
const checkRoles = ({ guild, roles: had }: Member, wanted: readonly string[]): void => {
	const changed = [...had.filter((id) => !wanted.includes(id)), ...wanted.filter((id) => !had.includes(id))];
	for (const id of changed) {
		const role = guild.roles.get(id);
		if (!role || id === guild.id) throw refuse.unknownRole();
		if (role.managed || !standsAbove(guild.bot, role)) throw refuse.missingPermissions();
	}
};

const checkMemberChange = (member: Member, change: Json): void => {
	const { guild, user } = member;
	for (const [field, permission] of Object.entries(needs))
		if (change[field] !== undefined) need(guild, permission);
	const other = member !== guild.bot;
	if (other && againstRank.some((field) => change[field] !== undefined) && !outranks(guild.bot, member))
		throw refuse.missingPermissions();
	const form = new Form();
	if (Array.isArray(change.roles)) checkRoles(member, change.roles.map(String));
	const channel = guild.channels.get(String(change.channel_id));
	if (change.channel_id !== undefined && change.channel_id !== null && !(channel && isVoice(channel)))
		form.in("channel_id").refuse("CHANNEL_INVALID");
	form.finish();
	if (!guild.voiceStates.has(user.id) && inVoiceOnly.some((field) => change[field] !== undefined))
		throw refuse.notInVoice();
};

export const addMemberRoutes = (api: Api, { world, voice }: Parts): void => {
	const find = ({ guild, user }: { guild: string; user: string }): Member => findMember(world, guild, user);
	const changeRoles = (member: Member, wanted: readonly string[]) => {
		need(member.guild, "ManageRoles");
		checkRoles(member, wanted);
		world.changeMember(member, { roles: wanted });
	};

	api.get("/guilds/:guild/members", ({ params, query }) => {
		const { members } = findGuild(world, params.guild);
		const limit = readLimit(query.limit, 1, 1_000);
		const after = readId("after", query.after) ?? 0n;
		return [...members.values()]
			.filter(({ user }) => BigInt(user.id) > after)
			.sort((a, b) => (BigInt(a.user.id) < BigInt(b.user.id) ? -1 : 1))
			.slice(0, limit)
			.map(memberWithUser);
	});
	api.get("/guilds/:guild/members/search", ({ params, query }) => {
		const { members } = findGuild(world, params.guild);
		const limit = readLimit(query.limit, 1, 1_000);
		checkField("query", (field) => field.text(query.query, 1, limits.nameLength));
		const start = String(query.query);
		const found = [...members.values()].filter((member) => isNamed(member, start));
		return found.slice(0, limit).map(memberWithUser);
	});
	api.get("/guilds/:guild/members/:user", ({ params }) => memberWithUser(find(params)));

	api.patch("/guilds/:guild/members/:user", ({ params, json }) => {
		const member = find(params);
		const { guild } = member;
		if (params.user === "@me") {
			if (json.nick !== undefined) need(guild, "ChangeNickname");
		} else checkMemberChange(member, json);
		const { nick, roles, mute, deaf, channel_id: to, communication_disabled_until: until } = json;
		if (nick !== undefined || (roles !== undefined && params.user !== "@me"))
			world.changeMember(member, {
				...(nick !== undefined && { nick: nick === null || nick === "" ? null : String(nick) }),
				...(Array.isArray(roles) && { roles: [...new Set(roles.map(String))] }),
			});
		if (params.user === "@me") return memberWithUser(member);
		if (typeof mute === "boolean") voice.setServerMute(member, mute);
		if (typeof deaf === "boolean") voice.setServerDeaf(member, deaf);
		const channel = guild.channels.get(String(to));
		if (channel) voice.move(member, channel);
		else if (to === null) voice.kick(member);
		if (until !== undefined) voice.timeout(member, typeof until === "string" ? Date.parse(until) : 0);
		return memberWithUser(member);
	});
	api.delete("/guilds/:guild/members/:user", ({ params }) => {
		const member = find(params);
		need(member.guild, "KickMembers");
		if (!outranks(member.guild.bot, member)) throw refuse.missingPermissions();
		world.removeMember(member);
	});

	const one = "/guilds/:guild/members/:user/roles/:role";
	api.put(one, ({ params }) => {
		const member = find(params);
		changeRoles(member, [...new Set([...member.roles, params.role])]);
	});
	api.delete(one, ({ params }) => {
		const member = find(params);
		if (!member.guild.roles.has(params.role)) throw refuse.unknownRole();
		const left = member.roles.filter((id) => id !== params.role);
		changeRoles(member, left);
	});
};

export const addBanRoutes = (api: Api, { world, messages }: Parts): void => {
	const open = (guildId: string): Guild => findGuild(world, guildId, "BanMembers");
	const find = (guild: Guild, userId: string) => {
		const user = world.users.get(userId);
		if (!user || !guild.banned.has(userId)) throw refuse.unknownBan();
		return user;
	};
	const one = "/guilds/:guild/bans/:user";
	api.get("/guilds/:guild/bans", ({ params }) => {
		const guild = open(params.guild);
		return [...guild.banned].map((id) => ({ reason: null, user: find(guild, id) }));
	});
	api.get(one, ({ params }) => ({ reason: null, user: find(open(params.guild), params.user) }));
	api.put(one, ({ params, json }) => {
		const guild = open(params.guild);
		const user = orThrow(world.users.get(params.user), refuse.unknownUser);
		const member = guild.members.get(user.id);
		if (member && !outranks(guild.bot, member)) throw refuse.missingPermissions();
		banUser(messages, guild, user, Number(json.delete_message_seconds ?? 0));
	});
	api.delete(one, ({ params }) => {
		const guild = open(params.guild);
		unbanUser(world, guild, find(guild, params.user));
	});
};

const readChange = ({ bot }: Guild, asked: Json): RoleChange => {
	const { permissions } = asked;
	if (permissions && !holdsAll(bot, BigInt(String(permissions)))) throw refuse.missingPermissions();
	const colours = isJson(asked.colors) ? asked.colors.primary_color : undefined;
	const color = asked.color ?? colours;
	return {
		...(typeof asked.name === "string" && { name: asked.name }),
		...(permissions !== undefined && permissions !== null && { permissions: String(permissions) }),
		...(typeof color === "number" && { color }),
		...(typeof asked.hoist === "boolean" && { hoist: asked.hoist }),
		...(typeof asked.mentionable === "boolean" && { mentionable: asked.mentionable }),
	};
};

export const addRoleRoutes = (api: Api, { world }: Parts): void => {
	const all = "/guilds/:guild/roles";
	const open = (guildId: string): Guild => findGuild(world, guildId, "ManageRoles");
	const find = ({ roles }: Guild, id: string) => orThrow(roles.get(id), refuse.unknownRole);
	const findBelow = (guild: Guild, id: string): APIRole => {
		const role = find(guild, id);
		if (!standsAbove(guild.bot, role)) throw refuse.missingPermissions();
		return role;
	};

	api.get(all, ({ params }) => [...findGuild(world, params.guild).roles.values()]);
	api.get(`${all}/:role`, ({ params }) => find(findGuild(world, params.guild), params.role));
	api.post(all, ({ params, json }) => {
		const guild = open(params.guild);
		if (guild.roles.size >= limits.roles) throw refuse.tooManyRoles();
		return addRole(world, guild, readChange(guild, json));
	});
	api.patch(all, ({ params, body }) => {
		const guild = open(params.guild);
		const heights = new Map<APIRole, number>();
		for (const { id, position } of listed(body)) {
			const role = find(guild, String(id));
			if (typeof position === "number" && position !== role.position)
				heights.set(findBelow(guild, role.id), position);
		}
		moveRoles(world, guild, heights);
		return [...guild.roles.values()];
	});
	api.patch(`${all}/:role`, ({ params, json }) => {
		const guild = open(params.guild);
		const role = findBelow(guild, params.role);
		changeRole(world, guild, role, readChange(guild, json));
		return role;
	});
	api.delete(`${all}/:role`, ({ params }) => {
		const guild = open(params.guild);
		const role = findBelow(guild, params.role);
		if (role.managed || role.id === guild.id) throw refuse.invalidRole();
		removeRole(world, guild, role);
	});
};

/** Voice states: speaking on a stage, and requests to speak. */
export const addVoiceRoutes = (api: Api, { world, voice }: Parts): void => {
	const find = ({ guild, user }: { guild: string; user: string }): Member => findMember(world, guild, user);
	const stateOf = ({ guild, user }: Member) =>
		orThrow(guild.voiceStates.get(user.id), refuse.unknownVoiceState);

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
