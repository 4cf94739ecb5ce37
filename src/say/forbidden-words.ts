import { PhraseSearch } from "./phrase-search.ts";

/** What only decorates letters that have their accents of their own, or isn't seen at all. */
const decoration = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}])\p{M}+|[\p{Cf}\p{DI}]/gu;

/** @returns a word or text for comparison, regardless of case, width, decoration and the encoding of accents */
export const foldWord = (text: string): string =>
	text.normalize("NFKC").toLowerCase().replace(decoration, "").replace(/\s+/g, " ").trim();

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const asciiWord = /[0-9a-z]/;
/** Scripts without spaces between words: a word is found anywhere in them. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const isWordCharacter = (character: string): boolean =>
	character < "\u0080" ? asciiWord.test(character) : wordCharacter.test(character);

/** Symbols between characters, beyond all code points: where a word may begin, and where one may end. */
const mayBegin = 0x11_0000;
const mayEnd = 0x11_0001;

/**
 * Writes a folded text as code points, with symbols for the places where a word may begin or end. They follow from the
 * characters around them, so a phrase is found in a text by comparing symbols alone.
 */
const writeSymbols = (folded: string): Int32Array => {
	const symbols = new Int32Array(folded.length * 3 + 2);
	let length = 0;
	let afterWord = false;
	for (const character of folded) {
		const isWord = isWordCharacter(character);
		if (!isWord) symbols[length++] = mayEnd;
		if (!afterWord) symbols[length++] = mayBegin;
		symbols[length++] = character.codePointAt(0) as number;
		afterWord = isWord;
	}
	symbols[length++] = mayEnd;
	if (!afterWord) symbols[length++] = mayBegin;
	return symbols.subarray(0, length);
};

/** A phrase stands alone, save in scripts without spaces. */
const writePhrase = (folded: string): Int32Array => {
	const symbols = writeSymbols(folded);
	const isSymbol = (at: number) => (symbols.at(at) ?? 0) >= mayBegin;
	const free = unspaced.test(folded);
	// Only what the phrase itself decides is compared: not what comes before it begins, or after it ends.
	let start = symbols.indexOf(mayBegin);
	let end = symbols.lastIndexOf(mayEnd) + 1;
	while (free && isSymbol(start)) start += 1;
	while (free && isSymbol(end - 1)) end -= 1;
	return symbols.subarray(start, end);
};

/** The words and phrases that a guild doesn't let be spoken. */
export class ForbiddenWords {
	/** Undefined where there are none. */
	readonly #search: PhraseSearch | undefined;

	/** @param words - as entered; compared literally, as whole words or phrases */
	constructor(words: readonly string[]) {
		const folded = words.map(foldWord).filter((word) => word !== "");
		this.#search = folded.length > 0 ? new PhraseSearch(folded.map(writePhrase)) : undefined;
	}

	/** @returns whether a text holds one of them, in time linear in the text */
	areIn(text: string): boolean {
		return this.#search?.isIn(writeSymbols(foldWord(text))) ?? false;
	}
}
