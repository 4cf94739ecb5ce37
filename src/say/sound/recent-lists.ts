import { Recent } from "@herald/common/recent.ts";

/** The most characters of all lists together. A list takes up to fifty times as many bytes. */
const charactersMax = 500_000;

interface PreparedList<T, P> {
	readonly list: readonly T[];
	readonly key: string;
	readonly prepared: Promise<P>;
}

/** A cache of prepared lists, by guild. Preparing a long list for searching takes many milliseconds. */
export class RecentLists<T, P> {
	readonly #kept = new Recent<PreparedList<T, P>>(charactersMax, ({ key }) => key.length);
	readonly #write: (entry: T) => string;
	readonly #prepare: (list: readonly T[]) => Promise<P>;

	/** @param write - returns an entry's key */
	constructor(write: (entry: T) => string, prepare: (list: readonly T[]) => Promise<P>) {
		this.#write = write;
		this.#prepare = prepare;
	}

	/** Prepares a guild's list, unless it has the same entries as the last time. */
	prepare(guildId: string, list: readonly T[]): Promise<P> {
		const kept = this.#kept.find(guildId);
		if (kept?.list === list) return kept.prepared;
		const key = list.map(this.#write).join("\n");
		const prepared = kept?.key === key ? kept.prepared : this.#prepare(list);
		this.#kept.set(guildId, { list, key, prepared });
		return prepared;
	}
}
