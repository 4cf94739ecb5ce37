import type { Queries, StoreDatabase } from "../database.ts";
import type { Preset, Presets } from "../presets.ts";

/** Of presets that are a guild's. */
const nobody = "";

const read = async (
	queries: Queries,
	guildId: string,
	userIds: readonly string[],
): Promise<readonly (Preset & { readonly user_id: string })[]> =>
	queries
		.selectFrom("presets")
		.select(["user_id", "name", "voice", "style", "language", "speed"])
		.where("guild_id", "=", guildId)
		.where("user_id", "in", userIds)
		.orderBy("name")
		.execute();

/** @returns the table `presets` */
export const presetsIn = (database: StoreDatabase): Presets => ({
	read: async (guildId, userId) => {
		const owners = userId === undefined ? [nobody] : [userId, nobody];
		const rows = await database.read((queries) => read(queries, guildId, owners));
		const of = (owner: string) =>
			rows.filter(({ user_id }) => user_id === owner).map(({ user_id: _, ...preset }) => preset);
		return { own: userId === undefined ? [] : of(userId), server: of(nobody) };
	},
	change: ({ guildId, userId = nobody }, edit) =>
		database.write(
			async (queries) => {
				const rows = await read(queries, guildId, [userId]);
				const next = edit(rows.map(({ user_id: _, ...preset }) => preset));
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
