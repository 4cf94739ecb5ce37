import { vi } from "vitest";

/** Far longer than anything takes, so that only what never happens times out, even on a busy machine. */
const patienceMs = 60_000;

/** Waits until a check passes, trying every `intervalMs`. @returns the check's result */
export const eventually = <T>(check: () => T | Promise<T>, intervalMs = 20): Promise<T> =>
	vi.waitFor(check, { timeout: patienceMs, interval: intervalMs });
