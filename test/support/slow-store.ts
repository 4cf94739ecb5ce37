import type { Store } from "../../src/store/store.ts";

/**
 * Called twice for each call of the store: before the request and before the answer, which wait for the promise.
 * @param call - such as `settings.readGuild`
 * @param nth - how often the call was made before
 */
export type Travel = (call: string, nth: number) => Promise<unknown>;

/** @returns a Travel that takes as many ms each way as `msOf` returns */
export const travelFor =
	(msOf: (call: string, nth: number) => number): Travel =>
	(call, nth) =>
		new Promise((resolve) => setTimeout(resolve, msOf(call, nth)));

/** Makes a store as slow as a remote one. Code that works only because SQLite is synchronous fails with it. */
export const slowStore = (store: Store, travel: Travel): Store => {
	const counts = new Map<string, number>();
	const slow = <T extends object>(target: T, path: string): T =>
		new Proxy(target, {
			get(_, key) {
				const value: unknown = Reflect.get(target, key, target);
				const call = `${path}${String(key)}`;
				if (typeof value === "object" && value !== null) return slow(value, `${call}.`);
				if (typeof value !== "function") return value;
				return async (...args: unknown[]) => {
					const nth = counts.get(call) ?? 0;
					counts.set(call, nth + 1);
					await travel(call, nth);
					const answer: unknown = await Reflect.apply(value, target, args);
					await travel(call, nth);
					return answer;
				};
			},
		});
	return slow(store, "");
};
