import type { APIRole } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import { isJson, type Json, listed } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import type { Guild } from "../world/guild.ts";
import {
	addRole,
	changeRole,
	holdsAll,
	moveRoles,
	type RoleChange,
	removeRole,
	standsAbove,
} from "../world/roles.ts";
import { findGuild, need } from "./find.ts";
import type { Api } from "./routes.ts";

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

/** Roles of guilds. */
export const addRoleRoutes = (api: Api, { world }: Parts): void => {
	const all = "/guilds/:guild/roles";
	const open = (guildId: string): Guild => {
		const guild = findGuild(world, guildId);
		need(guild, "ManageRoles");
		return guild;
	};
	const find = (guild: Guild, id: string): APIRole => {
		const role = guild.roles.get(id);
		if (!role) throw refuse.unknownRole();
		return role;
	};
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
