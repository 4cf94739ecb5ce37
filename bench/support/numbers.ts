/**
 * @param share - from 0 to 1
 * @returns the value below which this share of the sorted values lies; 0 if there are none
 */
export const percentile = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** @returns MiB, rounded */
export const toMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
