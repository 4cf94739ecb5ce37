import { sql } from "kysely";
import type { StoreDatabase } from "./database.ts";

export type UserTexts = ReturnType<typeof userTextsIn>;

/** @returns the table `user_texts`: texts that members had spoken outside of Herald's guilds, by the database's clock */
export const userTextsIn = (database: StoreDatabase) => ({
	/**
	 * Counts a text of a member's, unless there were too many within a time in ms.
	 *
	 * @returns when there is room again, in ms since the epoch; undefined where it was counted
	 */
	take: (
		userId: string,
		{ withinMs, max }: { readonly withinMs: number; readonly max: number },
	): Promise<number | undefined> =>
		database.write(
			async (queries) => {
				const { clock } = database;
				await queries
					.deleteFrom("user_texts")
					// A time ahead was taken by a clock that was wrong.
					.where(({ eb }) => eb(sql<number>`abs(said_at - ${clock})`, ">=", withinMs))
					.execute();
				const oldest = await queries
					.selectFrom("user_texts")
					.select("saidAt")
					.where("userId", "=", userId)
					.orderBy("saidAt", "desc")
					.offset(max - 1)
					.limit(1)
					.executeTakeFirst();
				if (oldest) return oldest.saidAt + withinMs;
				await queries.insertInto("user_texts").values({ userId, saidAt: clock }).execute();
				return undefined;
			},
			{ alone: `texts of ${userId}` },
		),
});
