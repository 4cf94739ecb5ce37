import type { Database } from "better-sqlite3";
import { write } from "./write.ts";

export type Delivery = "auto" | "channel" | "file" | "voice-message";

/** How somebody wants to be spoken for; what is null was not chosen. */
export interface VoicePreferences {
	readonly voice: string | null;
	readonly style: string | null;
	readonly delivery: Delivery | null;
}

/** What a guild chose, beyond how it sounds. */
export interface GuildPreferences extends VoicePreferences {
	/** Seconds of speech a day, below the operator's. */
	readonly secondsPerDay: number | null;
	/** The longest text, in characters. */
	readonly textMax: number | null;
	/** The id of the role that may speak; null is everyone. */
	readonly speakerRole: string | null;
}

const nothingChosen: GuildPreferences = {
	voice: null,
	style: null,
	delivery: null,
	secondsPerDay: null,
	textMax: null,
	speakerRole: null,
};

/** The tables `guild_preferences` and `member_preferences`. A change is on disk when the call returns. */
export class Preferences {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	readGuild(guildId: string): GuildPreferences {
		const row = this.#database
			.prepare(
				`SELECT voice, style, delivery, seconds_per_day AS secondsPerDay, text_max AS textMax, speaker_role AS speakerRole
				FROM guild_preferences WHERE guild_id = ?`,
			)
			.get(guildId);
		return (row as GuildPreferences | undefined) ?? nothingChosen;
	}

	/** Changes what `change` names and leaves the rest. */
	changeGuild(guildId: string, change: Partial<GuildPreferences>): void {
		write(this.#database, () => {
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO guild_preferences
					(guild_id, voice, style, delivery, seconds_per_day, text_max, speaker_role)
					VALUES (:guildId, :voice, :style, :delivery, :secondsPerDay, :textMax, :speakerRole)`,
				)
				.run({ ...this.readGuild(guildId), ...change, guildId });
		});
	}

	readMember(guildId: string, userId: string): VoicePreferences {
		const row = this.#database
			.prepare("SELECT voice, style, delivery FROM member_preferences WHERE guild_id = ? AND user_id = ?")
			.get(guildId, userId);
		return (row as VoicePreferences | undefined) ?? { voice: null, style: null, delivery: null };
	}

	/** Changes what `change` names and leaves the rest. */
	changeMember(guildId: string, userId: string, change: Partial<VoicePreferences>): void {
		write(this.#database, () => {
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO member_preferences (guild_id, user_id, voice, style, delivery)
					VALUES (:guildId, :userId, :voice, :style, :delivery)`,
				)
				.run({ ...this.readMember(guildId, userId), ...change, guildId, userId });
		});
	}

	/** @returns whether there was anything to forget */
	forgetMember(guildId: string, userId: string): boolean {
		const remove = this.#database.prepare(
			"DELETE FROM member_preferences WHERE guild_id = ? AND user_id = ?",
		);
		return write(this.#database, () => remove.run(guildId, userId).changes > 0);
	}
}
