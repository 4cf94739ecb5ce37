import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { Form } from "../checks/form.ts";
import { isJson, type Json } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import type { Guild } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import { outranks } from "../world/roles.ts";
import { findGuild } from "./find.ts";

interface GuildRoute {
	Params: { guild: string };
}
interface UserRoute {
	Params: { guild: string; user: string };
}

/** Who is banned from a guild. */
export const addBanRoutes = (api: FastifyInstance, { world, bans }: Parts): void => {
	const open = (guildId: string): Guild => {
		const guild = findGuild(world, guildId);
		if (!mayDo(guild.bot, "BanMembers")) throw refuse.missingPermissions();
		return guild;
	};
	const find = (guild: Guild, userId: string) => {
		const user = world.users.get(userId);
		if (!user || !guild.banned.has(userId)) throw refuse.unknownBan();
		return user;
	};
	const one = "/guilds/:guild/bans/:user";
	api.get<GuildRoute>("/guilds/:guild/bans", ({ params }) => {
		const guild = open(params.guild);
		return [...guild.banned].map((id) => ({ reason: null, user: find(guild, id) }));
	});
	api.get<UserRoute>(one, ({ params }) => ({ reason: null, user: find(open(params.guild), params.user) }));
	api.put<UserRoute>(one, ({ params, body }, reply) => {
		const guild = open(params.guild);
		const user = world.users.get(params.user);
		if (!user) throw refuse.unknownUser();
		const member = guild.members.get(user.id);
		if (member && !outranks(guild.bot, member)) throw refuse.missingPermissions();
		const asked: Json = isJson(body) ? body : {};
		const form = new Form();
		form.in("delete_message_seconds").integer(asked.delete_message_seconds, 0, limits.banDeleteSeconds);
		form.finish();
		bans.add(guild, user, Number(asked.delete_message_seconds ?? 0));
		return reply.code(204).send();
	});
	api.delete<UserRoute>(one, ({ params }, reply) => {
		const guild = open(params.guild);
		bans.remove(guild, find(guild, params.user));
		return reply.code(204).send();
	});
};
