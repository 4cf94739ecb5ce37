/** No script has more on a letter that isn't composed yet. */
const manyMarks = /(\p{M}{8})\p{M}+/gu;

/**
 * @returns the text with at most eight combining marks on a letter. Whatever people write goes through this first:
 * Unicode normalization takes time quadratic in the marks on one letter
 */
export const cutMarks = (text: string): string => text.replace(manyMarks, "$1");
