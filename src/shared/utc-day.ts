const dayMs = 24 * 60 * 60_000;

/**
 * @returns the UTC day of a time in ms since the epoch, as days since the epoch: everybody's day ends at the same time
 */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** @returns the first day of the month that is `monthsLater` months after the month of `day` */
export const firstOfMonth = (day: number, monthsLater = 0): number => {
	const date = new Date(day * dayMs);
	return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater));
};

/** @returns the end of a day, in ms since the epoch */
export const endOfDay = (day: number): number => (day + 1) * dayMs;
