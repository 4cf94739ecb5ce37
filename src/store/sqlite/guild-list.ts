import type { Database } from "better-sqlite3";
import type { ListChange } from "../list-change.ts";
import { write } from "./write.ts";

interface GuildList<T> {
	/** One that has the column `guild_id`. */
	readonly table: string;
	readonly columns: readonly string[];
	/** @returns what stands in the columns */
	readonly toRow: (entry: T) => readonly (string | null)[];
	/** @returns what the columns say */
	readonly toEntry: (row: readonly (string | null)[]) => T;
}

/** A guild's list in a table of its own, ordered by its columns. */
export class SqliteGuildList<T> {
	readonly #database: Database;
	readonly #list: GuildList<T>;

	constructor(database: Database, list: GuildList<T>) {
		this.#database = database;
		this.#list = list;
	}

	read(guildId: string): T[] {
		const { table, columns, toEntry } = this.#list;
		const names = columns.join(", ");
		return this.#database
			.prepare(`SELECT ${names} FROM ${table} WHERE guild_id = ? ORDER BY ${names}`)
			.raw()
			.all(guildId)
			.map((row) => toEntry(row as (string | null)[]));
	}

	readonly change: ListChange<T> = async (guildId, edit) => {
		const { table, columns, toRow } = this.#list;
		const remove = this.#database.prepare(`DELETE FROM ${table} WHERE guild_id = ?`);
		const insert = this.#database.prepare(
			`INSERT OR IGNORE INTO ${table} (guild_id, ${columns.join(", ")}) VALUES (?${", ?".repeat(columns.length)})`,
		);
		return write(this.#database, () => {
			const current = this.read(guildId);
			const next = edit(current);
			if (!next) return { before: current.length, after: current.length };
			remove.run(guildId);
			const after = next.reduce((added, entry) => added + insert.run(guildId, ...toRow(entry)).changes, 0);
			return { before: current.length, after };
		});
	};
}
