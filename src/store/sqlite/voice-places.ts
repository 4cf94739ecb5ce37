import type { Database } from "better-sqlite3";
import type { VoicePlace, VoicePlaces } from "../voice-places.ts";
import { write } from "./write.ts";

/** The table `voice_places`. */
export class SqliteVoicePlaces implements VoicePlaces {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async record(places: readonly VoicePlace[], leftAt: number): Promise<void> {
		const insert = this.#database.prepare(
			"INSERT OR REPLACE INTO voice_places (guild_id, channel_id, left_at) VALUES (?, ?, ?)",
		);
		write(this.#database, () => {
			for (const { guildId, channelId } of places) insert.run(guildId, channelId, leftAt);
		});
	}

	async take(since: number): Promise<VoicePlace[]> {
		return write(this.#database, () => {
			const rows = this.#database
				.prepare("SELECT guild_id AS guildId, channel_id AS channelId FROM voice_places WHERE left_at >= ?")
				.all(since) as VoicePlace[];
			this.#database.prepare("DELETE FROM voice_places").run();
			return rows;
		});
	}
}
