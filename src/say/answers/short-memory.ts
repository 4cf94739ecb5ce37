import type { Clock } from "../../shared/clock.ts";
import { elsewhere, type Owner, type Place, placeKey } from "../../shared/party.ts";
import type { Seal } from "../../shared/seal.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import type { ButtonMemory } from "../../store/button-memory.ts";
import type { ButtonRow } from "../../store/database.ts";

/** @returns the name that has the most bytes in all */
const findLargest = (all: readonly (readonly [name: string, bytes: number])[]): string | undefined => {
	const sums = new Map<string, number>();
	for (const [name, bytes] of all) sums.set(name, (sums.get(name) ?? 0) + bytes);
	return [...sums].sort(([, one], [, other]) => other - one)[0]?.[0];
};

/** Something of a member's, until a time in ms since the epoch. */
export interface Memory<T> extends Owner {
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
	/** Of all that is kept. */
	#bytes = 0;
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
		return row && value !== undefined
			? { place: row.guildId, userId: row.userId, until: row.until, value }
			: undefined;
	}

	keep(id: string, kept: Memory<T>): void {
		const { seal, store, edits } = this.#options;
		const { place, userId, until, value } = kept;
		const sealed = seal.close(value);
		void edits.follow(store.keep({ id, kind: this.#kind, guildId: place, userId, until, sealed }));
		this.#add(id, kept, sealed);
	}

	/** Ends what a member of a guild has here, elsewhere what they have in all. @returns how many there were */
	forget(place: Place, userId: string): number {
		const theirs = [...this.#kept].filter(
			([, kept]) => kept.userId === userId && (place === elsewhere || kept.place === place),
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
			if (value === undefined) void edits.follow(store.erase(id));
			else if (!this.#kept.has(id)) this.#add(id, { place: guildId, userId, until, value }, sealed);
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
		this.#bytes += bytes;
		this.#wakeAt(kept.until);
		while (this.#bytes > bytesMax) this.#makeRoom();
	}

	#makeRoom(): void {
		const all = [...this.#kept].map(([id, kept]) => ({ id, ...kept }));
		const place = findLargest(all.map((each) => [placeKey(each.place), each.bytes]));
		const there = all.filter((each) => placeKey(each.place) === place);
		const userId = findLargest(there.map((each) => [each.userId, each.bytes]));
		const theirs = there.filter((each) => each.userId === userId);
		const lesser = theirs.find(({ value }) => this.#handling.isLesser?.(value));
		this.#over((lesser ?? theirs[0])?.id ?? "");
	}

	#drop(id: string): Memory<T> | undefined {
		const kept = this.#kept.get(id);
		if (!kept) return undefined;
		this.#kept.delete(id);
		this.#bytes -= kept.bytes;
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
		void this.#options.edits.follow(this.#options.store.erase(id));
		this.#handling.onOver?.(kept);
	}
}
