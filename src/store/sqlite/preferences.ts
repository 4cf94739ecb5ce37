import type { Database } from "better-sqlite3";
import type { GuildPreferences, Preferences, VoicePreferences } from "../preferences.ts";
import { write } from "./write.ts";

const nothingChosen: GuildPreferences = {
	voice: null,
	style: null,
	delivery: null,
	secondsPerDay: null,
	textMax: null,
	speakerRole: null,
};

/** The tables `guild_preferences` and `member_preferences`. */
export class SqlitePreferences implements Preferences {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async readGuild(guildId: string): Promise<GuildPreferences> {
		return this.#readGuild(guildId);
	}

	async changeGuild(guildId: string, change: Partial<GuildPreferences>): Promise<void> {
		write(this.#database, () => {
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO guild_preferences
					(guild_id, voice, style, delivery, seconds_per_day, text_max, speaker_role)
					VALUES (:guildId, :voice, :style, :delivery, :secondsPerDay, :textMax, :speakerRole)`,
				)
				.run({ ...this.#readGuild(guildId), ...change, guildId });
		});
	}

	async readMember(guildId: string, userId: string): Promise<VoicePreferences> {
		return this.#readMember(guildId, userId);
	}

	async changeMember(guildId: string, userId: string, change: Partial<VoicePreferences>): Promise<void> {
		write(this.#database, () => {
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO member_preferences (guild_id, user_id, voice, style, delivery)
					VALUES (:guildId, :userId, :voice, :style, :delivery)`,
				)
				.run({ ...this.#readMember(guildId, userId), ...change, guildId, userId });
		});
	}

	#readGuild(guildId: string): GuildPreferences {
		const row = this.#database
			.prepare(
				`SELECT voice, style, delivery, seconds_per_day AS secondsPerDay, text_max AS textMax, speaker_role AS speakerRole
				FROM guild_preferences WHERE guild_id = ?`,
			)
			.get(guildId);
		return (row as GuildPreferences | undefined) ?? nothingChosen;
	}

	#readMember(guildId: string, userId: string): VoicePreferences {
		const row = this.#database
			.prepare("SELECT voice, style, delivery FROM member_preferences WHERE guild_id = ? AND user_id = ?")
			.get(guildId, userId);
		return (row as VoicePreferences | undefined) ?? { voice: null, style: null, delivery: null };
	}
}
