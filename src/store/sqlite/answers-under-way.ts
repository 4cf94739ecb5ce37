import type { Database } from "better-sqlite3";
import type { AnswerRow, AnswersUnderWay } from "../answers-under-way.ts";
import { write } from "./write.ts";

/** The table `answers_under_way`. */
export class SqliteAnswersUnderWay implements AnswersUnderWay {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async begin(row: AnswerRow): Promise<void> {
		const insert = this.#database.prepare(
			`INSERT INTO answers_under_way (interaction_id, guild_id, user_id, until, sealed)
			VALUES (:interactionId, :guildId, :userId, :until, :sealed)`,
		);
		write(this.#database, () => insert.run(row));
	}

	async end(interactionId: string): Promise<void> {
		const erase = this.#database.prepare("DELETE FROM answers_under_way WHERE interaction_id = ?");
		write(this.#database, () => erase.run(interactionId));
	}

	async list(): Promise<AnswerRow[]> {
		return this.#database
			.prepare(
				`SELECT interaction_id AS interactionId, guild_id AS guildId, user_id AS userId, until, sealed
				FROM answers_under_way`,
			)
			.all() as AnswerRow[];
	}
}
