import unhomoglyph from "unhomoglyph";
import { inStretches } from "../../shared/in-stretches.ts";
import { dropTags } from "../../speech/text/delivery-tags.ts";
import { unspaced } from "../../speech/text/speakable/pieces.ts";
import { type PhraseSearch, searchFor } from "./phrase-search.ts";

/**
 * Invisible characters, and marks on letters of Latin, Greek and Cyrillic. Usual accents aren't among these marks:
 * normalizing has made them part of their letters.
 */
const decoration = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}])\p{M}+|[\p{Cf}\p{DI}]/gu;
/** More marks than any script puts on a letter. Normalizing takes time quadratic in their number. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;
/**
 * Two Arabic ligatures that a space replaces, because they normalize to 18 and 8 letters. All other characters
 * normalize to at most six.
 */
const ligatures = /[\uFDFA\uFDFB]/g;
const foreignLetters = /[^\P{L}\0-\x7F]+/gu;

/**
 * Folds a word or text for comparison: ignores case, width, decoration and the encoding of accents, and replaces
 * letters with the ones that they look like (Unicode TR39). ASCII's own letters stay: "burn" isn't "bum".
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

/**
 * Letters whose accents may be dropped. Others sound different without their marks: "schön" isn't "schon", "año" isn't
 * "ano".
 */
const accented = /(?![äöüåñй])[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/gu;

const dropAccents = (folded: string): string =>
	folded.replace(foreignLetters, (letters) =>
		letters.replace(accented, (letter) => letter.normalize("NFD").replace(/\p{M}+/gu, "")),
	);

/** Letters that stand alone, with up to three other characters between neighbours. */
const spelledOut =
	/(?<![\p{L}\p{N}\p{M}])(?:\p{L}\p{M}*[^\p{L}\p{N}\p{M}]{1,3})+\p{L}\p{M}*(?![\p{L}\p{N}\p{M}])/gu;
const betweenLetters = /(?<=[\p{L}\p{M}])[^\p{L}\p{N}\p{M}\s](?=\p{L})/gu;

/** Joins letters of a word that are separated by other characters, in a folded text. */
const joinLetters = (folded: string): string =>
	folded.replace(betweenLetters, "").replace(spelledOut, (spelled) => {
		const letters = spelled.replace(/[^\p{L}\p{M}]+/gu, "");
		// The first letter may be a word of its own: "a b a d w o r d".
		return `${letters} ${letters.slice(1)}`;
	});

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const asciiWord = /[0-9a-z]/;

export const isWordCharacter = (character: string): boolean =>
	character < "\u0080" ? asciiWord.test(character) : wordCharacter.test(character);

/** Symbols for places where a word may begin or end, between characters. They are beyond all code points. */
const mayBegin = 0x11_0000;
const mayEnd = 0x11_0001;

/**
 * Writes a folded text as code points, with symbols for where a word may begin or end. A search that only compares
 * numbers then finds a phrase only where it stands alone.
 */
const writeSymbols = (folded: string): Int32Array => {
	const symbols = new Int32Array(folded.length * 3 + 1);
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
	return symbols.subarray(0, length);
};

/** Writes a phrase to search for. It must stand alone in the text, except in scripts without spaces. */
const writePhrase = (word: string, folded: string): Int32Array => {
	const symbols = writeSymbols(folded);
	const isSymbol = (at: number) => (symbols.at(at) ?? 0) >= mayBegin;
	const free = unspaced.test(word);
	// Cuts off symbols at the ends that depend on the text around the phrase.
	let start = symbols.indexOf(mayBegin);
	let end = symbols.lastIndexOf(mayEnd) + 1;
	while (free && isSymbol(start)) start += 1;
	while (free && isSymbol(end - 1)) end -= 1;
	return symbols.subarray(start, end);
};

export class ForbiddenWords {
	readonly #searches: readonly PhraseSearch[];

	private constructor(searches: readonly PhraseSearch[]) {
		this.#searches = searches;
	}

	/**
	 * @param words - as entered. They are compared literally, as whole words or phrases. A word without accents also
	 * matches the word with accents
	 */
	static async prepare(words: readonly string[]): Promise<ForbiddenWords> {
		const phrases: Int32Array[] = [];
		for await (const word of inStretches(words)) {
			const folded = foldWord(word);
			if (folded !== "") phrases.push(writePhrase(word, folded));
		}
		return new ForbiddenWords(phrases.length > 0 ? [searchFor(phrases)] : []);
	}

	and(others: ForbiddenWords): ForbiddenWords {
		return new ForbiddenWords([...this.#searches, ...others.#searches]);
	}

	/** @returns whether a word is in a text, even with its letters apart. Takes time linear in the text's length */
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
