import { ApplicationIntegrationType, InteractionContextType } from "discord-api-types/v10";

/** Where every command of Herald's is: in servers that it was added to, and nowhere else. */
export const inServers = {
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
} as const;
