import type { Database } from "better-sqlite3";
import type { GuildVoice, VoiceSettings } from "../voice-settings.ts";
import { write } from "./write.ts";

const nothingChosen: VoiceSettings = {
	aloneSeconds: null,
	idleSeconds: null,
	textSeconds: null,
	volumeDb: null,
};

/** The table `guild_voice`. */
export class SqliteGuildVoice implements GuildVoice {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async read(guildId: string): Promise<VoiceSettings> {
		return this.#read(guildId);
	}

	async change(guildId: string, change: Partial<VoiceSettings>): Promise<void> {
		write(this.#database, () => {
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO guild_voice (guild_id, alone_seconds, idle_seconds, text_seconds, volume_db)
					VALUES (:guildId, :aloneSeconds, :idleSeconds, :textSeconds, :volumeDb)`,
				)
				.run({ ...this.#read(guildId), ...change, guildId });
		});
	}

	#read(guildId: string): VoiceSettings {
		const row = this.#database
			.prepare(
				`SELECT alone_seconds AS aloneSeconds, idle_seconds AS idleSeconds, text_seconds AS textSeconds,
				volume_db AS volumeDb
				FROM guild_voice WHERE guild_id = ?`,
			)
			.get(guildId);
		return (row as VoiceSettings | undefined) ?? nothingChosen;
	}
}
