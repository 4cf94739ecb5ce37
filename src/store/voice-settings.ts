import type { Database } from "better-sqlite3";
import { write } from "./write.ts";

/** How a guild wants Herald to behave in its voice channels, in seconds; what is null was not chosen. */
export interface VoiceSettings {
	/** Leaves after this long with nobody but bots. */
	readonly aloneSeconds: number | null;
	/** Leaves after this long with nothing said. */
	readonly idleSeconds: number | null;
	/** The longest text. */
	readonly textSeconds: number | null;
}

const nothingChosen: VoiceSettings = { aloneSeconds: null, idleSeconds: null, textSeconds: null };

/** The table `guild_voice`. A change is on disk when the call returns. */
export class GuildVoice {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	read(guildId: string): VoiceSettings {
		const row = this.#database
			.prepare(
				`SELECT alone_seconds AS aloneSeconds, idle_seconds AS idleSeconds, text_seconds AS textSeconds
				FROM guild_voice WHERE guild_id = ?`,
			)
			.get(guildId);
		return (row as VoiceSettings | undefined) ?? nothingChosen;
	}

	/** Changes what `change` names and leaves the rest. */
	change(guildId: string, change: Partial<VoiceSettings>): void {
		write(this.#database, () => {
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO guild_voice (guild_id, alone_seconds, idle_seconds, text_seconds)
					VALUES (:guildId, :aloneSeconds, :idleSeconds, :textSeconds)`,
				)
				.run({ ...this.read(guildId), ...change, guildId });
		});
	}
}
