import { Recent } from "@herald/common/recent.ts";

/** Characters of all lists together: a list takes up to fifty times as many bytes. */
const charactersMax = 500_000;

interface PreparedList<T, P> {
	readonly list: readonly T[];
	readonly key: string;
	readonly prepared: Promise<P>;
}

/** The lists of the guilds that spoke last, ready for searching: preparing a long one takes many milliseconds. */
export class RecentLists<T, P> {
	/** By guild. */
	readonly #kept = new Recent<PreparedList<T, P>>(charactersMax, ({ key }) => key.length);
	readonly #write: (entry: T) => string;
	readonly #prepare: (list: readonly T[]) => Promise<P>;

	/** @param write - what tells an entry from others; @param prepare - makes a list ready */
	constructor(write: (entry: T) => string, prepare: (list: readonly T[]) => Promise<P>) {
		this.#write = write;
		this.#prepare = prepare;
	}

	/** @returns a guild's list, ready; @param list - as it is now */
	prepare(guildId: string, list: readonly T[]): Promise<P> {
		const kept = this.#kept.find(guildId);
		if (kept?.list === list) return kept.prepared;
		const key = list.map(this.#write).join("\n");
		const prepared = kept?.key === key ? kept.prepared : this.#prepare(list);
		this.#kept.set(guildId, { list, key, prepared });
		return prepared;
	}
}
