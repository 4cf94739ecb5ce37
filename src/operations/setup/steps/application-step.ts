import { existsSync, readFileSync } from "node:fs";
import { ApplicationFlags, ApplicationIntegrationType, OAuth2Scopes } from "discord-api-types/v10";
import { type Installs, readInstalls } from "../../../config.ts";
import { neededPermissionBits } from "../../../discord/bot-token.ts";
import { type Application, askDiscord, type Identity, portal } from "../../ask-discord.ts";
import type { SettingChanges } from "../env-file.ts";
import type { Context } from "../options.ts";
import type { SettledToken } from "./token-step.ts";

interface Wishes {
	/** Whether everybody's messages should be read aloud, which needs the Message Content intent. */
	readonly readAloud: boolean;
	readonly installs: Installs;
	/** The picture that an application without one gets, as a data URI. */
	readonly picture: string | undefined;
}

/** The fields of `PATCH /applications/@me` that Herald changes. */
interface ApplicationChange {
	readonly flags?: number;
	readonly integration_types_config?: Application["integration_types_config"];
	readonly description?: string;
	readonly tags?: readonly string[];
	readonly icon?: string;
}

/** What Herald would change about the application, and what only a person can change. */
export interface ApplicationPlan {
	/** Empty if nothing needs to change. */
	readonly change: ApplicationChange;
	/** A sentence for each field of `change`, in its order. */
	readonly says: Readonly<Record<string, string>>;
	/** Sentences about what a person has to do, with addresses. */
	readonly byHand: readonly string[];
}

const description =
	"Gives your server a voice: /say speaks a text as a file, a voice message or in your voice channel, and channels can be read aloud.";
const tags = ["text-to-speech", "voice", "accessibility", "reading aloud"];

/**
 * The number of servers at which an application must begin to ask Discord for the Message Content intent. With fewer
 * servers, the application turns the intent on with a flag.
 */
const manyServers = 100;
const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Whether the install parameters are those of a new application, so that nobody has chosen them. */
const isUntouched = (params: { readonly scopes: readonly string[]; readonly permissions: string }): boolean =>
	params.scopes.every((scope) => scope === OAuth2Scopes.ApplicationsCommands) && params.permissions === "0";

const serverInstall = {
	scopes: [OAuth2Scopes.ApplicationsCommands, OAuth2Scopes.Bot],
	permissions: String(neededPermissionBits),
};
const memberInstall = { scopes: [OAuth2Scopes.ApplicationsCommands], permissions: "0" };

const planInstalls = ({ integration_types_config: config }: Application, installs: Installs) => {
	const { GuildInstall, UserInstall } = ApplicationIntegrationType;
	const server = config[GuildInstall]?.oauth2_install_params;
	const member = config[UserInstall]?.oauth2_install_params;
	const setsServer = installs.servers && (!server || isUntouched(server));
	const setsMember = installs.members && !member;
	if (!setsServer && !setsMember) return {};
	return {
		integration_types_config: {
			...config,
			...(setsServer && { [GuildInstall]: { oauth2_install_params: serverInstall } }),
			...(setsMember && { [UserInstall]: { oauth2_install_params: memberInstall } }),
		},
	};
};

const isSmall = ({ application, isVerified }: Identity): boolean =>
	!isVerified && application.approximate_guild_count < manyServers;

const lacksContent = ({ application: { flags } }: Identity, { readAloud }: Wishes): boolean =>
	readAloud && (flags & contentFlags) === 0;

const listByHand = (identity: Identity, wishes: Wishes): string[] => {
	const { application } = identity;
	const at = (page: string) => `${portal}/${application.id}/${page}`;
	const when = (isSo: boolean, sentence: string) => (isSo ? [sentence] : []);
	return [
		...when(
			lacksContent(identity, wishes) && !isSmall(identity),
			`The Message Content intent: with ${manyServers} servers or more, or verified, an application asks Discord for it at ${at("bot")}. docs/terms.md has texts for the form.`,
		),
		...when(
			application.bot_require_code_grant,
			`Requires OAuth2 Code Grant is on, so the invite can't add Herald: turn it off at ${at("bot")}`,
		),
		...when(
			!application.bot_public,
			`Public Bot is off, so nobody but its owner can add Herald: turn it on at ${at("bot")} if others are to.`,
		),
		...when(
			Boolean(application.interactions_endpoint_url),
			`Commands go to ${application.interactions_endpoint_url} and never reach Herald: empty Interactions Endpoint URL at ${at("information")}`,
		),
		...when(
			application.team !== undefined && application.team !== null,
			`The application belongs to the team ${application.team?.name}: only its admins and developers can change it at ${at("information")}`,
		),
	];
};

/**
 * Plans what Herald changes about its application. What was set by hand stays. After a plan is carried out, a new
 * plan with the same wishes is empty.
 */
const planApplication = (identity: Identity, wishes: Wishes): ApplicationPlan => {
	const { application } = identity;
	const setsContent = lacksContent(identity, wishes) && isSmall(identity);
	const change: ApplicationChange = {
		...(setsContent && { flags: application.flags | ApplicationFlags.GatewayMessageContentLimited }),
		...planInstalls(application, wishes.installs),
		...(application.description === "" && { description }),
		...(application.tags.length === 0 && { tags }),
		...(!application.icon && wishes.picture !== undefined && { icon: wishes.picture }),
	};
	const says: Readonly<Record<keyof ApplicationChange, string>> = {
		flags: "Turn on the Message Content intent, so that everybody's messages can be read aloud.",
		integration_types_config: `Let ${describeWho(wishes.installs)} add Herald, with just the permissions that it uses.`,
		description: `Set the description: "${description}"`,
		tags: `Set the tags: ${tags.join(", ")}.`,
		icon: "Set a picture (deploy/herald.png).",
	};
	return {
		change,
		says: Object.fromEntries(Object.keys(change).map((key) => [key, says[key as keyof ApplicationChange]])),
		byHand: listByHand(identity, wishes),
	};
};

const describeWho = ({ servers, members }: Installs): string => {
	if (servers && members) return "servers and members";
	return members ? "members" : "servers";
};

const picture = new URL("../../../../deploy/herald.png", import.meta.url);

/** @returns Herald's picture as a data URI; undefined if the file is missing, which it is in the container */
const readPicture = (): string | undefined =>
	existsSync(picture) ? `data:image/png;base64,${readFileSync(picture).toString("base64")}` : undefined;

const who = [
	{ value: "servers", label: "Servers: those who manage one add it there" },
	{ value: "both", label: "Servers, and members for themselves, to use it anywhere" },
	{ value: "members", label: "Members alone" },
] as const;

/** Whether the settings let Herald read all messages. Only then does Herald need the intent. */
const readsAll = ({ environment }: Context) => ["", "auto"].includes(environment.READ_MESSAGES ?? "");

const askReadAloud = async ({ terminal, options }: Context, identity: Identity): Promise<boolean> => {
	if (!options.readAloud) return false;
	if (!terminal.asks || (identity.application.flags & contentFlags) !== 0) return true;
	return terminal.confirm(
		"Let servers have channels read aloud? Herald then asks Discord for the Message Content intent.",
		true,
	);
};

/** @returns the plan for the current settings, without asking anything */
export const reviewApplication = (context: Context, identity: Identity): ApplicationPlan =>
	planApplication(identity, {
		readAloud: context.options.readAloud && readsAll(context),
		installs: readInstalls(context.environment),
		picture: readPicture(),
	});

/** Asks what Herald should change about its application, and shows all of it. Nothing is changed yet. */
export const settleApplication = async (context: Context, identity: Identity) => {
	const { terminal, options, environment } = context;
	terminal.title("The application");
	const current = environment.INSTALLS || "servers";
	readInstalls(environment);
	const chosen =
		options.installs ??
		(terminal.asks ? await terminal.choose<string>("Who may add Herald?", who, current) : current);
	const plan = planApplication(identity, {
		readAloud: readsAll(context) && (await askReadAloud(context, identity)),
		installs: readInstalls({ INSTALLS: chosen }),
		picture: readPicture(),
	});
	const says = Object.values(plan.says);
	if (says.length === 0) terminal.say("The application has all that Herald can set.");
	else terminal.say("Herald would change this of its application:", ...says.map((line) => `- ${line}`));
	if (plan.byHand.length > 0)
		terminal.say("This is left for you:", ...plan.byHand.map((line) => `- ${line}`));
	return {
		plan,
		isWanted:
			says.length > 0 && (options.yes || (terminal.asks && (await terminal.confirm("Change that?", true)))),
		changes: (chosen === current ? {} : { INSTALLS: chosen }) as SettingChanges,
	};
};

const without = (change: ApplicationChange, fields: readonly string[]): ApplicationChange =>
	Object.fromEntries(Object.entries(change).filter(([field]) => !fields.includes(field)));

/**
 * Changes the application. If Discord refuses fields, the others are changed, and the result names the refused ones.
 *
 * @returns the fields that were changed, and a sentence about what wasn't
 */
export const changeApplication = async (
	{ change, says }: ApplicationPlan,
	asking: SettledToken["asking"],
	applicationId: string,
): Promise<{ readonly fields: readonly string[]; readonly problem?: string }> => {
	const answer = await askDiscord(asking, "/applications/@me", change);
	if (answer.kind === "answer") return { fields: Object.keys(change) };
	const refused = answer.fields?.filter((field) => field in change) ?? [];
	if (refused.length === 0)
		return {
			fields: [],
			problem: `The application is as it was. ${answer.sentence}`,
		};
	const rest = without(change, refused);
	const again =
		Object.keys(rest).length > 0 ? await askDiscord(asking, "/applications/@me", rest) : undefined;
	const list = refused.map((field) => says[field]).join(" ");
	return {
		fields: again?.kind === "answer" ? Object.keys(rest) : [],
		problem: `Discord doesn't let Herald do this, so do it at ${portal}/${applicationId}: ${list}`,
	};
};
