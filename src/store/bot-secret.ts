import { openSecretFile } from "@herald/common/storage/private-file.ts";

/** In the data folder. Used with SQLite. */
export const botSecretFile = "bot.secret";

/**
 * Reads the bot's own secret, with which the journal's hashes of members and codes are made.
 *
 * @throws StoreError if it can't be read or written, or has another length
 */
export const openBotSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, botSecretFile, "remove it and lose what connects old redemptions to their codes");
