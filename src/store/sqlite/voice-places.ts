import type { Database } from "better-sqlite3";
import type { LeftPlaces, VoicePlace, VoicePlaces } from "../voice-places.ts";
import { write } from "./write.ts";

/** Unclean ends older than this are nobody's concern, in ms. */
const keepEndsMs = 24 * 60 * 60_000;

/** The tables `voice_places` and `voice_unclean_ends`. */
export class SqliteVoicePlaces implements VoicePlaces {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async enter(place: VoicePlace, now: number): Promise<void> {
		write(this.#database, () => this.#put(place, now, 1));
	}

	async leave(guildId: string): Promise<void> {
		write(this.#database, () =>
			this.#database.prepare("DELETE FROM voice_places WHERE guild_id = ?").run(guildId),
		);
	}

	async keepAlive(now: number): Promise<void> {
		write(this.#database, () =>
			this.#database.prepare("UPDATE voice_places SET seen_at = ? WHERE present = 1").run(now),
		);
	}

	async record(places: readonly VoicePlace[], leftAt: number): Promise<void> {
		write(this.#database, () => {
			this.#database.prepare("DELETE FROM voice_places").run();
			for (const place of places) this.#put(place, leftAt, 0);
		});
	}

	async take(since: number, now: number): Promise<LeftPlaces> {
		return write(this.#database, () => {
			const rows = this.#database
				.prepare(
					"SELECT guild_id AS guildId, channel_id AS channelId, seen_at AS seenAt, present FROM voice_places",
				)
				.all() as (VoicePlace & { readonly seenAt: number; readonly present: number })[];
			this.#database.prepare("DELETE FROM voice_places").run();
			if (rows.some(({ present }) => present === 1))
				this.#database.prepare("INSERT OR IGNORE INTO voice_unclean_ends (found_at) VALUES (?)").run(now);
			this.#database.prepare("DELETE FROM voice_unclean_ends WHERE found_at < ?").run(now - keepEndsMs);
			const ends = this.#database
				.prepare("SELECT found_at AS foundAt FROM voice_unclean_ends ORDER BY found_at")
				.all() as { readonly foundAt: number }[];
			return {
				places: rows
					.filter(({ seenAt }) => seenAt >= since)
					.map(({ guildId, channelId }) => ({ guildId, channelId })),
				uncleanEnds: ends.map(({ foundAt }) => foundAt),
			};
		});
	}

	#put({ guildId, channelId }: VoicePlace, now: number, present: 0 | 1): void {
		this.#database
			.prepare(
				"INSERT OR REPLACE INTO voice_places (guild_id, channel_id, seen_at, present) VALUES (?, ?, ?, ?)",
			)
			.run(guildId, channelId, now, present);
	}
}
