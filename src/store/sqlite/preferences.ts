import type { Database } from "better-sqlite3";
import type { GuildPreferences, MemberPreferences, Preferences } from "../preferences.ts";
import { write } from "./write.ts";

const noGuildChoices: GuildPreferences = {
	voice: null,
	style: null,
	delivery: null,
	language: null,
	speed: null,
	secondsPerDay: null,
	textMax: null,
	speakerRole: null,
};

const noMemberChoices: MemberPreferences = {
	voice: null,
	style: null,
	delivery: null,
	language: null,
	speed: null,
	reading: null,
	spokenName: null,
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
					(guild_id, voice, style, delivery, language, speed, seconds_per_day, text_max, speaker_role)
					VALUES (:guildId, :voice, :style, :delivery, :language, :speed, :secondsPerDay, :textMax, :speakerRole)`,
				)
				.run({ ...this.#readGuild(guildId), ...change, guildId });
		});
	}

	async readMember(guildId: string, userId: string): Promise<MemberPreferences> {
		return this.#readMember(guildId, userId);
	}

	async changeMember(
		guildId: string,
		userId: string,
		change: Partial<MemberPreferences>,
		allows?: (spokenNames: readonly string[]) => boolean,
	): Promise<boolean> {
		return write(this.#database, () => {
			if (allows && !allows(this.#otherNames(guildId, userId))) return false;
			const chosen = { ...this.#readMember(guildId, userId), ...change };
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO member_preferences
					(guild_id, user_id, voice, style, delivery, language, speed, reading, spoken_name)
					VALUES (:guildId, :userId, :voice, :style, :delivery, :language, :speed, :reading, :spokenName)`,
				)
				.run({
					...chosen,
					guildId,
					userId,
					reading: chosen.reading === null ? null : Number(chosen.reading),
				});
			return true;
		});
	}

	#otherNames(guildId: string, userId: string): string[] {
		return this.#database
			.prepare(
				`SELECT spoken_name FROM member_preferences
				WHERE guild_id = ? AND user_id <> ? AND spoken_name IS NOT NULL`,
			)
			.pluck()
			.all(guildId, userId) as string[];
	}

	#readGuild(guildId: string): GuildPreferences {
		const row = this.#database
			.prepare(
				`SELECT voice, style, delivery, language, speed,
				seconds_per_day AS secondsPerDay, text_max AS textMax, speaker_role AS speakerRole
				FROM guild_preferences WHERE guild_id = ?`,
			)
			.get(guildId);
		return (row as GuildPreferences | undefined) ?? noGuildChoices;
	}

	#readMember(guildId: string, userId: string): MemberPreferences {
		const row = this.#database
			.prepare(
				`SELECT voice, style, delivery, language, speed, reading, spoken_name AS spokenName
				FROM member_preferences WHERE guild_id = ? AND user_id = ?`,
			)
			.get(guildId, userId) as
			| (Omit<MemberPreferences, "reading"> & { readonly reading: number | null })
			| undefined;
		if (!row) return noMemberChoices;
		return { ...row, reading: row.reading === null ? null : row.reading === 1 };
	}
}
