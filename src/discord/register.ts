import { type REST, Routes } from "discord.js";
import type { RegisteredCommand } from "./catalogue.ts";
import type { WrittenCommand } from "./write-declaration.ts";

/**
 * Replaces Discord's global commands with the declared ones. Those that are there already keep their ids and versions, and
 * don't count toward the commands that may be created in a day.
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
