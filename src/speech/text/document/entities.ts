/** The entities that people write by hand. */
const named: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
	shy: "",
	lrm: "",
	rlm: "",
	ndash: "–",
	mdash: "—",
	hellip: "…",
	copy: "©",
};

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;
const lastCodePoint = 0x10ffff;

/** @returns a text with the usual HTML entities as the characters that they stand for */
export const decodeEntities = (text: string): string =>
	text.replace(entity, (found, decimal?: string, hex?: string, name?: string) => {
		if (name !== undefined) return named[name.toLowerCase()] ?? found;
		const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
		return point === 0 || point > lastCodePoint ? "" : String.fromCodePoint(point);
	});

/** @returns words in Discord's markup that are to be read as they are: no character of them marks anything */
export const escapeWords = (words: string): string =>
	words.replace(/[\\*_~`|<>[\]]/g, "\\$&").replace(/^([^\S\n]*)([-+#])/gm, "$1\\$2");

/** @returns a text without HTML's tags, and without anything between `<` and `>` */
export const stripTags = (text: string): string => text.replace(/<[^<>]*>/g, "");
