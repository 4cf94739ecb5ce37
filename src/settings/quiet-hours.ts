import { Recent } from "../shared/recent.ts";
import type { AppliedGuildSettings } from "./settings.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** By time zone: making one takes longer than its work. */
const clocks = new Recent<Intl.DateTimeFormat>(500);

const makeClock = (timeZone: string): Intl.DateTimeFormat =>
	new Intl.DateTimeFormat("en", {
		timeZone,
		hourCycle: "h23",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
		second: "numeric",
	});

/** @returns what clocks in a time zone show at a time, in ms as if it were UTC */
const readClock = (timeZone: string, at: number): number => {
	const parts = new Map(
		clocks
			.get(timeZone, () => makeClock(timeZone))
			.formatToParts(at)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
	return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
};

/**
 * @param shown - what clocks show, in ms as if it were UTC
 * @returns when they do: of two times the first; where clocks pass over it, as much later as they jump
 */
const findTime = (timeZone: string, shown: number): number => {
	const offsets = [shown - dayMs, shown + dayMs].map((at) => readClock(timeZone, at) - at);
	const times = offsets.map((offset) => shown - offset).sort((a, b) => a - b);
	const right = times.find((at) => readClock(timeZone, at) === shown);
	return right ?? times.at(-1) ?? shown;
};

/** @returns when the quiet hours end that are now, in ms since the epoch; undefined outside of them */
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
