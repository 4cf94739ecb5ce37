import type { Queries, StoreDatabase } from "../database.ts";
import type { Forgettable, Forgotten } from "../store.ts";

/** @returns whether anything was forgotten, and whether that the member isn't to be read is kept */
const forgetSettings = async (
	queries: Queries,
	{ guildId, userId }: Forgettable,
): Promise<Pick<Forgotten, "settings" | "staysUnread">> => {
	// What can't be read counts as not to be read, and stays, too.
	const { numDeletedRows } = await queries
		.deleteFrom("member_settings")
		.where("guild_id", "=", guildId)
		.where("user_id", "=", userId)
		.where((build) => build.or([build("key", "<>", "reading"), build("value", "=", "true")]))
		.executeTakeFirst();
	const unread = await queries
		.selectFrom("member_settings")
		.select("key")
		.where("guild_id", "=", guildId)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return { settings: numDeletedRows > 0n, staysUnread: unread !== undefined };
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
			const forgotten = await forgetSettings(queries, who);
			const presets = await queries
				.deleteFrom("presets")
				.where("guild_id", "=", guildId)
				.where("user_id", "=", userId)
				.executeTakeFirst();
			const links = await queries
				.updateTable("account_links")
				.set({ connected_by: null })
				.where("guild_id", "=", guildId)
				.where("connected_by", "=", userId)
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
				connected: links.numUpdatedRows > 0n,
				redemptions: redemptions.numUpdatedRows > 0n,
				days: Number(days.numDeletedRows),
			};
		},
		{ alone: who.guildId, erases: true },
	);
