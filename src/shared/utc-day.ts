const dayMs = 24 * 60 * 60_000;

/** @returns the day of a time in ms since the epoch, counted in days since then: "today" is the same for everybody */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** @returns when a day ends, in ms since the epoch */
export const endOfDay = (day: number): number => (day + 1) * dayMs;
