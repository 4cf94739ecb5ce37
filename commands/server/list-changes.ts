import { randomUUID } from "node:crypto";
import { Recent } from "@herald/common/recent.ts";
import type { ListName } from "./routes.ts";

/** How long a change can be undone, in ms. */
const undoMs = 10 * 60_000;
/** The number of entries kept for undoing, in all guilds together. */
const entriesMax = 20_000;

interface UndoableChange {
	readonly id: string;
	readonly until: number;
	readonly before: readonly unknown[];
}

/** The last change of each list, kept in memory so that it can be undone. */
export class ListChanges {
	readonly #now: () => number;
	readonly #last = new Recent<UndoableChange>(entriesMax, ({ before }) => 1 + before.length);

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Keeps a list's entries from before its last change. */
	keep(guildId: string, name: ListName, before: readonly unknown[]): void {
		this.#last.set(`${guildId} ${name}`, { id: randomUUID(), until: this.#now() + undoMs, before });
	}

	/** @returns a list's last change, if it can still be undone */
	find(guildId: string, name: ListName): UndoableChange | undefined {
		const change = this.#last.find(`${guildId} ${name}`);
		return change && change.until > this.#now() ? change : undefined;
	}

	/** @returns the entries from before a change, only once; undefined if it is too old or another change followed */
	take(guildId: string, name: ListName, id: string): readonly unknown[] | undefined {
		const change = this.find(guildId, name);
		if (change?.id !== id) return undefined;
		this.#last.delete(`${guildId} ${name}`);
		return change.before;
	}
}
