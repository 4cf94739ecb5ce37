import { type ButtonRow, changeIn, type OwnsPlace, type StoreDatabase } from "./database.ts";

/** The rows that buttons need while they work. */
export type ButtonMemory = ReturnType<typeof buttonMemoryIn>;

/** @returns the table `button_memory` */
export const buttonMemoryIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	keep: ({ id, ...kept }: ButtonRow) =>
		changeIn(
			database,
			(queries) =>
				queries
					.insertInto("button_memory")
					.values({ id, ...kept })
					.onConflict((conflict) => conflict.column("id").doUpdateSet(kept)),
			{ alone: id },
		),
	erase: (id: string) =>
		changeIn(database, (queries) => queries.deleteFrom("button_memory").where("id", "=", id), { alone: id }),
	find: (id: string): Promise<ButtonRow | undefined> =>
		database.read((queries) =>
			queries.selectFrom("button_memory").selectAll().where("id", "=", id).executeTakeFirst(),
		),
	/** @returns what is kept of a kind, oldest first */
	list: async (kind: ButtonRow["kind"]): Promise<ButtonRow[]> => {
		const rows = await database.read((queries) =>
			queries.selectFrom("button_memory").selectAll().where("kind", "=", kind).orderBy("until").execute(),
		);
		return rows.filter(({ guildId }) => owns(guildId));
	},
});
