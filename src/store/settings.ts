import { sql } from "kysely";
import {
	chooseNothing,
	type GuildSettings,
	guildSettings,
	type MemberSettings,
	memberSettings,
	readStored,
} from "../settings/settings.ts";
import { elsewhere, type Owner, type Place, placeKey } from "../shared/party.ts";
import type { Preset, Queries, Schema, StoreDatabase } from "./database.ts";

/** Where a stored setting that can't be read is: its place and its key. */
export interface BadSetting {
	readonly place: Place;
	readonly key: string;
}

export const isOptedOut = ({ here, everywhere }: Awaited<ReturnType<KeptSettings["readMember"]>>): boolean =>
	(here.reading ?? everywhere.reading) === false;

export const readGuildSettings = async (
	queries: Queries,
	place: Place,
	onBad: (bad: BadSetting) => void,
): Promise<GuildSettings> => {
	const guild = queries.selectFrom("guild_settings").select(["key", "value"]).where("guildId", "=", place);
	return readStored(guildSettings, await guild.execute(), (key) => onBad({ place, key }));
};

/** @param owner - the guild or member whose settings are written */
const write = async (
	queries: Queries,
	owner: { readonly guildId: Place; readonly userId?: string },
	change: Readonly<Record<string, unknown>>,
) => {
	const table = owner.userId === undefined ? "guild_settings" : "member_settings";
	for (const [key, value] of Object.entries(change)) {
		const row = { ...owner, key };
		await queries
			.deleteFrom(table as "member_settings")
			.where(({ and }) => and(row))
			.execute();
		if (value !== null)
			await queries
				.insertInto(table as "guild_settings")
				.values({ ...row, value: JSON.stringify(value) })
				.execute();
	}
};

/** The most names of a guild that a new spoken name is compared with. */
const namesMax = 2_000;

const readOtherNames = async (queries: Queries, place: Place, userId: string): Promise<string[]> => {
	const rows = await queries
		.selectFrom("member_settings")
		.select(["key", "value"])
		.where(({ and }) => and({ guildId: place, key: "spokenName" }))
		.where("userId", "<>", userId)
		.limit(namesMax)
		.execute();
	return rows.flatMap((row) => readStored(memberSettings, [row], () => {}).spokenName ?? []);
};

const rowsMax = 1_000;

/** The places with unreadable settings, by the setting's key. */
export type BadSettings = ReadonlyMap<string, ReadonlySet<string>>;

/** Finds unreadable settings by reading all stored ones, as Herald does. */
export const findBadSettings = async (queries: Queries): Promise<BadSettings> => {
	const bad = new Map<string, Set<string>>();
	for (const [table, settings, ...columns] of [
		["guild_settings", guildSettings, "guildId", "key"],
		["member_settings", memberSettings, "guildId", "userId", "key"],
	] as const) {
		const names = sql.join(columns.map((column) => sql.ref(column)));
		let after = columns.map(() => "");
		while (after.length > 0) {
			const rows = await queries
				.selectFrom(table as "member_settings")
				.selectAll()
				.where(sql<boolean>`(${names}) > (${sql.join(after)})`)
				.orderBy(names)
				.limit(rowsMax)
				.execute();
			for (const row of rows)
				readStored(settings, [row], (key) =>
					bad.set(key, (bad.get(key) ?? new Set()).add(placeKey(row.guildId))),
				);
			const last = rows[rowsMax - 1];
			after = last ? columns.map((column) => String(last[column])) : [];
		}
	}
	return bad;
};

/** The settings that guilds and members have chosen. A change is stored when its promise resolves. */
export type KeptSettings = ReturnType<typeof settingsIn>;

/** @returns the calls for the tables `guild_settings` and `member_settings` */
export const settingsIn = (database: StoreDatabase, onBad: (bad: BadSetting) => void) => ({
	/** @returns a guild's choices; outside of guilds, there are none */
	readGuild: (place: Place): Promise<GuildSettings> =>
		database.read((queries) => readGuildSettings(queries, place, onBad)),

	readMember: (place: Place, userId: string) =>
		database.read(async (queries) => {
			const rows = await queries
				.selectFrom("member_settings")
				.select(["guildId", "key", "value"])
				.where("guildId", "in", [place, elsewhere])
				.where("userId", "=", userId)
				.execute();
			const readIn = (where: Place) =>
				readStored(
					memberSettings,
					rows.filter((row) => row.guildId === where),
					(key) => onBad({ place: where, key }),
				);
			const here = readIn(place);
			return { here, everywhere: place === elsewhere ? chooseNothing(memberSettings) : readIn(elsewhere) };
		}),

	/** @returns the spoken names of a guild's other members, at most {@link namesMax} */
	listSpokenNames: (place: Place, userId: string): Promise<readonly string[]> =>
		database.read((queries) => readOtherNames(queries, place, userId)),

	/** Changes the settings in `change`; null removes a choice. */
	changeGuild: (place: Place, change: Partial<GuildSettings>): Promise<void> =>
		database.write({ alone: placeKey(place) }, (queries) => write(queries, { guildId: place }, change)),

	/**
	 * Changes the settings in `change`; null removes a choice.
	 *
	 * @param allows - given the spoken names of the guild's other members; must not use the store
	 * @returns whether `allows` permitted the change, even with concurrent changes; if not, nothing is changed
	 */
	changeMember: (
		place: Place,
		userId: string,
		change: Partial<MemberSettings>,
		allows?: (spokenNames: readonly string[]) => boolean,
	): Promise<boolean> =>
		database.write({ alone: placeKey(place) }, async (queries) => {
			if (allows && !allows(await readOtherNames(queries, place, userId))) return false;
			await write(queries, { guildId: place, userId }, change);
			return true;
		}),
});

/**
 * The presets that a member can use in a place. In `own`, those for the place come first, then those for everywhere.
 * Each group is ordered by name.
 */
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

const listOf = (owner: Owner, rows: readonly Schema["presets"][]): Preset[] =>
	rows
		.filter(({ guildId, userId }) => guildId === owner.place && userId === owner.userId)
		.map(({ guildId: _, userId: __, ...preset }) => preset);

/** @returns the calls for the table `presets`, of guilds and members. A change is stored when its promise resolves */
export const presetsIn = (database: StoreDatabase) => ({
	/**
	 * @param userId - the member whose own presets are read, too: first those for this place, then those for everywhere.
	 * By default, only the guild's presets are read
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
		database.write({ alone: placeKey(place) }, async (queries) => {
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
		}),
});
