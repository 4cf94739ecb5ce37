import type { Database } from "better-sqlite3";
import type { Forgettable, Forgotten } from "../store.ts";
import { write } from "./write.ts";

/**
 * Forgets a member of a guild, in every table or in none.
 *
 * @throws Problem `not_stored` if the file can't be written at the moment
 */
export const forgetMember = (database: Database, { guildId, userId, today }: Forgettable): Forgotten =>
	write(database, () => {
		const run = (sql: string, ...more: number[]): number =>
			database.prepare(sql).run(guildId, userId, ...more).changes;
		run("DELETE FROM button_memory WHERE guild_id = ? AND user_id = ?");
		return {
			preferences: run("DELETE FROM member_preferences WHERE guild_id = ? AND user_id = ?") > 0,
			redemptions: run("UPDATE redemptions SET user_id = NULL WHERE guild_id = ? AND user_id = ?") > 0,
			days: run("DELETE FROM speech_days WHERE guild_id = ? AND user_id = ? AND day < ?", today),
		};
	});
