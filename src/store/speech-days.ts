import type { Database } from "better-sqlite3";
import { write } from "./write.ts";

/** Whose speech, and on which day (days since the epoch, UTC). */
export interface SpeechDay {
	readonly day: number;
	readonly guildId: string;
	readonly userId: string;
}

export interface DayTotals {
	readonly memberMs: number;
	readonly guildMs: number;
}

/** The table `speech_days`: sound made, in ms. */
export class SpeechDays {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** @returns what this member and the whole guild have made on that day */
	read({ day, guildId, userId }: SpeechDay): DayTotals {
		return this.#database
			.prepare(
				`SELECT coalesce(sum(made_ms), 0) AS guildMs,
					coalesce(sum(made_ms) FILTER (WHERE user_id = ?), 0) AS memberMs
				FROM speech_days WHERE day = ? AND guild_id = ?`,
			)
			.get(userId, day, guildId) as DayTotals;
	}

	/** Adds to a member's day; a negative amount gives back, never below zero. */
	add({ day, guildId, userId }: SpeechDay, ms: number): void {
		const add = this.#database.prepare(
			`INSERT INTO speech_days (day, guild_id, user_id, made_ms) VALUES (?, ?, ?, max(0, ?))
			ON CONFLICT DO UPDATE SET made_ms = max(0, made_ms + ?)`,
		);
		write(this.#database, () => add.run(day, guildId, userId, ms, ms));
	}

	/** Forgets a member's days before `day`: that day still counts. @returns how many there were */
	forgetMember(guildId: string, userId: string, day: number): number {
		const remove = this.#database.prepare(
			"DELETE FROM speech_days WHERE guild_id = ? AND user_id = ? AND day < ?",
		);
		return write(this.#database, () => remove.run(guildId, userId, day).changes);
	}
}
