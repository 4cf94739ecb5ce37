import type { BookRow, KeptBooks } from "../books.ts";
import type { OwnsGuild, Queries, StoreDatabase } from "../database.ts";

const select = (queries: Queries) =>
	queries
		.selectFrom("books")
		.select(["id", "guild_id as guildId", "user_id as userId", "until", "sealed", "progress"]);

/** @returns the table `books` */
export const booksIn = (database: StoreDatabase, owns: OwnsGuild): KeptBooks => ({
	keep: async ({ guildId, userId, ...row }: BookRow) => {
		const values = { ...row, guild_id: guildId, user_id: userId };
		await database.write((queries) => queries.insertInto("books").values(values).execute(), {
			alone: row.id,
		});
	},
	note: async (id, change) => {
		const { numUpdatedRows } = await database.write(
			(queries) => queries.updateTable("books").set(change).where("id", "=", id).executeTakeFirst(),
			{ alone: id },
		);
		return numUpdatedRows > 0n;
	},
	find: (id) => database.read((queries) => select(queries).where("id", "=", id).executeTakeFirst()),
	erase: async (id) => {
		await database.write((queries) => queries.deleteFrom("books").where("id", "=", id).execute(), {
			alone: id,
		});
	},
	list: async () => {
		const rows = await database.read((queries) => select(queries).orderBy("until").execute());
		return rows.filter(({ guildId }) => owns(guildId));
	},
	eraseBefore: (time) =>
		database.write(async (queries) => {
			const { numDeletedRows } = await queries
				.deleteFrom("books")
				.where("until", "<", time)
				.executeTakeFirst();
			return Number(numDeletedRows);
		}),
});
