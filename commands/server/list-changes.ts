import { randomUUID } from "node:crypto";
import { Recent } from "@herald/common/recent.ts";
import type { ListName } from "./routes.ts";

/** How long a change can be undone, in ms. */
const undoMs = 10 * 60_000;
/** Entries that are kept for it, of all guilds. */
const entriesMax = 20_000;

interface UndoableChange {
	readonly id: string;
	readonly until: number;
	readonly before: readonly unknown[];
}

/** The last change of each list of the guilds, in memory alone, so that it can be undone. */
export class ListChanges {
	readonly #now: () => number;
	readonly #last = new Recent<UndoableChange>(entriesMax, ({ before }) => 1 + before.length);

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Keeps what was on a list before its last change. */
	keep(guildId: string, name: ListName, before: readonly unknown[]): void {
		this.#last.set(`${guildId} ${name}`, { id: randomUUID(), until: this.#now() + undoMs, before });
	}

	/** @returns a list's last change, while it can be undone */
	find(guildId: string, name: ListName): UndoableChange | undefined {
		const change = this.#last.find(`${guildId} ${name}`);
		return change && change.until > this.#now() ? change : undefined;
	}

	/** @returns what was on a list before a change, once; undefined if that was too long ago, or isn't its last */
	take(guildId: string, name: ListName, id: string): readonly unknown[] | undefined {
		const change = this.find(guildId, name);
		if (change?.id !== id) return undefined;
		this.#last.delete(`${guildId} ${name}`);
		return change.before;
	}
}
