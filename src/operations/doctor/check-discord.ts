import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@herald/common/start-error.ts";
import {
	type APIApplication,
	type APIUser,
	ApplicationIntegrationType,
	PermissionFlagsBits,
	type RESTAPIPartialCurrentUserGuild,
	type RESTGetAPIGatewayBotResult,
	Routes,
} from "discord-api-types/v10";
import type { Config, Installs } from "../../config.ts";
import {
	inviteAddress,
	isNoBotToken,
	memberInviteAddress,
	neededPermissions,
	noBotToken,
} from "../../discord/bot-token.ts";
import { MessageAccess } from "../../discord/message-events.ts";
import { refusedToken } from "../../discord/rest.ts";
import { askDiscord, type DiscordAccess } from "../ask-discord.ts";
import { enumerate } from "../kept-files.ts";
import { attempt, type Finding, found, note, ok, type ServerTime, wrong } from "./finding.ts";

/**
 * Checks whether the application can be installed as INSTALLS wants. If Discord's answer doesn't say whether an
 * install is allowed, the install counts as allowed.
 */
export const checkInstalls = (
	{ id, integration_types_config: allowed }: Pick<APIApplication, "id" | "integration_types_config">,
	installs: Installs,
): Finding[] => {
	const isAllowed = (type: ApplicationIntegrationType) => allowed === undefined || type in allowed;
	const turnOn = (name: string) =>
		`npm run setup -- application turns ${name} on, or you do in the developer portal, under Installation; or change INSTALLS.`;
	return found(
		installs.servers &&
			!isAllowed(ApplicationIntegrationType.GuildInstall) &&
			note(`Herald's application can't be added to servers: ${turnOn("Guild Install")}`),
		installs.members &&
			(isAllowed(ApplicationIntegrationType.UserInstall)
				? ok(`Members can install Herald with ${memberInviteAddress(id)}`)
				: wrong(`Members can't install Herald's application: ${turnOn("User Install")}`)),
	);
};

/** The most servers that Discord lists per request. */
const guildsPerRequest = 200;

const listGuilds = async (get: Get): Promise<RESTAPIPartialCurrentUserGuild[]> => {
	const guilds: RESTAPIPartialCurrentUserGuild[] = [];
	for (;;) {
		const after = guilds.at(-1)?.id;
		const query = new URLSearchParams({ limit: String(guildsPerRequest), ...(after && { after }) });
		const page = (await get(`${Routes.userGuilds()}?${query}`)) as RESTAPIPartialCurrentUserGuild[];
		guilds.push(...page);
		if (page.length < guildsPerRequest) return guilds;
	}
};

const listMissing = (permissions: bigint): string[] =>
	(permissions & PermissionFlagsBits.Administrator) !== 0n
		? []
		: Object.entries(neededPermissions).flatMap(([name, bit]) => ((permissions & bit) === 0n ? [name] : []));

/** Checks Herald's permissions in each server. Channels may still override them. */
const checkGuilds = async (get: Get, applicationId: string, allowedGuilds: readonly string[]) => {
	const guilds = await listGuilds(get);
	if (guilds.length === 0)
		return [
			note(
				`Herald is in no server yet: npm run setup -- invite waits until it is added to one with ${inviteAddress(applicationId)}`,
			),
		];
	const lacking = guilds.flatMap(({ id, name, permissions }) => {
		const missing = listMissing(BigInt(permissions));
		return found(
			missing.length > 0 &&
				note(
					`In "${name}" (${id}), Herald lacks ${enumerate(missing)}: let somebody who manages that server give it to Herald's role.`,
				),
		);
	});
	const ids = new Set(guilds.map(({ id }) => id));
	const absent = allowedGuilds
		.filter((id) => !ids.has(id))
		.map((id) =>
			note(`ALLOWED_GUILDS names ${id}, where Herald isn't: add it with ${inviteAddress(applicationId, id)}`),
		);
	const count = guilds.length === 1 ? "its server" : `all ${guilds.length} servers`;
	return [
		...(lacking.length === 0 ? [ok(`Herald has the permissions that it uses in ${count}.`)] : lacking),
		...absent,
	];
};

/**
 * The fewest logins that should be left, of the thousand that Discord allows a day. If fewer are left, something
 * restarts Herald in a loop.
 */
const fewLogins = 50;

/**
 * Gets something from Discord; if Discord asks for a short wait, tries once more after that. @throws StartError with a
 * sentence for the operator
 */
type Get = (path: string) => Promise<unknown>;

const getFrom =
	(access: DiscordAccess, onTime: (time: ServerTime) => void): Get =>
	async (path) => {
		let answer = await askDiscord(access, path);
		const waitMs = answer.kind === "refusal" && answer.seconds !== undefined && answer.seconds * 1_000;
		if (waitMs !== false && waitMs <= access.patienceMs) {
			await sleep(waitMs);
			answer = await askDiscord(access, path);
		}
		if (answer.kind === "refusal")
			throw new StartError(answer.isTokenRefused ? refusedToken : answer.sentence);
		if (answer.aheadMs !== undefined) onTime({ of: "Discord", aheadMs: answer.aheadMs });
		return answer.body;
	};

const checkIntents = (
	{ flags }: Pick<APIApplication, "flags">,
	setting: Config["discord"]["readMessages"],
): Finding => {
	const access = new MessageAccess(setting);
	access.learn(Number(flags));
	if (access.hindrance === "setting")
		return ok(`READ_MESSAGES is ${setting}, so Herald doesn't ask for the Message Content intent.`);
	return access.mode === "all"
		? ok("Discord grants the Message Content intent.")
		: note(
				"Discord doesn't grant the Message Content intent, so Herald can only read messages aloud that mention it: npm run setup -- application turns the intent on, or you do in the developer portal, under Bot; or set READ_MESSAGES to mentions.",
			);
};

const checkLogins = (
	{ shards, session_start_limit: limit }: RESTGetAPIGatewayBotResult,
	setting: Config["discord"]["shards"],
): Finding[] => {
	const resets = `${Math.ceil(limit.reset_after / 60_000)} minutes`;
	const wanted = setting === "auto" ? shards : setting;
	return found(
		wanted < shards &&
			note(
				`Discord recommends ${shards} shards for this bot, and GATEWAY_SHARDS is ${setting}: set it to auto. With more than 2,500 servers a shard, Herald can't log in.`,
			),
		limit.remaining < wanted
			? wrong(
					`Discord allows too few logins for ${resets} (${limit.remaining}): find out what restarts Herald again and again.`,
				)
			: limit.remaining < fewLogins &&
					note(
						`Discord allows ${limit.remaining} more logins within ${resets}: find out what restarts Herald so often.`,
					),
	);
};

/**
 * Checks the token, the intents, how often Herald may log in, whether the application can be installed, and Herald's
 * permissions in each server.
 */
export const checkDiscord = async (
	{ discord, allowedGuilds, installs }: Config,
	onTime: (time: ServerTime) => void,
	asking: Pick<DiscordAccess, "now" | "patienceMs">,
): Promise<Finding[]> => {
	if (discord.token === "")
		return [
			note(
				"DISCORD_TOKEN is empty, so npm start opens the playground: npm run setup asks for a bot's token.",
			),
		];
	if (isNoBotToken(discord)) return [wrong(noBotToken)];
	const get = getFrom({ ...asking, apiUrl: discord.apiUrl, token: discord.token }, onTime);
	return attempt(async () => {
		const me = (await get(Routes.user())) as APIUser;
		const application = (await get(Routes.currentApplication())) as APIApplication;
		const gateway = (await get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
		return [
			ok(`Discord accepts the token of ${me.username}.`),
			checkIntents(application, discord.readMessages),
			...checkLogins(gateway, discord.shards),
			...checkInstalls(application, installs),
			...(installs.servers ? await checkGuilds(get, application.id, allowedGuilds) : []),
		];
	});
};
