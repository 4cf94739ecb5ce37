import { type BookRow, changeIn, countChanged, type OwnsPlace, type StoreDatabase } from "./database.ts";

/** The long texts that are taken up again after a restart. */
export type KeptBooks = ReturnType<typeof booksIn>;

/** @returns the table `books` */
export const booksIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	keep: (row: BookRow) =>
		changeIn(database, (queries) => queries.insertInto("books").values(row), { alone: row.id }),
	/** @returns false, and changes nothing, where it was erased in the meantime */
	note: async (
		id: string,
		change: Pick<BookRow, "progress"> & Partial<Pick<BookRow, "until">>,
	): Promise<boolean> =>
		(await database.write(
			(queries) => countChanged(queries.updateTable("books").set(change).where("id", "=", id)),
			{ alone: id },
		)) > 0,
	find: (id: string): Promise<BookRow | undefined> =>
		database.read((queries) =>
			queries.selectFrom("books").selectAll().where("id", "=", id).executeTakeFirst(),
		),
	erase: (id: string) =>
		changeIn(database, (queries) => queries.deleteFrom("books").where("id", "=", id), { alone: id }),
	/** @returns all of this process's guilds */
	list: async (): Promise<BookRow[]> => {
		const rows = await database.read((queries) =>
			queries.selectFrom("books").selectAll().orderBy("until").execute(),
		);
		return rows.filter(({ guildId }) => owns(guildId));
	},
	/** Erases those that were to be erased before a time. @returns how many there were */
	eraseBefore: (time: number) =>
		database.write((queries) => countChanged(queries.deleteFrom("books").where("until", "<", time))),
});
