import type { Clock } from "../../shared/clock.ts";
import { isElsewhere } from "../../shared/elsewhere.ts";
import type { Seal } from "../../shared/seal.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import type { ButtonMemory } from "../../store/button-memory.ts";
import type { ButtonRow } from "../../store/database.ts";

class Shares {
	#bytes = 0;
	/** In the order in which they came. */
	readonly #parts = new Map<string, Shares>();

	get bytes(): number {
		return this.#bytes;
	}

	get names(): Iterable<string> {
		return this.#parts.keys();
	}

	/** The part that has the most. */
	get largest(): Shares | undefined {
		let largest: Shares | undefined;
		for (const part of this.#parts.values()) if (part.bytes > (largest?.bytes ?? 0)) largest = part;
		return largest;
	}

	/** @param bytes - negative takes them away: a part that has none left is gone */
	add([name, ...path]: readonly string[], bytes: number): void {
		this.#bytes += bytes;
		if (name === undefined) return;
		const part = this.#parts.get(name) ?? new Shares();
		part.add(path, bytes);
		if (part.bytes === 0) this.#parts.delete(name);
		else this.#parts.set(name, part);
	}
}

/** Something of a member's, until a time in ms since the epoch. */
export interface Memory<T> {
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
	readonly edits: UnderWay;
}

/** The treatment of one kind of values. */
interface Handling<T> {
	/** Whether a value goes before its member's others. */
	readonly isLesser?: (value: T) => boolean;
	readonly onOver?: (kept: Memory<T>) => void;
}

/** Values that end within the same second end together; in ms. */
const togetherMs = 1_000;
/** The most bytes of all sealed values, and the overhead of each. */
const bytesMax = 16 * 2 ** 20;
const bytesBeside = 1_024;

/**
 * Keeps values for minutes, in memory and, so that they survive a restart, sealed in the store. What the store can't take
 * is only lost at a restart. Where there is too much, the member with the most in the guild with the most makes room.
 */
export class ShortMemory<T> {
	readonly #kind: ButtonRow["kind"];
	readonly #options: ShortMemoryOptions;
	readonly #handling: Handling<T>;
	/** Oldest first. */
	readonly #kept = new Map<string, Memory<T> & { readonly bytes: number }>();
	/** By guild, member and id. */
	readonly #shares = new Shares();
	/** One timer for all: at most a second after the first of them is over. */
	#alarm: { readonly at: number; readonly cancel: () => void } | undefined;

	constructor(kind: ButtonRow["kind"], options: ShortMemoryOptions, handling: Handling<T> = {}) {
		this.#kind = kind;
		this.#options = options;
		this.#handling = handling;
	}

	/** @returns what is kept here, or by another process: outside of guilds, a press may come to any */
	async find(id: string): Promise<Memory<T> | undefined> {
		const kept = this.#kept.get(id);
		if (kept) return kept;
		const { seal, store } = this.#options;
		const row = await store.find(id).catch(() => undefined);
		const value = row?.kind === this.#kind ? (seal.open(row.sealed) as T | undefined) : undefined;
		return row && value !== undefined ? { ...row, value } : undefined;
	}

	keep(id: string, kept: Memory<T>): void {
		const { seal, store, edits } = this.#options;
		const { guildId, userId, until, value } = kept;
		const sealed = seal.close(value);
		edits.follow(store.keep({ id, kind: this.#kind, guildId, userId, until, sealed }));
		this.#add(id, kept, sealed);
	}

	/** Ends what a member of a guild has here, elsewhere what they have in all. @returns how many there were */
	forget(guildId: string, userId: string): number {
		const theirs = [...this.#kept].filter(
			([, kept]) => kept.userId === userId && (isElsewhere(guildId) || kept.guildId === guildId),
		);
		for (const [id] of theirs) this.#over(id);
		return theirs.length;
	}

	/** Takes up what was kept before a restart. */
	async restore(): Promise<void> {
		const { store, seal, edits } = this.#options;
		const rows = await store.list(this.#kind).catch(() => []);
		for (const { id, guildId, userId, until, sealed } of rows) {
			const value = seal.open(sealed) as T | undefined;
			if (value === undefined) edits.follow(store.erase(id));
			else if (!this.#kept.has(id)) this.#add(id, { guildId, userId, until, value }, sealed);
		}
	}

	/** Stops the timer and forgets all; the rows in the store stay. */
	close(): void {
		this.#alarm?.cancel();
		this.#alarm = undefined;
		this.#kept.clear();
	}

	#add(id: string, kept: Memory<T>, { length }: Uint8Array): void {
		this.#drop(id);
		const bytes = length + bytesBeside;
		this.#kept.set(id, { ...kept, bytes });
		this.#shares.add([kept.guildId, kept.userId, id], bytes);
		this.#wakeAt(kept.until);
		while (this.#shares.bytes > bytesMax) this.#makeRoom();
	}

	#makeRoom(): void {
		const ids = [...(this.#shares.largest?.largest?.names ?? [])];
		const isLesser = (id: string) => {
			const kept = this.#kept.get(id);
			return kept !== undefined && this.#handling.isLesser?.(kept.value);
		};
		this.#over(ids.find(isLesser) ?? ids[0] ?? "");
	}

	#drop(id: string): Memory<T> | undefined {
		const kept = this.#kept.get(id);
		if (!kept) return undefined;
		this.#kept.delete(id);
		this.#shares.add([kept.guildId, kept.userId, id], -kept.bytes);
		return kept;
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
		const kept = this.#drop(id);
		if (!kept) return;
		this.#options.edits.follow(this.#options.store.erase(id));
		this.#handling.onOver?.(kept);
	}
}
