/**
 * Lookbehind: matches a position where text begins that isn't part of a name, an address, a code or an amount of money.
 */
export const outside = String.raw`(?<![\p{L}\p{M}\p{N}_@#/\\=&?%]|\p{N}[.,:]|\p{L}[.:]|[$€£¥])`;
/**
 * Lookarounds: `before` matches where a number begins and `behind` where it ends, unless the number is part of a
 * name, an address or a code.
 */
export const before = String.raw`(?=[-−+\d½⅓⅔¼¾⅛])${outside}`;
export const behind = String.raw`(?![\p{L}\p{M}\p{N}_@\\%°]|[.,:/=]\p{N}|\.\p{L})`;

/** The gender of the noun after a number, if it changes the number's words. Masculine includes neuter. */
export type Gender = "masculine" | "feminine";

/** A language's numbers in words; in digits if the language has no rule sets, and from 1e15 on. */
export interface Numbers {
	/** @returns a whole number of at least 0 in words, by one of the language's rule sets */
	spell(value: number, set: string): string;
	/** @returns a whole number of at least 0 as before a noun of the gender `noun`; without `noun`, as in counting */
	say(value: number, noun?: Gender): string;
	/** @returns a year: "nineteen eighty-four" */
	sayYear(value: number): string;
	/** @returns the names of the digits, one by one */
	sayDigits(digits: string): string;
}

/** A noun after a number. Masculine includes neuter. */
interface Noun {
	readonly one: string;
	readonly many: string;
	readonly isFeminine?: boolean;
}

/** A pattern, and a function that writes its match in words; undefined leaves the match unchanged. */
export type Rule = readonly [pattern: RegExp, write: (...groups: string[]) => string | undefined];

interface WrittenTime {
	readonly hours: number;
	readonly minutes: number;
	/** "am", "pm", "Uhr", "h" or nothing. */
	readonly mark: string;
}

/** How a language says what people write with digits and signs. `make-rules.ts` has the rules that all languages share. */
export interface LanguageData {
	/** A BCP 47 tag. */
	readonly tag: string;
	readonly hasNoSpaces?: boolean;
	/** CLDR's rule sets; undefined if numbers stay in digits. */
	readonly sets?: {
		readonly rules: Readonly<Record<string, unknown>>;
		/** The names of the sets for counting, for masculine and neuter nouns, for feminine nouns, and for years. */
		readonly counting: string;
		readonly cardinal: string;
		readonly feminine: string;
		readonly year: string;
	};
	/** Changes the rules' words to words that engines read well. */
	readonly polish?: (words: string) => string;
	/** Said between a number and its decimals. */
	readonly point: string;
	/** Said instead of `point` if the mark is a full stop, also in version numbers. By default, `point` is said. */
	readonly dot?: string;
	/** Whether two decimals are said as one number: "virgule quatorze". */
	readonly readsDecimals?: boolean;
	readonly minus: string;
	readonly plus: string;
	/** Words for the signs of arithmetic. */
	readonly times: string;
	readonly over: string;
	readonly equals: string;
	/** `to` is said between the ends of a range, `score` between the numbers of a score. */
	readonly to: string;
	readonly score: string;
	/** Said between a mark and the best possible one: "eight out of ten". Undefined if "8/10" is more likely a date. */
	readonly outOf?: string;
	/** Said between lengths of sides: "three by five". */
	readonly by: string;
	/** Said for "1x", and after the number in "3x": "once" and "times". */
	readonly often: { readonly once: string; readonly times: string };
	/** Said for "#" or one of `numberSigns` before a number. */
	readonly number: string;
	/** A pattern of the abbreviations for "number": `No\.`. */
	readonly numberSigns: string;
	/** Said between a whole number and a fraction. */
	readonly andFraction: string;
	/** Says a fraction with its numerator: "three quarters". Undefined if the language leaves this fraction unchanged. */
	readonly fractions: (numerator: number, denominator: number, numbers: Numbers) => string | undefined;
	readonly allDay: string;
	readonly version: string;
	/** Currencies, each with its hundredth. */
	readonly money: Readonly<Record<string, Noun & { readonly cent?: Noun }>>;
	/**
	 * Joins the words of an amount: `units` with the currency's name, and `cents` with `centWord`. `countedCents` is
	 * the number of cents as in counting, without a noun.
	 */
	readonly sayMoney: (units: string, cents: string, centWord: string, countedCents: string) => string;
	/**
	 * Returns a currency's plural as it is said after millions: "d'euros". By default, the plural is left unchanged.
	 */
	readonly ofMoney?: (currency: string) => string;
	/** Suffixes of numbers. `times` multiplies the number; a noun is said after the number, which has its gender. */
	readonly magnitudes: Readonly<Record<string, { readonly times: number } | Noun>>;
	/** Words for signs before a number: "about" for "~". */
	readonly marks: Readonly<Record<string, string>>;
	/** Words for units after an amount of money and a slash: "per month" for the "mo" of "$5/mo". */
	readonly per?: Readonly<Record<string, string>>;
	/** A pattern of words before digits that are said one by one: "PIN". */
	readonly codeWords?: string;
	/** Said between meters and centimeters; empty for "one meter eighty". */
	readonly andCentimeters: string;
	/** Units by symbol, as far as CLDR doesn't name them, or doesn't name them as people do. */
	readonly units: Readonly<Record<string, Noun>>;
	/** The symbols of the units with a feminine noun. */
	readonly feminineUnits: readonly string[];
	/**
	 * @param label - the word before the number. In "level 1", the number belongs to that word
	 * @returns the gender of the noun after a number, if it is clear
	 */
	readonly genderOf?: (word: string, label: string | undefined, value: number) => Gender | undefined;
	/** Whether a full stop makes a number an ordinal, so that "3. word" is left unchanged. */
	readonly hasOrdinalStops?: boolean;
	/** Whether both orders of day and month are in use, so that ambiguous dates are left unchanged. */
	readonly hasTwoOrders?: boolean;
	/** A pattern of words before a day and a month in numbers: "le 3/4". */
	readonly dateWords?: string;
	readonly sayTime: (clock: WrittenTime, numbers: Numbers) => string;
	/** A pattern of marks after a time. */
	readonly timeMarks: string;
	readonly sayDate: (day: number, month: number, year: number | undefined, numbers: Numbers) => string;
	readonly abbreviations: Readonly<Record<string, string>>;
	/** Words for signs wherever they stand, if no earlier rule has replaced them: "and" for "&". */
	readonly signs?: Readonly<Record<string, string>>;
	/** Rules of this language, such as ordinals, decades and Roman numerals; applied before the general ones. */
	readonly rules: (numbers: Numbers) => readonly Rule[];
}
