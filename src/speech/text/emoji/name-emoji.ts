import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Recent } from "@herald/common/recent.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";

const keycap = /([0-9#*])\uFE0F?\u20E3|🔟/gu;
/** @returns a keycap's digit or sign */
const showKeycap = (_: string, shown = "10"): string => `${shown} `;
/** Finds emoji by their parts, at a tenth of the cost of `\p{RGI_Emoji}`. */
const emoji =
	/[\u{1F1E6}-\u{1F1FF}]{2}|[©®™]\uFE0F|[[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]--[©®™]](?:[\uFE0F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*/v;
/** A custom emoji in a text without markup: its name between two characters that cleaned texts don't have. */
const custom = /\uF8F0[^\uF8F0\uF8F1]{0,200}\uF8F1/;
const customEnds = /[\uF8F0\uF8F1]/g;
/** One emoji, or the same one several times with nothing but white space between. */
const runOf = (pattern: string): RegExp => new RegExp(`(?<emoji>${pattern})(?:\\s*\\k<emoji>)*`, "gv");
const run = runOf(`${custom.source}|${emoji.source}`);
const customRun = runOf(custom.source);
const remains = /[\uFE0F\u20E3]|(?<=\s|^)\u200D/g;
const flag = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const skinToneOrVariant = /[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu;
const spaceBeforeComma = /([\p{L}\p{N}])[^\S\n]{1,3},/gu;
const joiner = "\u200D";
const firstRegional = 0x1f1e6;

/** The most emoji that are named in a text; more would be too long to listen to. */
const namedMax = 10;

/** @returns whether a text has one of Unicode's emoji */
export const findEmoji = (text: string): boolean => emoji.test(text);

/**
 * Marks a custom emoji's name, so that {@link emojiNamer}, {@link nameCustomEmoji} and {@link dropEmoji} find it.
 */
export const customEmoji = (name: string): string => `\uF8F0${name}\uF8F1`;

/** @returns the form of an emoji under which its name is kept: without skin tone and variation selector */
export const plainEmoji = (found: string): string => found.replace(skinToneOrVariant, "");

const readFlag = (found: string): string =>
	[...found].map((letter) => String.fromCharCode(65 + (letter.codePointAt(0) ?? 0) - firstRegional)).join("");

/**
 * Replaces emoji with their names. A run of the same emoji is named once. Commas separate names from words beside them.
 */
const nameRuns = (text: string, runs: RegExp, nameOf: (found: string) => string | undefined): string => {
	let named = 0;
	const said = text.replace(runs, (all: string, found: string, at: number) => {
		const name = custom.test(found) ? found.slice(1, -1) : nameOf(found);
		if (name === undefined || named === namedMax) return " ";
		named += 1;
		const before = /[\p{L}\p{N}]\s*$/u.test(text.slice(Math.max(0, at - 3), at)) ? "," : "";
		const after = /^\s*[\p{L}\p{N}]/u.test(text.slice(at + all.length, at + all.length + 3)) ? "," : "";
		return `${before} ${name}${after} `;
	});
	return (named === 0 ? said : said.replace(spaceBeforeComma, "$1,")).replace(customEnds, "");
};

/**
 * Makes a function that replaces a text's emoji with their names. A keycap becomes its digit. Emoji without a name, and
 * all after the first `namedMax`, are left out.
 *
 * @param names - by the emoji, in the form of {@link plainEmoji}
 * @param language - a BCP 47 tag, for the names of flags
 */
export const emojiNamer = (
	names: ReadonlyMap<string, string>,
	language: string,
): ((text: string) => string) => {
	let regions: Intl.DisplayNames | undefined;
	const nameOf = (found: string): string | undefined => {
		if (flag.test(found)) {
			regions ??= new Intl.DisplayNames([language], { type: "region", fallback: "none" });
			return regions.of(readFlag(found));
		}
		const plain = plainEmoji(found);
		return names.get(plain) ?? names.get(plain.split(joiner)[0] ?? "");
	};
	return (text) => nameRuns(text.replace(keycap, showKeycap), run, nameOf).replace(remains, "");
};

/** Replaces a text's custom emoji with their names; Unicode's stay. */
export const nameCustomEmoji = (text: string): string => nameRuns(text, customRun, () => undefined);

/** Removes emoji; a keycap becomes its digit. */
export const dropEmoji = (text: string): string =>
	text.replace(keycap, showKeycap).replace(run, " ").replace(remains, "").replace(customEnds, "");

/** CLDR's names, a file for each language, written by `scripts/write-emoji-names.ts`. */
export const namesFolder = fileURLToPath(new URL("names/", import.meta.url));

/** The most languages whose names are kept in memory: more than there are files. */
const languagesMax = 1_000;
const loaded = new Recent<Promise<ReadonlyMap<string, string>>>(languagesMax);

const load = async (language: string): Promise<ReadonlyMap<string, string>> => {
	try {
		return new Map(Object.entries(JSON.parse(await readFile(`${namesFolder}${language}.json`, "utf8"))));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
		throw error;
	}
};

/** Loads the names of emoji in a tag's language, once. @returns an empty map if Herald has no names in that language */
export const loadEmojiNames = (tag: string): Promise<ReadonlyMap<string, string>> => {
	const language = baseLanguage(tag) ?? "en";
	return loaded.get(language, () => load(language));
};
