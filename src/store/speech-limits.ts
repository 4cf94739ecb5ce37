import type { DayLimits, DaySums, DayTotals, Exceeded } from "./speech-days.ts";

const findAmong = (
	{ memberMs, guildMs }: DayTotals,
	ms: number,
	limits: Pick<DayLimits, "memberMs" | "guildMs">,
	onlyRead: boolean,
): Exceeded | undefined => {
	if (memberMs + ms > (limits.memberMs ?? Number.POSITIVE_INFINITY)) return { whose: "member", onlyRead };
	if (guildMs + ms > (limits.guildMs ?? Number.POSITIVE_INFINITY)) return { whose: "guild", onlyRead };
	return undefined;
};

/** @returns the limit that so many ms more would exceed; @param isRead - whether they are a message's that is read */
export const findExceeded = (
	{ all, read }: DaySums,
	ms: number,
	limits: DayLimits,
	isRead: boolean,
): Exceeded | undefined =>
	findAmong(all, ms, limits, false) ??
	(isRead && limits.read ? findAmong(read, ms, limits.read, true) : undefined);
