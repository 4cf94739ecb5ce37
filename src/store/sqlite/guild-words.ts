import type { Database } from "better-sqlite3";
import type { GuildWords } from "../guild-words.ts";
import { write } from "./write.ts";

/** The table `guild_words`. */
export class SqliteGuildWords implements GuildWords {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async list(guildId: string): Promise<string[]> {
		return this.#list(guildId);
	}

	async change(
		guildId: string,
		edit: (current: readonly string[]) => readonly string[] | undefined,
	): Promise<{ readonly before: number; readonly after: number }> {
		const remove = this.#database.prepare("DELETE FROM guild_words WHERE guild_id = ?");
		const insert = this.#database.prepare("INSERT OR IGNORE INTO guild_words (guild_id, word) VALUES (?, ?)");
		return write(this.#database, () => {
			const current = this.#list(guildId);
			const words = edit(current);
			if (!words) return { before: current.length, after: current.length };
			remove.run(guildId);
			const after = words.reduce((added, word) => added + insert.run(guildId, word).changes, 0);
			return { before: current.length, after };
		});
	}

	#list(guildId: string): string[] {
		return this.#database
			.prepare("SELECT word FROM guild_words WHERE guild_id = ? ORDER BY word")
			.pluck()
			.all(guildId) as string[];
	}
}
