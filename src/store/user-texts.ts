import type { StoreDatabase } from "./database.ts";
import { recentRows } from "./tables/rows.ts";

export type UserTexts = ReturnType<typeof userTextsIn>;

/**
 * @returns the calls for the table `user_texts`: when members said texts outside of Herald's guilds, by the database's
 * clock
 */
export const userTextsIn = (database: StoreDatabase) => ({
	/**
	 * Counts a member's text, unless there were too many within `withinMs`.
	 *
	 * @returns when there is room again, in ms since the epoch; undefined if the text was counted
	 */
	take: (
		userId: string,
		{ withinMs, max }: { readonly withinMs: number; readonly max: number },
	): Promise<number | undefined> =>
		database.write(
			async (queries) => {
				const texts = recentRows(queries, "user_texts", "saidAt", database.clock, withinMs);
				await texts.dropOthers();
				const roomAt = await texts.findRoomAt("userId", userId, max);
				if (roomAt === undefined)
					await queries.insertInto("user_texts").values({ userId, saidAt: database.clock }).execute();
				return roomAt;
			},
			{ alone: `texts of ${userId}` },
		),
});
