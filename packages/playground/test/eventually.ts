import { vi } from "vitest";

/** Far longer than anything takes: on a busy machine too, only what never comes is missed. */
const patienceMs = 20_000;

/**
 * Waits until a check passes, looking every `intervalMs`.
 *
 * @returns what the check then returned
 */
export const eventually = <T>(check: () => T | Promise<T>, intervalMs = 20): Promise<T> =>
	vi.waitFor(check, { timeout: patienceMs, interval: intervalMs });
