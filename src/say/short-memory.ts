import type { ButtonMemory, ButtonRow } from "../store/button-memory.ts";
import type { Clock } from "../voice/clock.ts";
import type { LateEdits } from "./late-edits.ts";
import type { Seal } from "./seal.ts";

/** Something of a member's, until a time in ms since the epoch. */
export interface Kept<T> {
	readonly guildId: string;
	readonly userId: string;
	readonly until: number;
	readonly value: T;
}

export interface ShortMemoryOptions {
	readonly store: ButtonMemory;
	readonly seal: Seal;
	/** Decides when something is over. */
	readonly clock: Clock;
	/** Waits for what is being stored. */
	readonly edits: LateEdits;
}

/** What ends within the same second ends together, in ms. */
const togetherMs = 1_000;

/**
 * Keeps values for minutes, in memory and, so that they survive a restart, sealed in the store. What the store can't take
 * is only lost at a restart.
 */
export class ShortMemory<T> {
	readonly #kind: ButtonRow["kind"];
	readonly #options: ShortMemoryOptions;
	readonly #max: number;
	readonly #onOver: (kept: Kept<T>) => void;
	/** Oldest first. */
	readonly #kept = new Map<string, Kept<T>>();
	/** One timer for all: at most a second after the first of them is over. */
	#alarm: { readonly at: number; readonly cancel: () => void } | undefined;

	/** @param max - how many; the oldest go first */
	constructor(
		kind: ButtonRow["kind"],
		options: ShortMemoryOptions,
		max: number,
		onOver: (kept: Kept<T>) => void = () => {},
	) {
		this.#kind = kind;
		this.#options = options;
		this.#max = max;
		this.#onOver = onOver;
	}

	find(id: string): Kept<T> | undefined {
		return this.#kept.get(id);
	}

	keep(id: string, kept: Kept<T>): void {
		const { seal, store, edits } = this.#options;
		const { guildId, userId, until, value } = kept;
		this.#add(id, kept);
		edits.add(store.keep({ id, kind: this.#kind, guildId, userId, until, sealed: seal.close(value) }));
		for (const oldest of this.#kept.keys()) {
			if (this.#kept.size <= this.#max) break;
			this.#over(oldest);
		}
	}

	/** Ends what a member of a guild has here. @returns how many there were */
	forget(guildId: string, userId: string): number {
		const theirs = [...this.#kept].filter(([, kept]) => kept.guildId === guildId && kept.userId === userId);
		for (const [id] of theirs) this.#over(id);
		return theirs.length;
	}

	/** Takes up what was kept before a restart. */
	async restore(): Promise<void> {
		const { store, seal, edits } = this.#options;
		const rows = await store.list(this.#kind).catch(() => []);
		for (const { id, guildId, userId, until, sealed } of rows) {
			const value = seal.open(sealed) as T | undefined;
			if (value === undefined) edits.add(store.erase(id));
			else if (!this.#kept.has(id)) this.#add(id, { guildId, userId, until, value });
		}
	}

	/** Ends nothing more; the store keeps what there is. */
	close(): void {
		this.#alarm?.cancel();
		this.#alarm = undefined;
		this.#kept.clear();
	}

	#add(id: string, kept: Kept<T>): void {
		this.#kept.set(id, kept);
		this.#wakeAt(kept.until);
	}

	#wakeAt(at: number): void {
		if (this.#alarm && this.#alarm.at <= at) return;
		const { clock } = this.#options;
		this.#alarm?.cancel();
		const cancel = clock.after(Math.max(0, at - clock.now()), () => this.#endDue());
		this.#alarm = { at, cancel };
	}

	#endDue(): void {
		const now = this.#options.clock.now();
		this.#alarm = undefined;
		let next = Number.POSITIVE_INFINITY;
		for (const [id, { until }] of this.#kept) {
			if (until <= now) this.#over(id);
			else next = Math.min(next, until);
		}
		if (this.#kept.size > 0) this.#wakeAt(Math.max(next, now + togetherMs));
	}

	#over(id: string): void {
		const kept = this.#kept.get(id);
		if (!kept) return;
		this.#kept.delete(id);
		this.#options.edits.add(this.#options.store.erase(id));
		this.#onOver(kept);
	}
}
