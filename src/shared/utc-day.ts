const dayMs = 24 * 60 * 60_000;

/** @returns the day of a time in ms since the epoch, counted in days since then: "today" is the same for everybody */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** @returns the first day of a day's month, or of one some months later */
export const firstOfMonth = (day: number, monthsLater = 0): number => {
	const date = new Date(day * dayMs);
	return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater));
};

/** @returns when a day ends, in ms since the epoch */
export const endOfDay = (day: number): number => (day + 1) * dayMs;
