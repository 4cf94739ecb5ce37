import type { Database } from "better-sqlite3";
import type { DayLimits, SpeechDay, SpeechDays } from "../speech-days.ts";
import { write } from "./write.ts";

interface DayTotals {
	readonly memberMs: number;
	readonly guildMs: number;
}

/** The table `speech_days`. */
export class SqliteSpeechDays implements SpeechDays {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async reserve(whose: SpeechDay, ms: number, limits: DayLimits): Promise<"member" | "guild" | undefined> {
		const add = this.#database.prepare(
			`INSERT INTO speech_days (day, guild_id, user_id, made_ms) VALUES (:day, :guildId, :userId, :ms)
			ON CONFLICT DO UPDATE SET made_ms = made_ms + :ms`,
		);
		return write(this.#database, () => {
			const { memberMs, guildMs } = this.#read(whose);
			if (memberMs + ms > (limits.memberMs ?? Number.POSITIVE_INFINITY)) return "member";
			if (guildMs + ms > (limits.guildMs ?? Number.POSITIVE_INFINITY)) return "guild";
			add.run({ ...whose, ms });
			return undefined;
		});
	}

	async correct(whose: SpeechDay, byMs: number): Promise<void> {
		const correct = this.#database.prepare(
			`UPDATE speech_days SET made_ms = max(0, made_ms + :byMs)
			WHERE day = :day AND guild_id = :guildId AND user_id = :userId`,
		);
		write(this.#database, () => correct.run({ ...whose, byMs }));
	}

	/** @returns what this member and the whole guild have made on that day */
	#read({ day, guildId, userId }: SpeechDay): DayTotals {
		return this.#database
			.prepare(
				`SELECT coalesce(sum(made_ms), 0) AS guildMs,
					coalesce(sum(made_ms) FILTER (WHERE user_id = ?), 0) AS memberMs
				FROM speech_days WHERE day = ? AND guild_id = ?`,
			)
			.get(userId, day, guildId) as DayTotals;
	}
}
