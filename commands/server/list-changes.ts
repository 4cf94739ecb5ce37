import { randomUUID } from "node:crypto";
import { Recent } from "@herald/common/recent.ts";
import type { FileEntries } from "./list.ts";
import type { ListName } from "./routes.ts";

/** How long a change can be undone, and a file's import confirmed, in ms. */
const keptMs = 10 * 60_000;
/** The most entries of all guilds that are kept. Each list counts as one entry more. */
const entriesMax = 20_000;

/** The entries that a file adds to a list, or replaces the list with (`replaces`), once a member confirms them. */
export interface ListImport {
	readonly found: FileEntries<unknown>;
	readonly replaces: boolean;
}

interface Kept<T> {
	readonly id: string;
	readonly until: number;
	readonly value: T;
}

/** One value for each list, such as its entries before its last change. Kept only in memory, for ten minutes. */
export class ListMemory<T> {
	readonly #now: () => number;
	readonly #kept: Recent<Kept<T>>;

	/** @param now - in ms @param count - returns the number of entries in a value */
	constructor(now: () => number, count: (value: T) => number) {
		this.#now = now;
		this.#kept = new Recent(entriesMax, ({ value }) => 1 + count(value));
	}

	/** Keeps a value, and forgets the list's earlier one. */
	keep(guildId: string, name: ListName, value: T): void {
		this.#kept.set(`${guildId} ${name}`, { id: randomUUID(), until: this.#now() + keptMs, value });
	}

	/** @returns a list's value; undefined if there is none, it is too old, or it was taken */
	find(guildId: string, name: ListName): Kept<T> | undefined {
		const kept = this.#kept.find(`${guildId} ${name}`);
		return kept && kept.until > this.#now() ? kept : undefined;
	}

	/** @returns the value with this ID, only once; undefined if it is too old, was taken, or another followed */
	take(guildId: string, name: ListName, id: string): T | undefined {
		const kept = this.find(guildId, name);
		if (kept?.id !== id) return undefined;
		this.#kept.delete(`${guildId} ${name}`);
		return kept.value;
	}
}
