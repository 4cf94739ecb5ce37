import type { OwnsGuild, Queries, StoreDatabase } from "./database.ts";

/** A long text that is being spoken, or that a member is still asked about. */
export interface BookRow {
	readonly id: string;
	readonly guildId: string;
	/** Whose it is. */
	readonly userId: string;
	/** When it is erased at the latest, in ms since the epoch. */
	readonly until: number;
	/** Encrypted: only this bot can read it. */
	readonly sealed: Uint8Array;
	/** JSON, without words. */
	readonly progress: string;
}

/** The long texts that are taken up again after a restart. */
export interface KeptBooks {
	keep(row: BookRow): Promise<void>;
	/** @returns false, and changes nothing, where it was erased in the meantime */
	note(id: string, change: Pick<BookRow, "progress"> & Partial<Pick<BookRow, "until">>): Promise<boolean>;
	find(id: string): Promise<BookRow | undefined>;
	erase(id: string): Promise<void>;
	/** @returns all of this process's guilds */
	list(): Promise<BookRow[]>;
	/** Erases those that were to be erased before a time. @returns how many there were */
	eraseBefore(time: number): Promise<number>;
}

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
