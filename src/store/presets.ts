import { elsewhere, type Owner, type Place, placeKey } from "../shared/party.ts";
import type { Preset, Queries, Schema, StoreDatabase } from "./database.ts";

/** The presets that a member can use in a place, ordered by name. */
export interface UsablePresets {
	readonly own: readonly Preset[];
	readonly server: readonly Preset[];
}

/** The owner of presets: a place, or a member in it. */
type PresetOwner = Pick<Owner, "place"> & Partial<Pick<Owner, "userId">>;

/** The `userId` of a guild's presets. */
const wholeGuild = "";

const read = (queries: Queries, { place, userId }: Pick<Owner, "place" | "userId">) =>
	queries
		.selectFrom("presets")
		.select(["guildId", "userId", "name", "voice", "style", "language", "speed", "prefix"])
		.where("guildId", "in", [place, elsewhere])
		.where("userId", "in", [userId, wholeGuild])
		.orderBy("name")
		.execute();

type PresetRow = Schema["presets"];

const listOf = (owner: Owner, rows: readonly PresetRow[]): Preset[] =>
	rows
		.filter(({ guildId, userId }) => guildId === owner.place && userId === owner.userId)
		.map(({ guildId: _, userId: __, ...preset }) => preset);

/** @returns the table `presets`, of guilds and members. A change is on disk when its promise resolves */
export const presetsIn = (database: StoreDatabase) => ({
	/**
	 * @param userId - a member, whose presets for everywhere follow those
	 * in this place; without one, only the guild's presets are read
	 */
	read: async (place: Place, userId?: string): Promise<UsablePresets> => {
		const rows = await database.read((queries) => read(queries, { place, userId: userId ?? wholeGuild }));
		const server = listOf({ place, userId: wholeGuild }, rows);
		if (userId === undefined) return { own: [], server };
		const here = listOf({ place, userId }, rows);
		const everywhere = place === elsewhere ? [] : listOf({ place: elsewhere, userId }, rows);
		return { own: [...here, ...everywhere], server };
	},

	/** @param edit - returns the new list, or undefined to change nothing; must not use the store */
	change: (
		{ place, userId = wholeGuild }: PresetOwner,
		edit: (current: readonly Preset[]) => readonly Preset[] | undefined,
	): Promise<void> =>
		database.write(
			async (queries) => {
				const owner = { place, userId };
				const columns = { guildId: place, userId };
				const next = edit(listOf(owner, await read(queries, owner)));
				if (!next) return;
				await queries
					.deleteFrom("presets")
					.where(({ and }) => and(columns))
					.execute();
				if (next.length === 0) return;
				await queries
					.insertInto("presets")
					.values(next.map((preset) => ({ ...columns, ...preset })))
					.execute();
			},
			{ alone: placeKey(place) },
		),
});
