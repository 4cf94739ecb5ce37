import type { IgnoreRule, ReadingSettings } from "../store/reading-settings.ts";

/** A guild's settings with the defaults in the place of what wasn't chosen. */
export type ChosenReading = {
	readonly [K in keyof ReadingSettings]: NonNullable<ReadingSettings[K]>;
};

/** Nothing is read until somebody who manages the guild turns it on; then this is how. */
export const readingDefaults: ChosenReading = {
	voiceChat: false,
	names: "changed",
	listenersOnly: true,
	maxSeconds: 15,
	dialogue: true,
	announce: "off",
	autoJoin: "off",
	sharePercent: 50,
	holdMs: 0,
};

/** What begins with this isn't read, while a guild has no prefix of its own. */
export const defaultPrefix = "//";

/** @returns the settings as they apply */
export const chooseReading = (settings: ReadingSettings): ChosenReading => {
	const chosen = Object.entries(settings).filter(([, value]) => value !== null);
	return { ...readingDefaults, ...Object.fromEntries(chosen) };
};

/** @returns the prefixes of what isn't read */
export const listPrefixes = (ignores: readonly IgnoreRule[]): string[] => {
	const own = ignores.filter(({ kind }) => kind === "prefix").map(({ value }) => value);
	return own.length > 0 ? own : [defaultPrefix];
};
