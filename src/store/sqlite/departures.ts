import type { Database } from "better-sqlite3";
import type { Departures } from "../departures.ts";
import { write } from "./write.ts";

/** The table `guild_departures`, and every table that has a `guild_id`. */
export class SqliteDepartures implements Departures {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async listKept(): Promise<string[]> {
		const kept = [...this.#tables(), "redemptions"].map((table) => `SELECT guild_id FROM "${table}"`);
		return this.#database
			.prepare(
				`SELECT guild_id FROM (${kept.join(" UNION ")})
				WHERE guild_id <> '' AND guild_id NOT IN (SELECT guild_id FROM guild_departures)`,
			)
			.pluck()
			.all() as string[];
	}

	async note(guildId: string, leftAt: number): Promise<void> {
		const insert = this.#database.prepare(
			"INSERT INTO guild_departures (guild_id, left_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
		);
		write(this.#database, () => insert.run(guildId, leftAt));
	}

	async cancel(guildIds: readonly string[]): Promise<void> {
		const remove = this.#database.prepare("DELETE FROM guild_departures WHERE guild_id = ?");
		write(this.#database, () => {
			for (const guildId of guildIds) remove.run(guildId);
		});
	}

	async erase(leftBefore: number): Promise<number> {
		return write(this.#database, () => {
			const due = "SELECT guild_id FROM guild_departures WHERE left_at < ?";
			for (const table of this.#tables())
				this.#database.prepare(`DELETE FROM "${table}" WHERE guild_id IN (${due})`).run(leftBefore);
			this.#database
				.prepare(
					`UPDATE redemptions SET guild_id = '', user_id = NULL, member = NULL WHERE guild_id IN (${due})`,
				)
				.run(leftBefore);
			return this.#database.prepare("DELETE FROM guild_departures WHERE left_at < ?").run(leftBefore).changes;
		});
	}

	/** A table of the future is erased like the others. */
	#tables(): string[] {
		return this.#database
			.prepare(
				`SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
				WHERE tables.type = 'table' AND columns.name = 'guild_id'
				AND tables.name NOT IN ('redemptions', 'guild_departures')`,
			)
			.pluck()
			.all() as string[];
	}
}
