/** @returns words as a list in a sentence; @param last - stands before the last one: "and", "or" */
export const joinWords = (words: readonly string[], last: string): string =>
	words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
