import { choicesMax } from "../../discord/limits.ts";
import { cleanCharacters } from "../../speech/text/speakable/characters.ts";
import type { Preset } from "../../store/database.ts";
import type { UsablePresets } from "../../store/settings.ts";
import { fold } from "./search-voices.ts";

/** Longest name, in characters. */
export const presetNameMax = 32;
/** The most presets of a server, and of each member. */
export const presetsMax = { server: 10, own: 5 } as const;

/** Presets that are offered for sure, however many voices there are. */
const offeredAtLeast = 5;

/** Nothing in it is markup, and it stands before a colon as words do. */
const presetName = /^\p{L}[\p{L}\p{M}\p{N}' -]*$/u;

/** A single character is a word in these scripts; a letter of an alphabet before a colon is a smiley or a label. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** @returns a preset's name as it is kept; undefined for what can't be one */
export const readPresetName = (given: string): string | undefined => {
	const name = cleanCharacters(given).replace(/\s+/g, " ").replaceAll("’", "'").trim();
	const fits = (name.length >= 2 || word.test(name)) && name.length <= presetNameMax;
	return fits && presetName.test(name) ? name : undefined;
};

const foldName = (name: string): string => fold(name.replace(/\s+/g, " ").replaceAll("’", "'"));

/** @returns whether two names of presets are the same, whatever their case */
export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** @returns a prefix as it is compared, in any case or width */
export const foldPrefix = (prefix: string): string => prefix.normalize("NFKC").toLowerCase();

/** @returns presets with one in the place of that of its name, whose prefix it keeps; its own prefix is no other's */
export const withPreset = (presets: readonly Preset[], preset: Preset): readonly Preset[] => {
	const before = presets.find(({ name }) => isSameName(name, preset.name));
	const taken = preset.prefix === null ? undefined : foldPrefix(preset.prefix);
	const others = presets
		.filter((each) => each !== before)
		.map((each) =>
			each.prefix !== null && foldPrefix(each.prefix) === taken ? { ...each, prefix: null } : each,
		);
	return [...others, { ...preset, prefix: preset.prefix ?? before?.prefix ?? null }];
};

/** @returns the preset of that name in any case, a member's before the server's */
export const findPreset = (name: string, { own, server }: UsablePresets): Preset | undefined =>
	[...own, ...server].find((preset) => isSameName(preset.name, name));

/** @returns the presets that can be named, a member's first, without the server's that they hide */
export const listPresets = ({ own, server }: UsablePresets): readonly Preset[] => [
	...own,
	...server.filter(({ name }) => !own.some((preset) => isSameName(preset.name, name))),
];

/**
 * @param voices - how many voices are offered too: they keep at least twenty of the places
 * @returns the presets that what is typed may mean, the first of them first
 */
export const suggestPresets = (
	typed: string,
	presets: readonly Preset[],
	voices: number,
): readonly Preset[] =>
	presets
		.filter(({ name }) => foldName(name).includes(foldName(typed)))
		.slice(0, Math.max(offeredAtLeast, choicesMax - voices));
