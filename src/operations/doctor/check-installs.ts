import type { APIApplication } from "discord.js";
import { ApplicationIntegrationType } from "discord-api-types/v10";
import type { Installs } from "../../config.ts";
import { memberInviteAddress } from "../../discord/invite-address.ts";
import { type Finding, found, note, ok, wrong } from "./finding.ts";

/** Whether the application lets itself be installed by those who may, as far as it says so. */
export const checkInstalls = (
	{ id, integration_types_config: allowed }: Pick<APIApplication, "id" | "integration_types_config">,
	installs: Installs,
): Finding[] => {
	const isAllowed = (type: ApplicationIntegrationType) => allowed === undefined || type in allowed;
	const turnOn = (name: string) =>
		`turn ${name} on in the developer portal, under Installation, or change INSTALLS.`;
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
