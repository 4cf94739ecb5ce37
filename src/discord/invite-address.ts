import { OAuth2Scopes, PermissionFlagsBits } from "discord.js";

const permissions = [
	PermissionFlagsBits.ViewChannel,
	PermissionFlagsBits.SendMessages,
	PermissionFlagsBits.AttachFiles,
	PermissionFlagsBits.SendVoiceMessages,
	PermissionFlagsBits.Connect,
	PermissionFlagsBits.Speak,
	PermissionFlagsBits.RequestToSpeak,
].reduce((sum, bit) => sum | bit, 0n);

/** @returns the address that adds Herald to a server, or to this one, with just the scopes and permissions it uses */
export const inviteAddress = (applicationId: string, guildId?: string): string => {
	const query = new URLSearchParams({
		client_id: applicationId,
		scope: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(" "),
		permissions: String(permissions),
		...(guildId !== undefined && { guild_id: guildId }),
	});
	return `https://discord.com/oauth2/authorize?${query}`;
};
