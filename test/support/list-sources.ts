import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @returns the paths of the source files of the bot and its service */
export const listSources = (): string[] =>
	globSync(["src/**/*.ts", "commands/*.ts", "packages/{common,service}/src/**/*.{ts,js}"], { cwd: root }).map(
		(file) => `${root}/${file}`,
	);
