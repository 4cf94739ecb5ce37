import type { Database } from "better-sqlite3";
import { write } from "./write.ts";

/** The table `guild_words`: what a guild does not let be spoken. */
export class GuildWords {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** @returns the words in alphabetical order */
	list(guildId: string): string[] {
		return this.#database
			.prepare("SELECT word FROM guild_words WHERE guild_id = ? ORDER BY word")
			.pluck()
			.all(guildId) as string[];
	}

	/** @returns how many were new */
	add(guildId: string, words: readonly string[]): number {
		const insert = this.#database.prepare("INSERT OR IGNORE INTO guild_words (guild_id, word) VALUES (?, ?)");
		return write(this.#database, () =>
			words.reduce((added, word) => added + insert.run(guildId, word).changes, 0),
		);
	}

	/** @returns how many were there */
	remove(guildId: string, words: readonly string[]): number {
		const remove = this.#database.prepare("DELETE FROM guild_words WHERE guild_id = ? AND word = ?");
		return write(this.#database, () =>
			words.reduce((removed, word) => removed + remove.run(guildId, word).changes, 0),
		);
	}

	/** Puts these words in place of all others. */
	replace(guildId: string, words: readonly string[]): void {
		write(this.#database, () => {
			this.#database.prepare("DELETE FROM guild_words WHERE guild_id = ?").run(guildId);
			this.add(guildId, words);
		});
	}
}
