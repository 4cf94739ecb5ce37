/** Scripts without spaces between words: a word is found anywhere in them. */
export const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
