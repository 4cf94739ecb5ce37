const signs: readonly (readonly [sign: string, value: number])[] = [
	["M", 1000],
	["CM", 900],
	["D", 500],
	["CD", 400],
	["C", 100],
	["XC", 90],
	["L", 50],
	["XL", 40],
	["X", 10],
	["IX", 9],
	["V", 5],
	["IV", 4],
	["I", 1],
];

/** A Roman numeral, as a pattern: one that is written in the only way there is. */
export const roman = "(?=[IVXLCDM])M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})";

/** @returns the value of what {@link roman} finds */
export const readRoman = (numeral: string): number => {
	let value = 0;
	let at = 0;
	for (const [sign, worth] of signs)
		while (numeral.startsWith(sign, at)) {
			value += worth;
			at += sign.length;
		}
	return value;
};
