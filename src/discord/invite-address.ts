import { ApplicationIntegrationType, OAuth2Scopes, PermissionFlagsBits } from "discord-api-types/v10";

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

/** The same as a bit set. */
export const neededPermissionBits = Object.values(neededPermissions).reduce((sum, bit) => sum | bit, 0n);

/** The origin of invites, except in a playground. */
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
 * @returns the URL that adds Herald to a server (to this one,
 * if given), with only the scopes and permissions that it uses
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
