import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { guildFields } from "../gateway/guild-payload.ts";
import { withoutLocalizations } from "../world/commands.ts";
import { channelFields, memberFields } from "../world/world.ts";
import type { RestParts } from "./index.ts";
import { isTrue } from "./query.ts";

interface CommandsRoute {
	Params: { application: string; guild?: string };
	Querystring: { with_localizations?: string };
}

/** Who the application is, where the gateway is, its commands, and its guild. */
export const addApplicationRoutes = (api: FastifyInstance, parts: RestParts): void => {
	const { world, commands, feed } = parts;

	api.get("/gateway", () => ({ url: parts.gatewayAddress() }));
	api.get("/gateway/bot", () => ({
		url: parts.gatewayAddress(),
		shards: 1,
		session_start_limit: { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 },
	}));
	api.get("/users/@me", () => world.bot.user);
	api.get<{ Params: { id: string } }>("/users/:id", ({ params }) => {
		const member = world.members.get(params.id);
		if (!member) throw refuse.unknownUser();
		return member.user;
	});
	for (const path of ["/applications/@me", "/oauth2/applications/@me"])
		api.get(path, () => ({
			id: world.applicationId,
			name: world.bot.user.username,
			icon: null,
			description: "",
			bot_public: true,
			bot_require_code_grant: false,
			verify_key: "0".repeat(64),
			owner: world.owner.user,
			bot: world.bot.user,
			team: null,
			flags: 0,
			approximate_guild_count: 1,
		}));

	for (const path of [
		"/applications/:application/commands",
		"/applications/:application/guilds/:guild/commands",
	]) {
		const check = ({ application, guild }: CommandsRoute["Params"]) => {
			if (application !== world.applicationId) throw refuse.missingAccess();
			if (guild !== undefined && guild !== world.guildId) throw refuse.unknownGuild();
		};
		api.get<CommandsRoute>(path, ({ params, query }) => {
			check(params);
			const list = commands.list(params.guild);
			return isTrue(query.with_localizations) ? list : withoutLocalizations(list);
		});
		api.put<CommandsRoute>(path, ({ params, body }) => {
			check(params);
			const list = commands.set(body, params.guild);
			feed.emit("guild");
			return list;
		});
	}

	api.get<{ Params: { id: string } }>("/guilds/:id", ({ params }) => {
		if (params.id !== world.guildId) throw refuse.unknownGuild();
		return guildFields(world);
	});
	api.get<{ Params: { id: string } }>("/guilds/:id/channels", ({ params }) => {
		if (params.id !== world.guildId) throw refuse.unknownGuild();
		return [...world.channels.values()].map((channel) => channelFields(world, channel));
	});
	api.get<{ Params: { id: string; user: string } }>("/guilds/:id/members/:user", ({ params }) => {
		if (params.id !== world.guildId) throw refuse.unknownGuild();
		const member = world.members.get(params.user);
		if (!member) throw refuse.unknownMember();
		return { ...memberFields(member), user: member.user };
	});
};
