/** Before what is no part of a name, an address or a code. */
export const outside = String.raw`(?<![\p{L}\p{M}\p{N}_@#/\\=&?%]|\p{N}[.,:]|\p{L}[.:]|[$€£¥])`;
/** Before and behind what is a number besides. */
export const before = String.raw`(?=[-−+\d½⅓⅔¼¾⅛])${outside}`;
export const behind = String.raw`(?![\p{L}\p{M}\p{N}_@\\%°]|[.,:/=]\p{N}|\.\p{L})`;

/** Of the noun behind a number, where that changes it; masculine stands for neuter, too. */
export type Gender = "masculine" | "feminine";

/** A language's numbers in words; in digits where it has no sets of rules. */
export interface Numbers {
	/** @returns a whole number of at least 0 by one of the language's sets */
	spell(value: number, set: string): string;
	/** @returns a whole number of at least 0 as it is counted, or before a noun */
	say(value: number, noun?: Gender): string;
	/** @returns a year: "nineteen eighty-four" */
	sayYear(value: number): string;
	/** @returns digits, each by its name */
	sayDigits(digits: string): string;
}

/** The words of a currency: of one and of more, of its hundredth, and whether it is feminine. */
interface Money {
	readonly one: string;
	readonly many: string;
	readonly cent?: readonly [one: string, many: string];
	readonly isFeminine?: boolean;
}

/** What is found in a text, and what is said in its place; undefined where it stays as it stands. */
export type Rule = readonly [pattern: RegExp, write: (...groups: string[]) => string | undefined];

/** A time of day, or a date. */
interface WrittenTime {
	readonly hours: number;
	readonly minutes: number;
	/** "am", "pm", "Uhr", "h" or nothing. */
	readonly mark: string;
}

/** How a language says what people write with digits and signs, as data: what is the same in all is in `make-rules.ts`. */
export interface LanguageData {
	/** A BCP 47 tag. */
	readonly tag: string;
	/** Whether its words stand together, and numbers among them. */
	readonly hasNoSpaces?: boolean;
	/** CLDR's sets of rules; undefined where numbers stay in digits. */
	readonly sets?: {
		readonly rules: Readonly<Record<string, unknown>>;
		/** Alone, before a masculine or neuter noun, and before a feminine one. */
		readonly counting: string;
		readonly cardinal: string;
		readonly feminine: string;
		readonly year: string;
	};
	/** Changes what the rules spell to what engines read well. */
	readonly polish?: (words: string) => string;
	/** Between a number and its decimals. */
	readonly point: string;
	/** Where a full stop is written, also in a version's number, and it is another word. */
	readonly dot?: string;
	/** Whether decimals are said as a number where they are two: "virgule quatorze". */
	readonly readsDecimals?: boolean;
	readonly minus: string;
	readonly plus: string;
	/** In sums. */
	readonly times: string;
	readonly over: string;
	readonly equals: string;
	/** Between the ends of a range, and the numbers of a score. */
	readonly to: string;
	readonly score: string;
	/** Between a mark and the best one: "eight out of ten". Undefined where that is rather a date. */
	readonly outOf?: string;
	/** Between the sides of something: "three by five". */
	readonly by: string;
	/** How often, and behind the number of more: "three times". */
	readonly often: readonly [once: string, times: string];
	/** Before a number that has "#" or one of the signs before it. */
	readonly number: string;
	/** Of a number, as a pattern: `No\.`. */
	readonly numberSigns: string;
	/** Between a whole number and a fraction. */
	readonly andFraction: string;
	/** With the numerator: "three quarters". */
	readonly fractions: (numerator: number, denominator: number, numbers: Numbers) => string | undefined;
	readonly allDay: string;
	readonly version: string;
	readonly money: Readonly<Record<string, Money>>;
	/** An amount in words. */
	readonly sayMoney: (units: string, cents: string, centWord: string, countedCents: string) => string;
	/** Before a currency behind millions: "de". */
	readonly ofMoney?: (currency: string) => string;
	/** What people write behind a number for a thousand times it, or for a word: of one, and of more. */
	readonly magnitudes: Readonly<Record<string, 1000 | readonly [one: string, many: string, gender?: Gender]>>;
	/** Before a number: "about" for "~", and so on. */
	readonly marks: Readonly<Record<string, string>>;
	/** Behind an amount of money and a slash: "per month" for "mo". */
	readonly per?: Readonly<Record<string, string>>;
	/** Before digits that are said one by one: "PIN", as a pattern. */
	readonly codeWords?: string;
	/** Between meters and centimeters: "one meter eighty". */
	readonly andCentimeters: string;
	/** Names of units that CLDR doesn't format, or otherwise than people say: of one, and of more. */
	readonly units: Readonly<Record<string, readonly [one: string, many: string]>>;
	/** Those of a feminine noun, as they are written. */
	readonly feminineUnits: ReadonlySet<string>;
	/**
	 * @param label - the word before the number, which may be its name: "level 1"
	 * @returns the gender of a noun behind a number, where it can be told
	 */
	readonly genderOf?: (word: string, label: string | undefined, value: number) => Gender | undefined;
	/** Whether a full stop makes a number an ordinal: before a word, it then stays as it stands. */
	readonly hasOrdinalStops?: boolean;
	/** Whether some write the month first, and others the day: what may be either stays as it stands. */
	readonly hasTwoOrders?: boolean;
	/** Before a day and a month of which only the numbers are written: "le 3/4", as a pattern. */
	readonly dateWords?: string;
	/** A time, or undefined where it is none in this language. */
	readonly sayTime: (clock: WrittenTime, numbers: Numbers) => string;
	/** What may stand behind a time, as a pattern. */
	readonly timeMarks: string;
	/** A date in words; without a year where it is undefined. */
	readonly sayDate: (day: number, month: number, year: number | undefined, numbers: Numbers) => string;
	/** Words that are always said in place of what is written, by it. */
	readonly abbreviations: Readonly<Record<string, string>>;
	/** Signs that have a name wherever they stand, by them. */
	readonly signs?: Readonly<Record<string, string>>;
	/** Ordinals, decades, Roman numerals and whatever else is this language's own; before the general rules. */
	readonly rules: (numbers: Numbers) => readonly Rule[];
}
