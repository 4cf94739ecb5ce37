const keycap = /([0-9#*])\uFE0F?\u20E3|🔟/gu;
/** @returns what a keycap shows */
const showKeycap = (_: string, shown = "10"): string => `${shown} `;
/** By what emoji are made of, at a tenth of the cost of looking for each of them (`\p{RGI_Emoji}`). */
const emoji =
	/[\u{1F1E6}-\u{1F1FF}]{2}|[©®™]\uFE0F|[[\p{ExtPict}\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]--[©®™]](?:[\uFE0F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]|\u200D\p{ExtPict})*/v;
/** One emoji several times, with nothing but white space between, or once. */
const run = new RegExp(`(?<emoji>${emoji.source})(?:\\s*\\k<emoji>)*`, "gv");
const remains = /[\uFE0F\u20E3]|(?<=\s|^)\u200D/g;
const flag = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const skinToneOrVariant = /[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu;
const spaceBeforeComma = /([\p{L}\p{N}])[^\S\n]{1,3},/gu;
const joiner = "\u200D";
const firstRegional = 0x1f1e6;

/** The most emoji that are named in a text; more would be too long to listen to. */
const namedMax = 10;

/** @returns whether there is an emoji in a text */
export const findEmoji = (text: string): boolean => emoji.test(text);

/** @returns an emoji as names are kept by: without skin tone, and however it is shown */
export const plainEmoji = (found: string): string => found.replace(skinToneOrVariant, "");

const readFlag = (found: string): string =>
	[...found].map((letter) => String.fromCharCode(65 + (letter.codePointAt(0) ?? 0) - firstRegional)).join("");

/**
 * Makes a function that says what the emoji of a text are called, each in a row of its own once; a keycap is its digit,
 * and what has no name is left out.
 *
 * @param names - by {@link plainEmoji}
 * @param language - a BCP 47 tag: flags are named in it
 */
export const emojiNamer = (
	names: ReadonlyMap<string, string>,
	language: string,
): ((text: string) => string) => {
	const regions = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
	const nameOf = (found: string): string | undefined => {
		if (flag.test(found)) return regions.of(readFlag(found));
		const plain = plainEmoji(found);
		return names.get(plain) ?? names.get(plain.split(joiner)[0] ?? "");
	};
	return (text) => {
		let named = 0;
		const said = text
			.replace(keycap, showKeycap)
			.replace(run, (all: string, found: string, at: number) => {
				const name = nameOf(found);
				if (name === undefined || named === namedMax) return " ";
				named += 1;
				const before = /[\p{L}\p{N}]\s*$/u.test(text.slice(Math.max(0, at - 3), at)) ? "," : "";
				const after = /^\s*[\p{L}\p{N}]/u.test(text.slice(at + all.length, at + all.length + 3)) ? "," : "";
				return `${before} ${name}${after} `;
			})
			.replace(remains, "");
		return named === 0 ? said : said.replace(spaceBeforeComma, "$1,");
	};
};

/** @returns the text without Unicode emoji; a keycap leaves its digit */
export const dropEmoji = (text: string): string =>
	text.replace(keycap, showKeycap).replace(run, " ").replace(remains, "");
