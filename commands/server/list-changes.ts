import { randomUUID } from "node:crypto";
import { Recent } from "@herald/common/recent.ts";
import type { FileEntries } from "./list.ts";
import type { ListName } from "./routes.ts";

/** How long a change can be undone, and a file's import confirmed, in ms. */
const undoMs = 10 * 60_000;
/**
 * The most entries of all guilds that are kept for undoing, and the most that are kept for imports. Each list counts as
 * one entry more.
 */
const entriesMax = 20_000;

interface UndoableChange {
	readonly id: string;
	readonly until: number;
	readonly before: readonly unknown[];
}

/** The entries that a file adds to a list, or replaces the list with (`replaces`), once a member confirms them. */
export interface Proposal {
	readonly id: string;
	readonly until: number;
	readonly found: FileEntries<unknown>;
	readonly replaces: boolean;
}

/**
 * The last change of each list, so that it can be undone, and the last file for each list, until a member confirms it.
 * Both are kept only in memory.
 */
export class ListChanges {
	readonly #now: () => number;
	readonly #last = new Recent<UndoableChange>(entriesMax, ({ before }) => 1 + before.length);

	readonly #proposed = new Recent<Proposal>(entriesMax, ({ found }) => 1 + found.entries.length);

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Keeps a file's entries for a list until they are confirmed. Drops those of an earlier file. */
	propose(guildId: string, name: ListName, found: FileEntries<unknown>, replaces: boolean): void {
		const until = this.#now() + undoMs;
		this.#proposed.set(`${guildId} ${name}`, { id: randomUUID(), until, found, replaces });
	}

	/** @returns the proposal of a list's last file; undefined if there is none, or it has expired or was taken */
	findProposal(guildId: string, name: ListName): Proposal | undefined {
		const proposal = this.#proposed.find(`${guildId} ${name}`);
		return proposal && proposal.until > this.#now() ? proposal : undefined;
	}

	/**
	 * Takes the proposal of a list's last file, only once.
	 *
	 * @returns undefined if the proposal with this ID has expired or was taken, or another file followed
	 */
	takeProposal(guildId: string, name: ListName, id: string): Proposal | undefined {
		const proposal = this.findProposal(guildId, name);
		if (proposal?.id !== id) return undefined;
		this.#proposed.delete(`${guildId} ${name}`);
		return proposal;
	}

	/** Keeps a list's entries from before its last change. */
	keep(guildId: string, name: ListName, before: readonly unknown[]): void {
		this.#last.set(`${guildId} ${name}`, { id: randomUUID(), until: this.#now() + undoMs, before });
	}

	/** @returns a list's last change; undefined if there is none, or it is too old to be undone */
	find(guildId: string, name: ListName): UndoableChange | undefined {
		const change = this.#last.find(`${guildId} ${name}`);
		return change && change.until > this.#now() ? change : undefined;
	}

	/**
	 * @returns the entries from before a change; undefined if they were taken, the change is too old, or another followed
	 */
	take(guildId: string, name: ListName, id: string): readonly unknown[] | undefined {
		const change = this.find(guildId, name);
		if (change?.id !== id) return undefined;
		this.#last.delete(`${guildId} ${name}`);
		return change.before;
	}
}
