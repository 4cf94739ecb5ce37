/** @param share - from 0 to 1 @returns the value below which that share of sorted values lies; 0 of none */
export const percentile = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** @returns the value in the middle, of values in any order; 0 of none */
export const median = (values: readonly number[]): number =>
	percentile(
		values.toSorted((a, b) => a - b),
		0.5,
	);

/** @returns mebibytes, rounded */
export const toMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
