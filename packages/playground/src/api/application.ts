import type { APIUser } from "discord-api-types/v10";
import { orThrow, refuse } from "../checks/form.ts";
import type { Parts } from "../parts.ts";
import { withoutLocalizations } from "../world/commands.ts";
import { channelFields, directFields, guildFields } from "../world/fields.ts";
import { isThread } from "../world/guild.ts";
import { canView, computePermissions } from "../world/permissions.ts";
import { type Api, findGuild, isTrue } from "./routes.ts";

// How many guilds a shard should have: as many as Discord recommends. Discord allows more.
const guildsInShard = 1_000;

/** A team whose only member is its owner, as the API writes it. */
const teamFields = (id: string, name: string, owner: APIUser) => ({
	id,
	icon: null,
	name,
	owner_user_id: owner.id,
	members: [{ user: owner, team_id: id, membership_state: 2, role: "admin", permissions: ["*"] }],
});

/** The application itself, the gateway's address, commands and guilds. */
export const addApplicationRoutes = (api: Api, parts: Parts): void => {
	const { world, commands } = parts;

	api.get("/gateway", () => ({ url: parts.gatewayAddress() }));
	api.get("/gateway/bot", () => ({
		url: parts.gatewayAddress(),
		shards: Math.max(1, Math.ceil(world.guilds.size / guildsInShard)),
		session_start_limit: parts.starts.view(),
	}));
	api.get("/users/@me", () => ({ ...world.application, mfa_enabled: true, locale: "en-US" }));
	api.get("/users/:id", ({ params }) => orThrow(world.users.get(params.id), refuse.unknownUser));
	const applicationFields = () => {
		const owner = [...world.guilds.values()][0]?.owner.user;
		const { team, bot = true } = world.settings.description;
		return {
			id: world.applicationId,
			name: world.application.username,
			...world.settings.fields(),
			type: null,
			bot_public: true,
			bot_require_code_grant: false,
			verify_key: "0".repeat(64),
			owner,
			...(bot && { bot: world.application }),
			team: team !== undefined && owner ? teamFields(world.applicationId, team, owner) : null,
			flags: world.applicationFlags,
			flags_new: String(world.applicationFlags),
			redirect_uris: [],
			interactions_endpoint_url: null,
			role_connections_verification_url: null,
			explicit_content_filter: 0,
			eligible_oauth2_scopes: [],
			approximate_guild_count: [...world.guilds.values()].filter(({ hasBot }) => hasBot).length,
			approximate_user_install_count: world.installedBy.size,
			approximate_user_authorization_count: 0,
		};
	};
	for (const path of ["/applications/@me", "/oauth2/applications/@me"] as const)
		api.get(path, applicationFields);
	api.patch("/applications/@me", ({ json }) => {
		parts.gateway.grantMessageContent(world.settings.change(json, world.messageContent));
		return applicationFields();
	});

	for (const path of [
		"/applications/:application/commands",
		"/applications/:application/guilds/:guild/commands",
	] as const) {
		const check = ({ application, guild }: { application: string; guild?: string }) => {
			if (application !== world.applicationId) throw refuse.missingAccess();
			if (guild !== undefined) findGuild(world, guild);
		};
		api.get(path, ({ params, query }) => {
			check(params);
			const list = commands.list(params.guild);
			return isTrue(query.with_localizations) ? list : withoutLocalizations(list);
		});
		api.put(path, ({ params, body }) => {
			check(params);
			const list = commands.set(body, params.guild);
			world.feed.emit("guild");
			return list;
		});
	}

	api.post("/users/@me/channels", ({ json }) => {
		const user = world.users.get(String(json.recipient_id));
		if (!user || user.bot) throw refuse.invalidRecipient();
		return directFields(world.openDirect(user, world.application));
	});
	api.get("/users/@me/guilds", () =>
		[...world.guilds.values()]
			.filter(({ hasBot }) => hasBot)
			.map((guild) => ({
				id: guild.id,
				name: guild.name,
				icon: null,
				banner: null,
				owner: false,
				permissions: String(computePermissions(guild.bot)),
				features: [],
			})),
	);
	api.get("/guilds/:id", ({ params }) => guildFields(findGuild(world, params.id)));
	api.get("/guilds/:id/channels", ({ params }) =>
		[...findGuild(world, params.id).channels.values()]
			.filter((channel) => !isThread(channel) && canView(channel.guild.bot, channel))
			.map(channelFields),
	);
};
