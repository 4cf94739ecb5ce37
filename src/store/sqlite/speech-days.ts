import type { Database } from "better-sqlite3";
import type { DayLimits, DayTotals, Exceeded, SpeechDay, SpeechDays } from "../speech-days.ts";
import { write } from "./write.ts";

/** The columns: all speech, and what of it was read. */
type Column = "made_ms" | "read_ms";

/** The table `speech_days`. */
export class SqliteSpeechDays implements SpeechDays {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async sum(whose: SpeechDay): Promise<{ readonly all: DayTotals; readonly read: DayTotals }> {
		return { all: this.#read(whose, "made_ms"), read: this.#read(whose, "read_ms") };
	}

	async reserve(whose: SpeechDay, ms: number, limits: DayLimits): Promise<Exceeded | undefined> {
		const add = this.#database.prepare(
			`INSERT INTO speech_days (day, guild_id, user_id, made_ms, read_ms)
			VALUES (:day, :guildId, :userId, :ms, :readMs)
			ON CONFLICT DO UPDATE SET made_ms = made_ms + :ms, read_ms = read_ms + :readMs`,
		);
		return write(this.#database, () => {
			const exceeded =
				this.#find(whose, ms, limits, "made_ms") ??
				(whose.isRead && limits.read && this.#find(whose, ms, limits.read, "read_ms"));
			if (exceeded) return exceeded;
			add.run({ ...keyOf(whose), ms, readMs: whose.isRead ? ms : 0 });
			return undefined;
		});
	}

	async eraseBefore(day: number): Promise<number> {
		const erase = this.#database.prepare("DELETE FROM speech_days WHERE day < ?");
		return write(this.#database, () => erase.run(day).changes);
	}

	async correct(whose: SpeechDay, byMs: number): Promise<void> {
		const correct = this.#database.prepare(
			`UPDATE speech_days SET made_ms = max(0, made_ms + :byMs), read_ms = max(0, read_ms + :readMs)
			WHERE day = :day AND guild_id = :guildId AND user_id = :userId`,
		);
		write(this.#database, () => correct.run({ ...keyOf(whose), byMs, readMs: whose.isRead ? byMs : 0 }));
	}

	/** @returns the limit that more speech of this kind would exceed */
	#find(whose: SpeechDay, ms: number, limits: DayLimits, column: Column): Exceeded | undefined {
		const { memberMs, guildMs } = this.#read(whose, column);
		const onlyRead = column === "read_ms";
		if (memberMs + ms > (limits.memberMs ?? Number.POSITIVE_INFINITY)) return { whose: "member", onlyRead };
		if (guildMs + ms > (limits.guildMs ?? Number.POSITIVE_INFINITY)) return { whose: "guild", onlyRead };
		return undefined;
	}

	/** @returns what this member and the whole guild have made on that day */
	#read({ day, guildId, userId }: SpeechDay, column: Column): DayTotals {
		return this.#database
			.prepare(
				`SELECT coalesce(sum(${column}), 0) AS guildMs,
					coalesce(sum(${column}) FILTER (WHERE user_id = ?), 0) AS memberMs
				FROM speech_days WHERE day = ? AND guild_id = ?`,
			)
			.get(userId, day, guildId) as DayTotals;
	}
}

const keyOf = ({ day, guildId, userId }: SpeechDay) => ({ day, guildId, userId });
