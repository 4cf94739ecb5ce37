/** No script puts more than eight marks on a letter. */
const manyMarks = /(\p{M}{8})\p{M}+/gu;

/**
 * @returns the text with at most eight combining marks on a letter. Everything that people write passes through here
 * first: Unicode normalization takes time quadratic in the marks on one letter
 */
export const cutMarks = (text: string): string => text.replace(manyMarks, "$1");
