const keycap = /([0-9#*])\uFE0F?\u20E3|🔟/gu;
/** @returns what a keycap shows */
const showKeycap = (_: string, shown = "10"): string => `${shown} `;
/** By what emoji are made of, at a tenth of the cost of looking for each of them (`\p{RGI_Emoji}`). */
const emoji =
	/[\u{1F1E6}-\u{1F1FF}]{2}|[©®™]\uFE0F|[[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]--[©®™]](?:[\uFE0F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*/v;
/** A custom emoji in a text without markup: its name between two characters that no cleaned text holds. */
const custom = /\uF8F0[^\uF8F0\uF8F1]{0,200}\uF8F1/;
const customEnds = /[\uF8F0\uF8F1]/g;
/** One emoji several times, with nothing but white space between, or once. */
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

/** @returns whether there is one of Unicode's emoji in a text */
export const findEmoji = (text: string): boolean => emoji.test(text);

/** @returns what stands for a custom emoji until {@link emojiNamer}, {@link nameCustomEmoji} or {@link dropEmoji} */
export const customEmoji = (name: string): string => `\uF8F0${name}\uF8F1`;

/** @returns an emoji as names are kept by: without skin tone, and however it is shown */
export const plainEmoji = (found: string): string => found.replace(skinToneOrVariant, "");

const readFlag = (found: string): string =>
	[...found].map((letter) => String.fromCharCode(65 + (letter.codePointAt(0) ?? 0) - firstRegional)).join("");

/** Names emoji, each in a row of its own once, and set off from the words beside it. */
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
 * Makes a function that says what the emoji of a text are called; a keycap is its digit, and what has no name is left out.
 *
 * @param names - by {@link plainEmoji}
 * @param language - a BCP 47 tag: flags are named in it
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

/** @returns the text with the names of its custom emoji; Unicode's stay */
export const nameCustomEmoji = (text: string): string => nameRuns(text, customRun, () => undefined);

/** @returns the text without emoji; a keycap leaves its digit */
export const dropEmoji = (text: string): string =>
	text.replace(keycap, showKeycap).replace(run, " ").replace(remains, "").replace(customEnds, "");
