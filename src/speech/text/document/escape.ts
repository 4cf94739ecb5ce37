/** Escapes words so that Discord's markup has no effect in them. */
export const escapeWords = (words: string): string =>
	words.replace(/[\\*_~`|<>[\]]/g, "\\$&").replace(/^([\p{Zs}\t]*)([-+#])/gmu, "$1\\$2");

/** Removes HTML's tags, and anything else between `<` and `>`. */
export const stripTags = (text: string): string => text.replace(/<[^<>]*>/g, "");
