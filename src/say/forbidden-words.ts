/** @returns a word or text for comparison, regardless of case, width and the encoding of accents */
export const foldWord = (text: string): string =>
	text
		.normalize("NFKC")
		.toLowerCase()
		.replace(/\p{Cf}/gu, "")
		.replace(/\s+/g, " ")
		.trim();

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without spaces between words: a word is found anywhere in them. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const standsAlone = (text: string, start: number, end: number): boolean => {
	const before = text.slice(0, start).at(-1) ?? "";
	const after = text.slice(end).at(0) ?? "";
	return !wordCharacter.test(before) && !wordCharacter.test(after);
};

const contains = (text: string, word: string): boolean => {
	if (word === "") return false;
	for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1))
		if (unspaced.test(word) || standsAlone(text, start, start + word.length)) return true;
	return false;
};

/**
 * @param words - as entered; compared literally, as whole words or phrases
 * @returns the first of `words` that the text holds
 */
export const findForbidden = (text: string, words: readonly string[]): string | undefined => {
	const folded = foldWord(text);
	return words.find((word) => contains(folded, foldWord(word)));
};
