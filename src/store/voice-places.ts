import type { Database } from "better-sqlite3";
import { write } from "./write.ts";

/** A voice channel that Herald was in. */
export interface VoicePlace {
	readonly guildId: string;
	readonly channelId: string;
}

/** The table `voice_places`: where Herald was when it was stopped. */
export class VoicePlaces {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** Writes down where Herald is, in place of what was there. `leftAt` in ms since the epoch. @throws Problem `not_stored` */
	record(places: readonly VoicePlace[], leftAt: number): void {
		const insert = this.#database.prepare(
			"INSERT OR REPLACE INTO voice_places (guild_id, channel_id, left_at) VALUES (?, ?, ?)",
		);
		write(this.#database, () => {
			for (const { guildId, channelId } of places) insert.run(guildId, channelId, leftAt);
		});
	}

	/** Reads what was written at or after a time, and forgets everything: a place is gone back to once. @throws Problem `not_stored` */
	take(since: number): VoicePlace[] {
		return write(this.#database, () => {
			const rows = this.#database
				.prepare("SELECT guild_id AS guildId, channel_id AS channelId FROM voice_places WHERE left_at >= ?")
				.all(since) as VoicePlace[];
			this.#database.prepare("DELETE FROM voice_places").run();
			return rows;
		});
	}
}
