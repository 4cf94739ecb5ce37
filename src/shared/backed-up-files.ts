import { existsSync } from "node:fs";
import { join } from "node:path";

/** The databases in DATA_DIR that can't be recreated. */
export const databaseFiles = ["bot.db", "service.db"] as const;

/** The secrets in DATA_DIR that belong to the databases. */
export const secretFiles = ["bot.secret", "accounts.secret", "service.secret", "speech-service.key"] as const;

export const filesIn = <Name extends string>(folder: string, names: readonly Name[]): Name[] =>
	names.filter((name) => existsSync(join(folder, name)));

/** A file in DATA_DIR whose modification time is that of the last backup. */
export const backupMark = "last-backup";
