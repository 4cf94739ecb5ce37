/** A Roman numeral as a pattern, up to 39: with more letters than I, V and X, it may be a word. */
export const roman = "(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})";

const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

/** @returns the value of what {@link roman} finds */
export const readRoman = (numeral: string): number =>
	[...numeral].reduce((sum, sign, at) => {
		const value = values[sign] ?? 0;
		// A smaller one before a greater one is taken from it.
		return (values[numeral[at + 1] ?? ""] ?? 0) > value ? sum - value : sum + value;
	}, 0);
