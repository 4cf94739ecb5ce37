import type { Database } from "better-sqlite3";
import type { Forgettable, Forgotten } from "../store.ts";
import { write } from "./write.ts";

/**
 * Forgets a member of a guild, in every table or in none. That they aren't to be read is kept.
 *
 * @throws Problem `not_stored` if the file can't be written at the moment
 */
export const forgetMember = (database: Database, { guildId, userId, today }: Forgettable): Forgotten =>
	write(database, () => {
		const run = (sql: string, ...more: number[]): number =>
			database.prepare(sql).run(guildId, userId, ...more).changes;
		run("DELETE FROM button_memory WHERE guild_id = ? AND user_id = ?");
		run("DELETE FROM answers_under_way WHERE guild_id = ? AND user_id = ?");
		const emptied = run(
			`UPDATE member_preferences SET voice = NULL, style = NULL, delivery = NULL,
			language = NULL, speed = NULL, spoken_name = NULL
			WHERE guild_id = ? AND user_id = ? AND reading = 0
			AND coalesce(voice, style, delivery, language, speed, spoken_name) IS NOT NULL`,
		);
		const removed = run(
			"DELETE FROM member_preferences WHERE guild_id = ? AND user_id = ? AND reading IS NOT 0",
		);
		const unread = database
			.prepare("SELECT count(*) FROM member_preferences WHERE guild_id = ? AND user_id = ?")
			.pluck()
			.get(guildId, userId);
		return {
			preferences: emptied + removed > 0,
			redemptions: run("UPDATE redemptions SET user_id = NULL WHERE guild_id = ? AND user_id = ?") > 0,
			days: run("DELETE FROM speech_days WHERE guild_id = ? AND user_id = ? AND day < ?", today),
			staysUnread: unread === 1,
		};
	});
