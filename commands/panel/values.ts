import { Recent } from "@herald/common/recent.ts";
import { cutText, nameLanguage, showText } from "../../src/discord/show-text.ts";
import { cleanStyle, roundSpeed } from "../../src/say/sound/sound-options.ts";
import type { Hours } from "../../src/settings/quiet-hours.ts";
import { type PanelKey, panelSettings } from "../../src/settings/settings.ts";
import type { SentenceKey } from "../../src/texts/en.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { UnclearKey } from "./press.ts";

type PanelSettings = typeof panelSettings;

type ChoiceTextKey = {
	[K in PanelKey]: PanelSettings[K] extends {
		readonly kind: "choice";
		readonly choices: readonly (infer C)[];
	}
		? `${K}.${C & string}`
		: never;
}[PanelKey];

/** Checks that `src/texts` has all texts of settings: if one is missing, the type error below names it. */
type Missing<K extends never> = K;
type ChoiceText = ChoiceTextKey | Missing<Exclude<ChoiceTextKey | `setting.${PanelKey}`, SentenceKey>>;

const styleShown = 100;

const durations = new Recent<Intl.DurationFormat>(100);

/** @returns a duration in words: "10 minutes" */
const describeSeconds = (seconds: number, { locale }: Translate): string => {
	const format = durations.get(locale, () => new Intl.DurationFormat(locale, { style: "long" }));
	return format.format({
		hours: Math.floor(seconds / 3_600),
		minutes: Math.floor((seconds % 3_600) / 60),
		seconds: seconds % 60,
	});
};

const describeNumber = (
	unit: Extract<PanelSettings[PanelKey], { readonly kind: "number" }>["unit"],
	value: number,
	t: Translate,
): string => {
	if (unit === "seconds") return describeSeconds(value, t);
	if (unit === "milliseconds") return t("server.seconds", { seconds: value / 1_000 });
	if (unit === "characters") return t("server.characters", { max: value });
	if (unit === "decibels") return t("server.decibels", { decibels: value });
	return unit === "percent" ? t("panel.percent", { percent: value }) : t("server.speed", { speed: value });
};

/** @returns a number's bounds as members type them, in the unit that they type */
export const describeBounds = (key: PanelKey, t: Translate) => {
	const setting = panelSettings[key];
	if (setting.kind !== "number") return { min: "", max: "" };
	const describe = (bound: number) =>
		setting.unit === "seconds"
			? describeSeconds(bound, t)
			: (bound / scaleOf(setting)).toLocaleString(t.locale);
	return { min: describe(setting.min), max: describe(setting.max) };
};

/** @returns a time in the format of US English: "10 pm", "7:30 am" */
const onTwelveHours = (minutes: number): string => {
	const hour = Math.floor(minutes / 60) % 24;
	const past = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
	return `${hour % 12 || 12}${past} ${hour < 12 ? "am" : "pm"}`;
};

/** @returns hours in the member's format: "22:00–07:00", "10 pm – 7 am" */
export const describeHours = ({ from, to }: Hours, { clock }: Pick<Translate, "clock">): string =>
	clock === 12
		? [from, to].map(onTwelveHours).join(" – ")
		: [from, to]
				.map((minutes) =>
					[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":"),
				)
				.join("–");

/** @returns a setting's value as Markdown for Discord */
export const describeValue = (key: PanelKey, value: unknown, t: Translate): string => {
	const setting = panelSettings[key];
	if (setting.kind === "yesNo") return t(value ? "panel.on" : "panel.off");
	if (setting.kind === "choice") return t(`${key}.${String(value)}` as ChoiceText);
	if (setting.kind === "number") return describeNumber(setting.unit, Number(value), t);
	if (setting.kind === "role") return `<@&${String(value)}>`;
	if (setting.kind === "language") return nameLanguage(String(value), t.locale);
	if (setting.kind === "hours") return describeHours(setting.schema.parse(value), t);
	return showText(String(value), styleShown);
};

/** @returns the factor from the unit that members type to the setting's own unit: milliseconds are typed in seconds */
export const scaleOf = ({ unit }: { readonly unit: string }): number => (unit === "milliseconds" ? 1_000 : 1);

/** Minutes and seconds, or hours, minutes and seconds: "1:30", "1:00:00". */
const clock = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/;

/** Hours, minutes and seconds with their units in any of Herald's languages: "10 min", "1h 30 min", "2 Std." */
const lengthParts = [
	"h|hrs?|hours?|std\\.?|stunden?|heures?|horas?|時間",
	"m|mins?\\.?|minut(?:e[ns]?|os?)|分",
	"s|secs?\\.?|sek\\.?|segs?\\.?|seconds?|sekunden?|secondes?|segundos?|秒",
].map((unit) => `(?:(\\d+(?:[.,]\\d+)?)\\s*(?:${unit}))?`);
const length = new RegExp(`^${lengthParts.join("\\s*")}$`, "i");
/** Hours and minutes with only the first unit: "1h30". */
const hoursAndMinutes = /^(\d+)\s*h\s*(\d{1,2})$/i;

/** @returns a duration in seconds; NaN if it can't be read. A number without a unit is in seconds */
const readLength = (given: string): number => {
	const parts = hoursAndMinutes.exec(given) ?? length.exec(given);
	const [hours = 0, minutes = 0, seconds = 0] = (parts ?? [])
		.slice(1)
		.map((part) => Number((part ?? "0").replace(",", ".")));
	return parts ? (hours * 60 + minutes) * 60 + seconds : readNumber(given);
};

/** @returns a number with or without its unit's sign; "1:30" counts as 90 seconds; NaN if it can't be read */
const readNumber = (given: string): number => {
	const [, hours = "0", minutes, seconds] = clock.exec(given) ?? [];
	if (minutes !== undefined) return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
	const [, number] = /^([-+]?\d+(?:[.,]\d+)?)\s*(?:s|%|db|[x×])?$/i.exec(given) ?? [];
	return Number(number?.replace(",", "."));
};

/** What stands between two times: a dash, or a word of one of Herald's languages. */
const between = /\s*[-–—~〜]\s*|\s+(?:to|until|till|bis|à|a|as|às|hasta|até)\s+|\s*から\s*/i;
const time = /^(\d{1,2})(?:[:.h時]([0-5]\d))?\s*(?:h|時|分|uhr|([ap])\.?m\.?)?$/i;

/** An hour without am or pm, like both in "10-7". */
const bare = /^([1-9]|1[0-2])$/;
/** An hour without am or pm, with or without minutes, as members with a clock of twelve hours may type it: "10:30". */
const bareOnTwelve = /^([1-9]|1[0-2])(?::([0-5]\d))?$/;

/** @returns what two times without am or pm may mean, the likeliest first; empty for any other text */
const readUnclearHours = (given: string, { clock: hours }: Pick<Translate, "clock">): Hours[] => {
	const form = hours === 12 ? bareOnTwelve : bare;
	const times = given.normalize("NFKC").trim().split(between);
	const [from, to] = times.map((each) => form.exec(each));
	if (times.length !== 2 || !from || !to) return [];
	const read = ([, hour, minute = 0]: readonly (string | number | undefined)[], isPm: boolean) =>
		((Number(hour) % 12) + (isPm ? 12 : 0)) * 60 + Number(minute);
	return [true, false]
		.flatMap((isPm) => [false, true].map((ends) => ({ from: read(from, isPm), to: read(to, ends) })))
		.filter((each) => each.from !== each.to);
};

/** "1:30" may be minutes and seconds, or hours and minutes. */
const shortClock = /^(\d{1,2}):([0-5]\d)$/;

/** @returns what a value may mean, the likeliest first, durations in seconds; empty if it has one meaning or none */
export const readUnclear = (
	key: UnclearKey,
	given: string,
	t: Pick<Translate, "clock">,
): readonly (Hours | number)[] => {
	if (key === "quietHours") return readUnclearHours(given, t);
	const [, first, second] = shortClock.exec(given.normalize("NFKC").trim()) ?? [];
	const seconds = Number(first) * 60 + Number(second);
	const { schema } = panelSettings[key];
	const readings = [seconds, seconds * 60].filter((each) => schema.safeParse(each).success);
	return readings.length > 1 ? readings : [];
};

/**
 * Reads two times of day: "22:00–7:00", "22-7", "10 pm to 7 am".
 *
 * @returns the times in minutes after midnight; NaN for a time that can't be read, and for both if there aren't exactly
 * two, or if only one has am or pm
 */
const readHours = (given: string) => {
	const times = given.split(between).map((each) => time.exec(each) ?? []);
	const [from = NaN, to = NaN] = times.map(([, hour = "", minute = "0", half]) => {
		if (!half) return hour === "" ? NaN : Number(hour) * 60 + Number(minute);
		const isOnClock = Number(hour) >= 1 && Number(hour) <= 12;
		return isOnClock ? ((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + Number(minute) : NaN;
	});
	// "10-7 pm" doesn't say whether it begins in the morning.
	const isClear = times.length === 2 && !times[0]?.[3] === !times[1]?.[3];
	// "12 am" at the end is the end of the day.
	return isClear ? { from, to: to === 0 && times[1]?.[3] ? 1_440 : to } : { from: NaN, to: NaN };
};

/** @returns the value that was typed; null if nothing was typed, undefined if it can't be read or is out of bounds */
export const readGiven = (key: PanelKey, given: string): unknown => {
	const setting = panelSettings[key];
	const typed = given.normalize("NFKC").replace("\u2212", "-").trim();
	if (typed === "") return null;
	if (setting.kind === "text") return cutText(cleanStyle(given) ?? "", setting.max) || null;
	if (setting.kind === "hours") return setting.schema.safeParse(readHours(typed)).data;
	if (setting.kind !== "number") return undefined;
	const isWhole = setting.unit !== "times" && setting.unit !== "milliseconds";
	const isTime = setting.unit === "seconds" || setting.unit === "milliseconds";
	const plain = isWhole ? typed.replace(/(?<=\d)[.,'’ ](?=\d{3}(?!\d))/g, "") : typed;
	const number = (isTime ? readLength(plain) : readNumber(plain)) * scaleOf(setting);
	return setting.schema.safeParse(setting.unit === "times" ? roundSpeed(number) : Math.round(number)).data;
};
