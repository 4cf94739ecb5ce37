import { type REST, Routes } from "discord.js";
import type { RegisteredCommand } from "./catalogue.ts";
import type { WrittenCommand } from "./write-declaration.ts";

/**
 * Replaces Discord's global commands with the declared ones. Existing ones keep their ids and versions, and don't count
 * towards the daily limit of new commands.
 *
 * @returns the commands with their ids
 */
export const registerCommands = async (
	rest: REST,
	applicationId: string,
	commands: readonly WrittenCommand[],
): Promise<readonly RegisteredCommand[]> =>
	(await rest.put(Routes.applicationCommands(applicationId), {
		body: commands,
	})) as readonly RegisteredCommand[];
