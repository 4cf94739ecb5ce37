/** @returns words in Discord's markup that are to be read as they are: no character of them marks anything */
export const escapeWords = (words: string): string =>
	words.replace(/[\\*_~`|<>[\]]/g, "\\$&").replace(/^([\p{Zs}\t]*)([-+#])/gmu, "$1\\$2");

/** @returns a text without HTML's tags, and without anything between `<` and `>` */
export const stripTags = (text: string): string => text.replace(/<[^<>]*>/g, "");
