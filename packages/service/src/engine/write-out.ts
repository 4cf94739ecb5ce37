/**
 * Words that engines read badly, be it Flite, espeak-ng or the models that read by its rules: "km" as two letters, "km/h"
 * as "slash", and the dashes of a date. Numbers, times, percents and currencies they read well.
 */

/** Units as they are written, by CLDR's names for them. */
const units: Readonly<Record<string, string>> = {
	"km/h": "kilometer-per-hour",
	km: "kilometer",
	cm: "centimeter",
	mm: "millimeter",
	kg: "kilogram",
	ml: "milliliter",
	mph: "mile-per-hour",
	KB: "kilobyte",
	kB: "kilobyte",
	MB: "megabyte",
	GB: "gigabyte",
	TB: "terabyte",
	"°C": "celsius",
	"°F": "fahrenheit",
};
const measured = new RegExp(
	`(?<![\\p{L}\\p{N}.,])(\\d{1,15}(?:[.,]\\d{1,6})?) ?(${Object.keys(units).join("|")})(?![\\p{L}\\p{N}/])`,
	"gu",
);
const isoDate = /(?<![\p{L}\p{N}-])(\d{4})-(\d\d)-(\d\d)(?![\p{L}\p{N}-])/gu;

/** A word with its number, as the language has it: "kilometers", "километра". The number stays as it was written. */
const writeUnit = (format: Intl.NumberFormat, number: string): string =>
	format
		.formatToParts(Number(number.replace(",", ".")))
		.map(({ type, value }) => {
			if (type === "integer") return number;
			return type === "unit" || type === "literal" ? value : "";
		})
		.join("");

const writeDate = (
	format: Intl.DateTimeFormat,
	written: string,
	year: string,
	month: string,
	day: string,
): string => {
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	if (date.toISOString().slice(0, 10) !== written) return written;
	return format.format(date);
};

/** @returns the text with units and dates in a language's own words, where these are known */
export const writeOut = (text: string, language: string): string => {
	if (Intl.NumberFormat.supportedLocalesOf(language).length === 0) return text;
	const dates = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
	const formats = new Map<string, Intl.NumberFormat>();
	const formatOf = (unit: string): Intl.NumberFormat => {
		const found = formats.get(unit);
		if (found) return found;
		const options = { style: "unit", unit, unitDisplay: "long", useGrouping: false } as const;
		const made = new Intl.NumberFormat(language, options);
		formats.set(unit, made);
		return made;
	};
	return text
		.replace(isoDate, (written, year: string, month: string, day: string) =>
			writeDate(dates, written, year, month, day),
		)
		.replace(measured, (written, number: string, unit: string) => {
			const name = units[unit];
			return name === undefined ? written : writeUnit(formatOf(name), number);
		});
};
