import { existsSync } from "node:fs";
import { join } from "node:path";

/** The databases in DATA_DIR that nothing can make anew. */
export const databaseFiles = ["bot.db", "service.db"] as const;

/** The keys beside them. */
export const secretFiles = ["bot.secret", "accounts.secret", "service.secret", "speech-service.key"] as const;

/** @returns which of these files a folder has */
export const filesIn = <Name extends string>(folder: string, names: readonly Name[]): Name[] =>
	names.filter((name) => existsSync(join(folder, name)));

/** A file in the data folder that a backup touches. */
export const backupMark = "last-backup";
