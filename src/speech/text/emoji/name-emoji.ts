const keycap = /([0-9#*])\uFE0F?\u20E3/g;
const emoji = /\p{RGI_Emoji}|[\p{ExtPict}--[©®™]]|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/v;
/** One emoji several times, with nothing but white space between, or once. */
const run = new RegExp(`(?<emoji>${emoji.source})(?:\\s*\\k<emoji>)*`, "gv");
/** What emoji are made of: found at a fraction of the cost of each emoji, wherever it ends. */
const parts =
	/(?:[©®™]\uFE0F|[[\p{ExtPict}\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]--[©®™]])(?:[\uFE0F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]|\u200D(?=\p{ExtPict}))*/gv;
const remains = /[\uFE0F\u20E3]|(?<=\s|^)\u200D/g;
const flag = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const skinToneOrVariant = /[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu;
const spaceBeforeComma = /([\p{L}\p{N}])[^\S\n]{1,3},/gu;
const joiner = "\u200D";
const firstRegional = 0x1f1e6;

/** The most emoji that are named in a text; more would be too long to listen to. */
const namedMax = 10;
/** The most that are looked up for that. */
const lookedUpMax = 50;

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
		const plain = text.replace(keycap, "$1 ");
		let [said, end, named, lookedUp] = ["", 0, 0, 0];
		for (const { 0: all, 1: found = "", index: at } of plain.matchAll(run)) {
			if (named === namedMax || lookedUp === lookedUpMax) break;
			lookedUp += 1;
			const name = nameOf(found);
			said += `${plain.slice(end, at)} `;
			end = at + all.length;
			if (name === undefined) continue;
			named += 1;
			const before = /[\p{L}\p{N}]\s*$/u.test(plain.slice(Math.max(0, at - 3), at)) ? "," : "";
			const after = /^\s*[\p{L}\p{N}]/u.test(plain.slice(end, end + 3)) ? "," : "";
			said = `${said.slice(0, -1)}${before} ${name}${after} `;
		}
		said = (said + plain.slice(end).replace(parts, " ")).replace(remains, "");
		return named === 0 ? said : said.replace(spaceBeforeComma, "$1,");
	};
};

/** @returns the text without Unicode emoji; a keycap leaves its digit */
export const dropEmoji = (text: string): string =>
	text.replace(keycap, "$1 ").replace(parts, " ").replace(remains, "");
