import { choicesMax } from "../../discord/limits.ts";
import { cleanCharacters } from "../../speech/text/speakable/characters.ts";
import type { Preset } from "../../store/database.ts";
import type { UsablePresets } from "../../store/settings.ts";
import { fold } from "./search-voices.ts";

/** The longest name of a preset, in UTF-16 units. */
export const presetNameMax = 32;
/** The most presets of a server, and of each member. */
export const presetsMax = { server: 10, own: 5 } as const;

/** How many presets are always offered, however many voices there are. */
const offeredAtLeast = 5;

/** A preset's name has no markup, and can stand before a colon as words do. */
const presetName = /^\p{L}[\p{L}\p{M}\p{N}' -]*$/u;

/** In these scripts, a single character can be a name. In others, a letter before a colon is a smiley or a label. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** @returns the canonical form of a preset's name; undefined if it is invalid */
export const readPresetName = (given: string): string | undefined => {
	const name = cleanCharacters(given).replace(/\s+/g, " ").replaceAll("’", "'").trim();
	const fits = (name.length >= 2 || word.test(name)) && name.length <= presetNameMax;
	return fits && presetName.test(name) ? name : undefined;
};

const foldName = (name: string): string => fold(name.replace(/\s+/g, " ").replaceAll("’", "'"));

/** @returns whether two names of presets are the same, ignoring case */
export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** @returns a prefix in the form that is compared, without case and width */
export const foldPrefix = (prefix: string): string => prefix.normalize("NFKC").toLowerCase();

/**
 * Adds a preset, or replaces the one of the same name. Without a prefix, the new preset takes over the prefix of the
 * preset that it replaces. A prefix of the new preset is taken away from any other preset.
 */
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

/** @returns the preset with a name, in upper or lower case. A member's comes before the server's */
export const findPreset = (name: string, { own, server }: UsablePresets): Preset | undefined =>
	[...own, ...server].find((preset) => isSameName(preset.name, name));

/** @returns the presets that can be named: a member's, then the server's, unless a member's has the same name */
export const listPresets = ({ own, server }: UsablePresets): readonly Preset[] => [
	...own,
	...server.filter(({ name }) => !own.some((preset) => isSameName(preset.name, name))),
];

/**
 * @param voices - how many voices are offered as well. Presets get the remaining places, and at least `offeredAtLeast`
 * @returns the presets whose names contain what was typed
 */
export const suggestPresets = (typed: string, presets: readonly Preset[], voices: number) =>
	presets
		.filter(({ name }) => foldName(name).includes(foldName(typed)))
		.slice(0, Math.max(offeredAtLeast, choicesMax - voices));
