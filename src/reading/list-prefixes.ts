import type { IgnoreRule } from "../store/reading-settings.ts";

/** What begins with this isn't read, while a guild has no prefix of its own. */
export const defaultPrefix = "//";

/** @returns the prefixes of what isn't read */
export const listPrefixes = (ignores: readonly IgnoreRule[]): string[] => {
	const own = ignores.filter(({ kind }) => kind === "prefix").map(({ value }) => value);
	return own.length > 0 ? own : [defaultPrefix];
};
