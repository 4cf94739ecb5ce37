import type { Database } from "better-sqlite3";

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

	/** Writes down where Herald is, in place of what was there. `leftAt` in ms since the epoch. */
	record(places: readonly VoicePlace[], leftAt: number): void {
		const insert = this.#database.prepare(
			"INSERT OR REPLACE INTO voice_places (guild_id, channel_id, left_at) VALUES (?, ?, ?)",
		);
		this.#database
			.transaction(() => {
				for (const { guildId, channelId } of places) insert.run(guildId, channelId, leftAt);
			})
			.immediate();
	}

	/** Reads what was written at or after a time, and forgets everything: a place is gone back to once. */
	take(since: number): VoicePlace[] {
		return this.#database
			.transaction(() => {
				const rows = this.#database
					.prepare("SELECT guild_id AS guildId, channel_id AS channelId FROM voice_places WHERE left_at >= ?")
					.all(since) as VoicePlace[];
				this.#database.prepare("DELETE FROM voice_places").run();
				return rows;
			})
			.immediate();
	}
}
