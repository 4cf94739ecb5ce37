import { join } from "node:path";

/** Where a backup has the keys, unless they are kept elsewhere. */
export const secretsFolder = (folder: string): string => join(folder, "secrets");

/** @returns "1,024 MB" */
export const megabytes = (bytes: number): string =>
	`${Math.round(bytes / 1024 / 1024).toLocaleString("en-GB")} MB`;

/** @returns "a", "a and b" or "a, b and c" */
export const enumerate = (words: readonly string[]): string =>
	new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);
