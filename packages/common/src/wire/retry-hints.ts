/** A wait that a service asks for is believed up to this. */
export const limitedWaitMaxMs = 24 * 60 * 60_000;

const durationPattern = /^(\d+(?:\.\d+)?)s$/;
const textHint =
	/\b(?:retry|try again)\s+(?:in|after)\s+(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?!s))?\s*(?:(\d+(?:\.\d+)?)\s*(ms|s))?/i;

/** @returns the wait in ms that a Retry-After header asks for: seconds or an HTTP date */
export const readRetryAfter = (header: string | undefined, now: number): number | undefined => {
	if (header === undefined) return undefined;
	if (/^\d+(?:\.\d+)?$/.test(header.trim())) return Number(header) * 1_000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/** @returns the wait in ms of Google's RetryInfo ("15s") */
export const readRetryDelay = (details: readonly unknown[]): number | undefined => {
	for (const detail of details) {
		const delay = (detail as { retryDelay?: unknown } | null)?.retryDelay;
		const match = typeof delay === "string" ? durationPattern.exec(delay) : null;
		if (match) return Number(match[1]) * 1_000;
	}
	return undefined;
};

/** @returns the wait in ms of a text such as "Please retry in 15.59s." — all that a gateway leaves of the hint */
export const readTextHint = (message: string): number | undefined => {
	const match = textHint.exec(message);
	if (!match) return undefined;
	const [, hours, minutes, amount, unit] = match;
	if (hours === undefined && minutes === undefined && amount === undefined) return undefined;
	const last = Number(amount ?? 0) * (unit === "ms" ? 1 : 1_000);
	return Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + last;
};
