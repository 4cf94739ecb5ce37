import { existsSync } from "node:fs";
import { join } from "node:path";

/** The databases in DATA_DIR that nothing can make anew. */
export const databaseFiles = ["bot.db", "service.db"] as const;

/** The keys beside them. */
export const secretFiles = ["bot.secret", "accounts.secret", "service.secret", "speech-service.key"] as const;

/** Where a backup has them, unless they are kept elsewhere. */
export const secretsFolder = (folder: string): string => join(folder, "secrets");

/** @returns which of these files a folder has */
export const filesIn = <Name extends string>(folder: string, names: readonly Name[]): Name[] =>
	names.filter((name) => existsSync(join(folder, name)));

/** @returns "1,024 MB" */
export const megabytes = (bytes: number): string =>
	`${Math.round(bytes / 1024 / 1024).toLocaleString("en-GB")} MB`;

/** @returns "a", "a and b" or "a, b and c" */
export const enumerate = (words: readonly string[]): string =>
	new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);
