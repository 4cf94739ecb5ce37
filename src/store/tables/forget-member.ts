import type { Queries, StoreDatabase } from "../database.ts";
import type { Forgettable, Forgotten } from "../store.ts";

const chosen = ["voice", "style", "delivery", "language", "speed", "preset", "spoken_name"] as const;

/** @returns whether anything was forgotten, and whether that the member isn't to be read is kept */
const forgetPreferences = async (
	queries: Queries,
	{ guildId, userId }: Forgettable,
): Promise<Pick<Forgotten, "preferences" | "staysUnread">> => {
	const emptied = await queries
		.updateTable("member_preferences")
		.set({
			voice: null,
			style: null,
			delivery: null,
			language: null,
			speed: null,
			preset: null,
			spoken_name: null,
		})
		.where("guild_id", "=", guildId)
		.where("user_id", "=", userId)
		.where("reading", "=", 0)
		.where((build) => build.or(chosen.map((column) => build(column, "is not", null))))
		.executeTakeFirst();
	const removed = await queries
		.deleteFrom("member_preferences")
		.where("guild_id", "=", guildId)
		.where("user_id", "=", userId)
		.where("reading", "is distinct from", 0)
		.executeTakeFirst();
	const unread = await queries
		.selectFrom("member_preferences")
		.select("reading")
		.where("guild_id", "=", guildId)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return {
		preferences: emptied.numUpdatedRows + removed.numDeletedRows > 0n,
		staysUnread: unread !== undefined,
	};
};

/**
 * Forgets a member of a guild, in every table or in none. That they aren't to be read is kept.
 *
 * @throws Problem `not_stored` if the database can't be written at the moment
 */
export const forgetMember = (database: StoreDatabase, who: Forgettable): Promise<Forgotten> =>
	database.write(
		async (queries) => {
			const { guildId, userId, today } = who;
			for (const table of ["button_memory", "answers_under_way", "books"] as const)
				await queries
					.deleteFrom(table)
					.where("guild_id", "=", guildId)
					.where("user_id", "=", userId)
					.execute();
			const forgotten = await forgetPreferences(queries, who);
			const presets = await queries
				.deleteFrom("presets")
				.where("guild_id", "=", guildId)
				.where("user_id", "=", userId)
				.executeTakeFirst();
			const redemptions = await queries
				.updateTable("redemptions")
				.set({ user_id: null })
				.where("guild_id", "=", guildId)
				.where("user_id", "=", userId)
				.executeTakeFirst();
			const days = await queries
				.deleteFrom("speech_days")
				.where("guild_id", "=", guildId)
				.where("user_id", "=", userId)
				.where("day", "<", today)
				.executeTakeFirst();
			return {
				...forgotten,
				presets: Number(presets.numDeletedRows),
				redemptions: redemptions.numUpdatedRows > 0n,
				days: Number(days.numDeletedRows),
			};
		},
		{ alone: who.guildId, erases: true },
	);
