import { elsewhere, type Owner } from "../shared/party.ts";
import type { Seal } from "../shared/seal.ts";
import { changeIn, countChanged, type KeptRow, type OwnsPlace, type StoreDatabase } from "./database.ts";

/** The longest time for which a row is kept, in ms. A row that expires even later was written with a wrong clock. */
const keptMaxMs = 2 * 24 * 60 * 60_000;

/** Members' encrypted data that survives a restart. */
export type KeptValues = ReturnType<typeof keptValuesIn>;

export const keptValuesIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	keep: ({ id, ...kept }: KeptRow) =>
		database.write({ alone: id }, async (queries) => {
			await queries
				.insertInto("kept_values")
				.values({ id, ...kept })
				.onConflict((conflict) => conflict.column("id").doUpdateSet(kept))
				.execute();
		}),
	/** Changes a row's progress or the time at which it expires. @returns whether the row was still there */
	note: async (id: string, change: Partial<Pick<KeptRow, "progress" | "until">>): Promise<boolean> =>
		(await database.write({ alone: id }, (queries) =>
			countChanged(queries.updateTable("kept_values").set(change).where("id", "=", id)),
		)) > 0,
	find: (kind: KeptRow["kind"], id: string): Promise<KeptRow | undefined> =>
		database.read((queries) =>
			queries
				.selectFrom("kept_values")
				.selectAll()
				.where(({ and }) => and({ kind, id }))
				.executeTakeFirst(),
		),
	erase: (id: string) =>
		changeIn(database, (queries) => queries.deleteFrom("kept_values").where("id", "=", id), { alone: id }),
	/**
	 * @returns the rows of a kind for this process's guilds, in the order in which they expire. Answers from outside of
	 * guilds are listed in every process
	 */
	list: async (kind: KeptRow["kind"]): Promise<KeptRow[]> => {
		const rows = await database.read((queries) =>
			queries.selectFrom("kept_values").selectAll().where("kind", "=", kind).orderBy("until").execute(),
		);
		return rows.filter(({ guildId }) => owns(guildId) || (kind === "answer" && guildId === elsewhere));
	},
	/** Erases rows that expired before a time, and rows that were written with a wrong clock. */
	eraseBefore: (time: number) =>
		changeIn(database, (queries) =>
			queries
				.deleteFrom("kept_values")
				.where(({ eb, not }) => not(eb.between("until", time, time + keptMaxMs))),
		),
});

/** A member's value, which expires at `until`, in ms since the epoch. */
export interface Kept<T> extends Owner {
	readonly until: number;
	readonly value: T;
}

export interface StoredValue<T, Progress = null> extends Kept<T> {
	readonly id: string;
	/** The size of the sealed value. */
	readonly bytes: number;
	readonly progress: Progress;
}

export type SealedValues<T, Progress = null> = ReturnType<typeof sealedValuesIn<T, Progress>>;

/** @returns the calls for stored values of one kind, each with its progress */
export const sealedValuesIn = <T, Progress = null>(store: KeptValues, kind: KeptRow["kind"], seal: Seal) => {
	const open = (row: KeptRow): StoredValue<T, Progress> | undefined => {
		const { id, guildId, userId, until, sealed, progress } = row;
		const value = seal.open(sealed) as T | undefined;
		if (value === undefined) return undefined;
		return {
			...{ id, place: guildId, userId, until, value, bytes: sealed.length },
			progress: JSON.parse(progress ?? "null") as Progress,
		};
	};
	return {
		/** @returns the size of the sealed value, and a promise that resolves when it is stored */
		keep: (id: string, { place, userId, until, value }: Kept<T>, progress?: Progress) => {
			const sealed = seal.close(value);
			const row = { id, kind, guildId: place, userId, until, sealed };
			const stored = store.keep({ ...row, progress: progress ? JSON.stringify(progress) : null });
			return { bytes: sealed.length, stored };
		},
		/**
		 * Stores a value's progress and, if given, a new time at which it expires. If the value is gone, nothing is stored.
		 *
		 * @returns whether the value was still there
		 */
		note: (id: string, progress: Progress, until?: number): Promise<boolean> =>
			store.note(id, { progress: JSON.stringify(progress), ...(until !== undefined && { until }) }),
		/** @returns the value; undefined if there is none, or it can't be decrypted */
		find: async (id: string): Promise<StoredValue<T, Progress> | undefined> => {
			const row = await store.find(kind, id);
			return row && open(row);
		},
		/** @returns all values, in the order in which they expire. Those that can't be decrypted are erased */
		list: async (): Promise<StoredValue<T, Progress>[]> => {
			const rows = await store.list(kind);
			return rows.flatMap((row) => {
				const opened = open(row);
				if (!opened) store.erase(row.id).catch(() => {});
				return opened ?? [];
			});
		},
		erase: store.erase,
	};
};
