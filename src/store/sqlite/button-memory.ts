import type { Database } from "better-sqlite3";
import type { ButtonMemory, ButtonRow } from "../button-memory.ts";
import { write } from "./write.ts";

/** The table `button_memory`. */
export class SqliteButtonMemory implements ButtonMemory {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async keep(row: ButtonRow): Promise<void> {
		const insert = this.#database.prepare(
			`INSERT OR REPLACE INTO button_memory (id, kind, guild_id, user_id, until, sealed)
			VALUES (:id, :kind, :guildId, :userId, :until, :sealed)`,
		);
		write(this.#database, () => insert.run(row));
	}

	async erase(id: string): Promise<void> {
		const erase = this.#database.prepare("DELETE FROM button_memory WHERE id = ?");
		write(this.#database, () => erase.run(id));
	}

	async list(kind: ButtonRow["kind"]): Promise<ButtonRow[]> {
		return this.#database
			.prepare(
				`SELECT id, kind, guild_id AS guildId, user_id AS userId, until, sealed
				FROM button_memory WHERE kind = ? ORDER BY until`,
			)
			.all(kind) as ButtonRow[];
	}
}
