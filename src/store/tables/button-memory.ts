import type { ButtonMemory } from "../button-memory.ts";
import type { OwnsGuild, StoreDatabase } from "../database.ts";

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
