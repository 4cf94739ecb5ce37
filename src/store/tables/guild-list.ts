import { sql } from "kysely";
import type { Queries, StoreDatabase } from "../database.ts";
import { compileOnce } from "./compile-once.ts";
import { inParts } from "./in-parts.ts";

/**
 * Changes a guild's list, however many do so at once.
 *
 * @param edit - returns the new list for the current one, or undefined to leave it; it must not use the store
 * @returns how many entries there were before and are now
 */
export type ListChange<T> = (
	guildId: string,
	edit: (current: readonly T[]) => readonly T[] | undefined,
) => Promise<{ readonly before: number; readonly after: number }>;

interface ListTable<T> {
	/** One that has the column `guild_id`. */
	readonly table: string;
	readonly columns: readonly string[];
	/** @returns what stands in the columns */
	readonly toRow: (entry: T) => readonly (string | null)[];
	/** @returns what the columns say */
	readonly toEntry: (row: readonly (string | null)[]) => T;
}

/** A guild's list in a table of its own, ordered by its columns. */
export class GuildList<T> {
	readonly #database: StoreDatabase;
	readonly #list: ListTable<T>;
	readonly #find: (
		queries: Queries,
		of: { readonly guildId: string },
	) => Promise<readonly Readonly<Record<string, string | null>>[]>;

	constructor(database: StoreDatabase, list: ListTable<T>) {
		this.#database = database;
		this.#list = list;
		const names = sql.join(list.columns.map((column) => sql.ref(column)));
		this.#find = compileOnce((queries: Queries, { guildId }: { readonly guildId: string }) =>
			sql<Readonly<Record<string, string | null>>>`
				SELECT ${names} FROM ${sql.table(list.table)} WHERE guild_id = ${guildId} ORDER BY ${names}
			`.compile(queries),
		);
	}

	list(guildId: string): Promise<T[]> {
		return this.#database.read((queries) => this.read(queries, guildId));
	}

	/** @param queries - those of a transaction */
	async read(queries: Queries, guildId: string): Promise<T[]> {
		const { columns, toEntry } = this.#list;
		const rows = await this.#find(queries, { guildId });
		return rows.map((row) => toEntry(columns.map((column) => row[column] ?? null)));
	}

	/** Writes no more than what changes. */
	readonly change: ListChange<T> = (guildId, edit) =>
		this.#database.write(
			async (queries) => {
				const current = await this.read(queries, guildId);
				const before = current.length;
				const next = edit(current);
				if (!next) return { before, after: before };
				const rows = (entries: readonly T[]) => new Map(entries.map((entry) => [this.#write(entry), entry]));
				const had = rows(current);
				const has = rows(next);
				const gone = new Set(current.filter((entry) => !has.has(this.#write(entry))).map(this.#firstOf));
				const isNew = (row: string, entry: T) => !had.has(row) || gone.has(this.#firstOf(entry));
				const added = [...has].flatMap(([row, entry]) => (isNew(row, entry) ? [entry] : []));
				let after = before;
				for (const part of inParts([...gone])) after -= await this.#remove(queries, guildId, part);
				for (const part of inParts(added)) after += await this.#add(queries, guildId, part);
				return { before, after };
			},
			{ alone: guildId },
		);

	readonly #write = (entry: T): string => JSON.stringify(this.#list.toRow(entry));
	readonly #firstOf = (entry: T): string | null => this.#list.toRow(entry)[0] ?? null;

	/** @param firsts - what stands in the first column of those that go @returns how many there were */
	async #remove(queries: Queries, guildId: string, firsts: readonly (string | null)[]): Promise<number> {
		const { table, columns } = this.#list;
		const first = sql.ref(columns[0] as string);
		const { numAffectedRows = 0n } =
			await sql`DELETE FROM ${sql.table(table)} WHERE guild_id = ${guildId} AND ${first} IN (${sql.join(firsts)})`.execute(
				queries,
			);
		return Number(numAffectedRows);
	}

	/** @returns how many entries were new */
	async #add(queries: Queries, guildId: string, entries: readonly T[]): Promise<number> {
		const { table, columns, toRow } = this.#list;
		const names = sql.join(["guild_id", ...columns].map((column) => sql.ref(column)));
		const rows = sql.join(entries.map((entry) => sql`(${sql.join([guildId, ...toRow(entry)])})`));
		const { numAffectedRows = 0n } =
			await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES ${rows} ON CONFLICT DO NOTHING`.execute(
				queries,
			);
		return Number(numAffectedRows);
	}
}
