import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @returns the paths of the bot's source files */
export const listSources = (): string[] =>
	globSync(["src/**/*.ts", "commands/*.ts"], { cwd: root }).map((file) => `${root}/${file}`);
