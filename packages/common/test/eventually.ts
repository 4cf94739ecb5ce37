import { vi } from "vitest";

/** Far longer than anything takes: even on a busy machine, only what never happens times out. */
const patienceMs = 60_000;

/** Waits until a check passes, looking every `intervalMs`. @returns what the check then returned */
export const eventually = <T>(check: () => T | Promise<T>, intervalMs = 20): Promise<T> =>
	vi.waitFor(check, { timeout: patienceMs, interval: intervalMs });
