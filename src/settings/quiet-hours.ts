import { Recent } from "@herald/common/recent.ts";
import type { AppliedGuildSettings } from "./settings.ts";

/** Two times of day, in minutes after midnight. */
export type Hours = Readonly<Record<"from" | "to", number>>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Formats by time zone. They are cached, since making a format takes longer than using it. */
const clocks = new Recent<Intl.DateTimeFormat>(500);

/** @returns the local time in a time zone, in ms as if it were UTC */
const readClock = (timeZone: string, at: number): number => {
	const clock = clocks.get(
		timeZone,
		() => new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }),
	);
	const named = clock.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
	const [, sign, hours = 0, minutes = 0] = /^GMT([+-])(\d{2}):(\d{2})/.exec(named) ?? [];
	const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs;
	return sign === "-" ? at - offset : at + offset;
};

/**
 * @param shown - local time, in ms as if it were UTC
 * @returns the instant of this local time, in ms since the epoch. If the clocks show it twice, the first instant; if
 * they skip it, an instant that is later by as much as they jump
 */
const findTime = (timeZone: string, shown: number): number => {
	const offsets = [shown - dayMs, shown + dayMs].map((at) => readClock(timeZone, at) - at);
	const times = offsets.map((offset) => shown - offset).sort((a, b) => a - b);
	return times.find((at) => readClock(timeZone, at) === shown) ?? times.at(-1) ?? shown;
};

/** @returns when the current quiet hours end, in ms since the epoch; undefined outside of them */
export const findQuietEnd = (
	{ quietHours, timeZone }: Pick<AppliedGuildSettings, "quietHours" | "timeZone">,
	now: number,
): number | undefined => {
	if (quietHours === null) return undefined;
	const { from, to } = quietHours;
	const midnight = Math.floor(readClock(timeZone, now) / dayMs) * dayMs;
	for (const day of [midnight - dayMs, midnight]) {
		const start = findTime(timeZone, day + from * minuteMs);
		const end = findTime(timeZone, day + (to > from ? 0 : dayMs) + to * minuteMs);
		if (start <= now && now < end) return end;
	}
	return undefined;
};
