/** A letter of a script without spaces between words, in which a word can begin anywhere. */
export const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
