/** @returns words in Discord's markup that are to be read as they are: no character of them marks anything */
export const escapeWords = (words: string): string =>
	words.replace(/[\\*_~`|<>[\]]/g, "\\$&").replace(/^(\s*)([-+#])/gm, "$1\\$2");
