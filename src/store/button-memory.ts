import type { OwnsGuild, StoreDatabase } from "./database.ts";

/** What buttons need to work after a restart. */
export interface ButtonRow {
	readonly id: string;
	/** A text that can be said again, or a message whose buttons are to be removed. */
	readonly kind: "text" | "message";
	readonly guildId: string;
	/** Whose buttons they are. */
	readonly userId: string;
	/** In ms since the epoch. */
	readonly until: number;
	/** Encrypted: only this bot can read it. */
	readonly sealed: Uint8Array;
}

/** What buttons need, for as long as they work. */
export interface ButtonMemory {
	keep(row: ButtonRow): Promise<void>;
	erase(id: string): Promise<void>;
	/** @returns what is kept of a kind, oldest first */
	list(kind: ButtonRow["kind"]): Promise<ButtonRow[]>;
}

/** @returns the table `button_memory` */
export const buttonMemoryIn = (database: StoreDatabase, owns: OwnsGuild): ButtonMemory => ({
	keep: async ({ guildId, userId, ...row }) => {
		const { id, ...kept } = { ...row, guild_id: guildId, user_id: userId };
		await database.write(
			(queries) =>
				queries
					.insertInto("button_memory")
					.values({ id, ...kept })
					.onConflict((conflict) => conflict.column("id").doUpdateSet(kept))
					.execute(),
			{ alone: id },
		);
	},
	erase: async (id) => {
		await database.write((queries) => queries.deleteFrom("button_memory").where("id", "=", id).execute(), {
			alone: id,
		});
	},
	list: async (kind) => {
		const rows = await database.read((queries) =>
			queries
				.selectFrom("button_memory")
				.select(["id", "kind", "guild_id as guildId", "user_id as userId", "until", "sealed"])
				.where("kind", "=", kind)
				.orderBy("until")
				.execute(),
		);
		return rows.filter(({ guildId }) => owns(guildId));
	},
});
