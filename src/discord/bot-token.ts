import { ApplicationIntegrationType, OAuth2Scopes, PermissionFlagsBits } from "discord-api-types/v10";

/**
 * @returns the id of the application that a bot's token belongs to, in Base64 at the token's beginning; undefined if
 * it isn't a bot's token
 */
export const readApplicationId = (token: string): string | undefined => {
	const id = Buffer.from(token.split(".")[0] ?? "", "base64").toString("latin1");
	return /^\d{15,21}$/.test(id) ? id : undefined;
};

export const noBotToken = "DISCORD_TOKEN isn't a bot token: npm run setup asks for it, and says where it is.";

/**
 * @returns whether a token certainly isn't a bot's. Always false for "", and if `apiUrl` isn't Discord's, because
 * tokens may then have any form
 */
export const isNoBotToken = ({ token, apiUrl }: { readonly token: string; readonly apiUrl: string }) =>
	token !== "" && new URL(apiUrl).hostname.endsWith("discord.com") && readApplicationId(token) === undefined;

/** What an operator has given as a bot's token, judged by its form. The form doesn't tell whose token it is. */
export type TokenForm =
	| { readonly kind: "token"; readonly token: string; readonly applicationId: string }
	| {
			readonly kind:
				| "empty"
				| "public_key"
				| "client_secret"
				| "application_id"
				| "persons_token"
				| "unknown";
	  };

export const readTokenForm = (given: string): TokenForm => {
	// People copy spaces, quotes, the setting's name and `Bot ` along.
	const token = given
		.trim()
		.replace(/^(?:export\s+)?DISCORD_TOKEN\s*=\s*/, "")
		.replace(/^(["'`])(.*)\1$/s, "$2")
		.trim()
		.replace(/^Bot\s+/i, "")
		.replace(/\s+/g, "");
	if (token === "") return { kind: "empty" };
	if (/^mfa\./.test(token)) return { kind: "persons_token" };
	if (/^\d{15,21}$/.test(token)) return { kind: "application_id" };
	if (/^[0-9a-f]{64}$/.test(token)) return { kind: "public_key" };
	const applicationId = readApplicationId(token);
	if (applicationId !== undefined && /^[\w=-]+\.[\w-]+\.[\w-]+$/.test(token))
		return { kind: "token", token, applicationId };
	return { kind: /^[\w-]{32}$/.test(token) ? "client_secret" : "unknown" };
};

/** The permissions that Herald uses, by their names in Discord's client. */
export const neededPermissions = {
	"View Channels": PermissionFlagsBits.ViewChannel,
	"Send Messages": PermissionFlagsBits.SendMessages,
	"Send Messages in Threads": PermissionFlagsBits.SendMessagesInThreads,
	"Read Message History": PermissionFlagsBits.ReadMessageHistory,
	"Attach Files": PermissionFlagsBits.AttachFiles,
	"Send Voice Messages": PermissionFlagsBits.SendVoiceMessages,
	Connect: PermissionFlagsBits.Connect,
	Speak: PermissionFlagsBits.Speak,
	"Request to Speak": PermissionFlagsBits.RequestToSpeak,
} as const;

export const neededPermissionBits = Object.values(neededPermissions).reduce((sum, bit) => sum | bit, 0n);

/** The origin of invites by default. A playground has its own. */
const discord = "https://discord.com";

const authorizeAddress = (query: Record<string, string>, origin = discord): string =>
	`${origin}/oauth2/authorize?${new URLSearchParams(query)}`;

/** @returns the URL with which members install Herald's commands for themselves */
export const memberInviteAddress = (applicationId: string, origin?: string): string =>
	authorizeAddress(
		{
			client_id: applicationId,
			scope: OAuth2Scopes.ApplicationsCommands,
			integration_type: String(ApplicationIntegrationType.UserInstall),
		},
		origin,
	);

/**
 * @returns the URL that adds Herald to a server, with only the scopes and permissions that Herald uses. Without
 * `guildId`, the person who opens the URL chooses the server
 */
export const inviteAddress = (applicationId: string, guildId?: string, origin?: string): string =>
	authorizeAddress(
		{
			client_id: applicationId,
			scope: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(" "),
			permissions: String(neededPermissionBits),
			...(guildId !== undefined && { guild_id: guildId }),
		},
		origin,
	);
