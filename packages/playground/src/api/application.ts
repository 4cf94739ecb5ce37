import { refuse } from "../checks/api-error.ts";
import type { Parts } from "../parts.ts";
import { withoutLocalizations } from "../world/commands.ts";
import { channelFields, directFields, guildFields } from "../world/fields.ts";
import { isThread } from "../world/guild.ts";
import { applicationFlags } from "../world/message-content.ts";
import { canView, computePermissions } from "../world/permissions.ts";
import { findGuild, isTrue } from "./find.ts";
import type { Api } from "./routes.ts";

// As many as Discord recommends; it allows more.
const guildsInShard = 1_000;

/** The application itself, the gateway's address, commands and guilds. */
export const addApplicationRoutes = (api: Api, parts: Parts): void => {
	const { world, commands } = parts;

	api.get("/gateway", () => ({ url: parts.gatewayAddress() }));
	api.get("/gateway/bot", () => ({
		url: parts.gatewayAddress(),
		shards: Math.max(1, Math.ceil(world.guilds.size / guildsInShard)),
		session_start_limit: parts.gateway.sessionStartLimit,
	}));
	api.get("/users/@me", () => ({ ...world.application, mfa_enabled: true, locale: "en-US" }));
	api.get("/users/:id", ({ params }) => {
		const user = world.users.get(params.id);
		if (!user) throw refuse.unknownUser();
		return user;
	});
	for (const path of ["/applications/@me", "/oauth2/applications/@me"])
		api.get(path, () => ({
			id: world.applicationId,
			name: world.application.username,
			icon: null,
			description: "",
			type: null,
			bot_public: true,
			bot_require_code_grant: false,
			verify_key: "0".repeat(64),
			owner: [...world.guilds.values()][0]?.owner.user,
			bot: world.application,
			team: null,
			flags: applicationFlags(world.messageContent),
			flags_new: String(applicationFlags(world.messageContent)),
			redirect_uris: [],
			interactions_endpoint_url: null,
			role_connections_verification_url: null,
			explicit_content_filter: 0,
			eligible_oauth2_scopes: [],
			approximate_guild_count: [...world.guilds.values()].filter(({ hasBot }) => hasBot).length,
			approximate_user_install_count: world.installedBy.size,
			approximate_user_authorization_count: 0,
			integration_types_config: { 0: {}, 1: {} },
		}));

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
