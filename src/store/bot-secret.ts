import { openSecretFile } from "@herald/common/storage/secret-file.ts";

/** In the data folder, with SQLite. */
export const botSecretFile = "bot.secret";

/**
 * Reads the bot's own secret, which keeps members and codes unreadable in the journal.
 *
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const openBotSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, botSecretFile, "remove it and lose what connects old redemptions to their codes");
