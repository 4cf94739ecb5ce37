import { foldPrefix } from "../say/sound/presets.ts";
import type { IgnoreRule, Preset } from "../store/database.ts";

/** Messages with this prefix aren't read, while a guild ignores none of its own. */
export const defaultPrefix = "//";

/** @returns whether a text begins with a prefix, in any case or width */
const beginsWith = (text: string, prefix: string): boolean =>
	foldPrefix(text.trimStart().slice(0, prefix.length)) === foldPrefix(prefix);

/** @returns whether a text has a letter or digit both before and behind a place: "tts" isn't what "ttsay" begins with */
const endsInWord = (text: string, at: number): boolean =>
	/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && /^[\p{L}\p{N}]/u.test(text.slice(at));

/** A prefix for which a message is read: the server's, or a preset's, as which it is read. */
export interface ReadPrefix {
	readonly prefix: string;
	readonly preset?: string;
}

/**
 * @param readPrefix - without which nothing is read; null where messages need none
 * @param presets - that its author can use, those that go first before others
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

/** @returns a message without the prefix that it begins with */
export const withoutPrefix = (content: string, prefix: string): string =>
	content.trimStart().slice(prefix.length).trimStart();

/** @returns the length of the longest ignored prefix that a message begins with; 0 without one */
export const ignoredLength = (content: string, ignores: readonly IgnoreRule[]): number => {
	const own = ignores.filter(({ kind }) => kind === "prefix").map(({ value }) => value);
	const prefixes = own.length > 0 ? own : [defaultPrefix];
	return Math.max(0, ...prefixes.filter((each) => beginsWith(content, each)).map(({ length }) => length));
};
