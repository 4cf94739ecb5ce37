import { Recent } from "@herald/common/recent.ts";
import type { SpeakableContext } from "./context.ts";
import type { SpokenWords } from "./words.ts";

/** For listening: months by name, no numeric dates. */
const dateStyles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
	t: { timeStyle: "short" },
	T: { timeStyle: "medium" },
	d: { dateStyle: "long" },
	D: { dateStyle: "long" },
	f: { dateStyle: "long", timeStyle: "short" },
	F: { dateStyle: "full", timeStyle: "short" },
	S: { dateStyle: "long", timeStyle: "medium" },
};
/** The length of each unit in seconds, and the count from which the next larger unit is used. */
const units = [
	["second", 1, 60],
	["minute", 60, 60],
	["hour", 3_600, 24],
	["day", 86_400, 30],
	["month", 2_629_746, 12],
	["year", 31_556_952, Number.POSITIVE_INFINITY],
] as const;

/** Calls `create` with a tag, or with "en" if the tag is invalid. */
const inLanguage = <T>(tag: string, create: (tag: string) => T): T => {
	try {
		return create(tag);
	} catch {
		return create("en");
	}
};

/** By language, style and time zone. */
const formats = new Recent<Intl.DateTimeFormat>(100);
/** By language. */
const relativeFormats = new Recent<Intl.RelativeTimeFormat>(100);

/** Rounds as Discord does. */
const readRelative = (seconds: number, tag: string): string => {
	const format = relativeFormats.get(tag, () => inLanguage(tag, (tag) => new Intl.RelativeTimeFormat(tag)));
	for (const [unit, length, limit] of units) {
		const count = Math.round(Math.abs(seconds) / length);
		if (count < limit) return format.format(Math.sign(seconds) * count, unit);
	}
	return "";
};

/** Reads out a timestamp in seconds. Without a time zone, "UTC" follows its time. */
export const readTime = (
	{ language, locale, timeZone, now }: SpeakableContext,
	words: SpokenWords,
	seconds: number,
	style: string,
): string => {
	const date = new Date(seconds * 1_000);
	if (Number.isNaN(date.getTime())) return words.date;
	const tag = language ?? locale;
	if (style === "R" && now !== undefined) return readRelative(seconds - now / 1_000, tag);
	const options = dateStyles[style] ?? dateStyles.f ?? {};
	const format = formats.get([tag, style, timeZone].join(), () =>
		inLanguage(tag, (tag) => new Intl.DateTimeFormat(tag, { ...options, timeZone: timeZone ?? "UTC" })),
	);
	return format.format(date) + (options.timeStyle !== undefined && timeZone === undefined ? " UTC" : "");
};
