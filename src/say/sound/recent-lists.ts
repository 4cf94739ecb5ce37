import { Recent } from "@herald/common/recent.ts";

/** The most characters of all lists together. A list takes up to fifty times as many bytes. */
const charactersMax = 500_000;

interface PreparedList<T, P> {
	readonly list: readonly T[];
	readonly key: string;
	readonly prepared: Promise<P>;
}

/**
 * Makes a cache of prepared lists, by guild. Preparing a long list for searching takes many milliseconds.
 *
 * @returns a function that prepares a guild's list, unless it has the same entries as the last time
 */
export const rememberLists = <T, P>(prepare: (list: readonly T[]) => Promise<P>) => {
	const recent = new Recent<PreparedList<T, P>>(charactersMax, ({ key }) => key.length);
	return (guildId: string, list: readonly T[]): Promise<P> => {
		const kept = recent.find(guildId);
		if (kept?.list === list) return kept.prepared;
		const key = JSON.stringify(list);
		const prepared = kept?.key === key ? kept.prepared : prepare(list);
		recent.set(guildId, { list, key, prepared });
		return prepared;
	};
};
