import type { Queries, StoreDatabase } from "../database.ts";
import type { Preset, Presets } from "../presets.ts";
import { compileOnce } from "./compile-once.ts";

/** Of presets that are a guild's. */
const nobody = "";

const read = compileOnce(
	(queries: Queries, { guildId, userId }: { readonly guildId: string; readonly userId: string }) =>
		queries
			.selectFrom("presets")
			.select(["user_id", "name", "voice", "style", "language", "speed"])
			.where("guild_id", "=", guildId)
			.where("user_id", "in", [userId, nobody])
			.orderBy("name")
			.compile(),
);

const listOf = (owner: string, rows: readonly (Preset & { readonly user_id: string })[]): Preset[] =>
	rows.filter(({ user_id }) => user_id === owner).map(({ user_id: _, ...preset }) => preset);

/** @returns the table `presets` */
export const presetsIn = (database: StoreDatabase): Presets => ({
	read: async (guildId, userId) => {
		const rows = await database.read((queries) => read(queries, { guildId, userId: userId ?? nobody }));
		return { own: userId === undefined ? [] : listOf(userId, rows), server: listOf(nobody, rows) };
	},
	change: ({ guildId, userId = nobody }, edit) =>
		database.write(
			async (queries) => {
				const next = edit(listOf(userId, await read(queries, { guildId, userId })));
				if (!next) return;
				await queries
					.deleteFrom("presets")
					.where("guild_id", "=", guildId)
					.where("user_id", "=", userId)
					.execute();
				if (next.length === 0) return;
				const owner = { guild_id: guildId, user_id: userId };
				await queries
					.insertInto("presets")
					.values(next.map((preset) => ({ ...owner, ...preset })))
					.execute();
			},
			{ alone: guildId },
		),
});
