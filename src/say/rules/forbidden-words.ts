import unhomoglyph from "unhomoglyph";
import { inStretches } from "../../shared/in-stretches.ts";
import { dropTags } from "../../speech/text/delivery-tags.ts";
import { unspaced } from "../../speech/text/speakable/unspaced.ts";
import { PhraseSearch } from "./phrase-search.ts";

/** Marks on letters whose accents are characters of their own, and invisible characters. */
const decoration = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}])\p{M}+|[\p{Cf}\p{DI}]/gu;
/** More marks than any script has on a letter: normalizing takes time quadratic in them. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;
/** Two honorifics of 18 and 8 letters each when normalized; all others are at most four. */
const ligatures = /[\uFDFA\uFDFB]/g;
const foreignLetters = /[^\P{L}\0-\x7F]+/gu;

/**
 * @returns a word or text for comparison, regardless of case, width, decoration and the encoding of accents, its letters
 * as those that they look like (Unicode TR39), save ASCII's own: "burn" isn't "bum"
 */
export const foldWord = (text: string): string =>
	text
		.replace(piledMarks, "$1")
		.replace(ligatures, " ")
		.normalize("NFKC")
		.toLowerCase()
		.replace(foreignLetters, unhomoglyph)
		.toLowerCase()
		.normalize("NFKC")
		.replace(decoration, "")
		.replace(/\s+/g, " ")
		.trim();

/** Letters with accents, save those that sound other than without their marks: "schön" isn't "schon", nor "año" "ano". */
const accented = /(?![äöüåñй])[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/gu;

/** @returns a folded text without accents */
const dropAccents = (folded: string): string =>
	folded.replace(foreignLetters, (letters) =>
		letters.replace(accented, (letter) => letter.normalize("NFD").replace(/\p{M}+/gu, "")),
	);

/** Letters that stand alone, each but the last with up to three characters after it that are none. */
const spelledOut =
	/(?<![\p{L}\p{N}\p{M}])(?:\p{L}\p{M}*[^\p{L}\p{N}\p{M}]{1,3})+\p{L}\p{M}*(?![\p{L}\p{N}\p{M}])/gu;
const betweenLetters = /(?<=[\p{L}\p{M}])[^\p{L}\p{N}\p{M}\s](?=\p{L})/gu;

/** @returns a folded text with the letters of each word together, where something comes between them */
const joinLetters = (folded: string): string =>
	folded.replace(betweenLetters, "").replace(spelledOut, (spelled) => {
		const letters = spelled.replace(/[^\p{L}\p{M}]+/gu, "");
		// The first may be a word of its own: "a b a d w o r d".
		return `${letters} ${letters.slice(1)}`;
	});

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const asciiWord = /[0-9a-z]/;

/** @returns whether a folded character belongs to a word */
export const isWordCharacter = (character: string): boolean =>
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
const writePhrase = (word: string, folded: string): Int32Array => {
	const symbols = writeSymbols(folded);
	const isSymbol = (at: number) => (symbols.at(at) ?? 0) >= mayBegin;
	const free = unspaced.test(word);
	// Only what the phrase itself decides is compared: not what comes before it begins, or after it ends.
	let start = symbols.indexOf(mayBegin);
	let end = symbols.lastIndexOf(mayEnd) + 1;
	while (free && isSymbol(start)) start += 1;
	while (free && isSymbol(end - 1)) end -= 1;
	return symbols.subarray(start, end);
};

/** The words and phrases that a guild doesn't let be spoken. */
export class ForbiddenWords {
	readonly #searches: readonly PhraseSearch[];

	private constructor(searches: readonly PhraseSearch[]) {
		this.#searches = searches;
	}

	/** @param words - as entered; compared literally, as whole words or phrases, one without accents with any */
	static async prepare(words: readonly string[]): Promise<ForbiddenWords> {
		const rest = inStretches();
		const phrases: Int32Array[] = [];
		for (const word of words) {
			const folded = foldWord(word);
			if (folded !== "") phrases.push(writePhrase(word, folded));
			await rest();
		}
		return new ForbiddenWords(phrases.length > 0 ? [new PhraseSearch(phrases)] : []);
	}

	/** @returns the words of both */
	and(others: ForbiddenWords): ForbiddenWords {
		return new ForbiddenWords([...this.#searches, ...others.#searches]);
	}

	/** @returns whether a text holds one of them, also with its letters apart, in time linear in the text */
	areIn(text: string): boolean {
		if (this.#searches.length === 0) return false;
		const folded = foldWord(dropTags(text));
		const plain = dropAccents(folded);
		return [...new Set([folded, plain, joinLetters(folded), joinLetters(plain)])].some((form) => {
			const symbols = writeSymbols(form);
			return this.#searches.some((search) => search.isIn(symbols));
		});
	}
}
