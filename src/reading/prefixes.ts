import { foldPrefix } from "../say/sound/presets.ts";
import type { IgnoreRule, Preset } from "../store/database.ts";

/** The prefix of messages that aren't read, as long as a guild has no such prefix of its own. */
export const defaultPrefix = "//";

/** @returns whether a text begins with a prefix, in upper or lower case, and in any width */
const beginsWith = (text: string, prefix: string): boolean =>
	foldPrefix(text.trimStart().slice(0, prefix.length)) === foldPrefix(prefix);

/** @returns whether a place is within a word: "ttsay" doesn't begin with the prefix "tts" */
const endsInWord = (text: string, at: number): boolean =>
	/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && /^[\p{L}\p{N}]/u.test(text.slice(at));

/** A prefix of messages to read: the server's, or that of a preset, in whose voice they are read. */
export interface ReadPrefix {
	readonly prefix: string;
	readonly preset?: string;
}

/**
 * @param readPrefix - the prefix that messages need to be read; null if they need none
 * @param presets - those that the author can use, the preferred ones first
 * @returns the longest prefix that a message begins with
 */
export const findReadPrefix = (
	content: string,
	readPrefix: string | null,
	presets: readonly Pick<Preset, "name" | "prefix">[],
): ReadPrefix | undefined =>
	[
		...presets.flatMap(({ name, prefix }) => (prefix === null ? [] : [{ prefix, preset: name }])),
		...(readPrefix === null ? [] : [{ prefix: readPrefix }]),
	]
		.filter(({ prefix }) => beginsWith(content, prefix) && !endsInWord(content.trimStart(), prefix.length))
		.reduce<ReadPrefix | undefined>(
			(longest, each) => (longest && longest.prefix.length >= each.prefix.length ? longest : each),
			undefined,
		);

export const withoutPrefix = (content: string, prefix: string): string =>
	content.trimStart().slice(prefix.length).trimStart();

/** @returns the length of the longest ignored prefix that a message begins with; 0 if it has none */
export const ignoredLength = (content: string, ignores: readonly IgnoreRule[]): number => {
	const own = ignores.filter(({ kind }) => kind === "prefix").map(({ value }) => value);
	const prefixes = own.length > 0 ? own : [defaultPrefix];
	return Math.max(0, ...prefixes.filter((each) => beginsWith(content, each)).map(({ length }) => length));
};
