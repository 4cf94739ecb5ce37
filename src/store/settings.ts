import { sql } from "kysely";
import { chooseNothing, readStored } from "../settings/setting.ts";
import {
	type GuildSettings,
	guildSettings,
	type MemberSettings,
	memberSettings,
} from "../settings/settings.ts";
import { elsewhere, type Owner, type Place, placeKey } from "../shared/party.ts";
import type { Queries, StoreDatabase } from "./database.ts";

/** A stored value that can't be read. */
export interface BadSetting {
	readonly place: Place;
	readonly key: string;
}

const findGuild = (queries: Queries, { place }: Pick<Owner, "place">) =>
	queries.selectFrom("guild_settings").select(["key", "value"]).where("guildId", "=", place).execute();

const findMember = (queries: Queries, { place, userId }: Pick<Owner, "place" | "userId">) =>
	queries
		.selectFrom("member_settings")
		.select(["guildId", "key", "value"])
		.where("guildId", "in", [place, elsewhere])
		.where("userId", "=", userId)
		.execute();

/** A member's choices in a guild, and those for everywhere; elsewhere, both are the same. */
interface MemberLayers {
	readonly here: MemberSettings;
	readonly everywhere: MemberSettings;
}

/** @returns whether a member isn't to be read aloud */
export const isOptedOut = ({ here, everywhere }: MemberLayers): boolean =>
	(here.reading ?? everywhere.reading) === false;

/** @returns what a guild chose */
export const readGuildSettings = async (
	queries: Queries,
	place: Place,
	onBad: (bad: BadSetting) => void,
): Promise<GuildSettings> =>
	readStored(guildSettings, await findGuild(queries, { place }), (key) => onBad({ place, key }));

/** @param owner - a guild, or a member there: whose settings are written */
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

/** The number of a guild's chosen names that are compared with a new one. */
const namesMax = 2_000;

/** @returns how the names of the guild's others are said */
const readOtherNames = async (queries: Queries, place: Place, userId: string): Promise<string[]> => {
	const rows = await queries
		.selectFrom("member_settings")
		.select(["key", "value"])
		.where("guildId", "=", place)
		.where("userId", "<>", userId)
		.where("key", "=", "spokenName")
		.limit(namesMax)
		.execute();
	return rows.flatMap((row) => readStored(memberSettings, [row], () => {}).spokenName ?? []);
};

/** The most rows that are read at once. */
const rowsMax = 1_000;

/** The guilds that have stored settings, or members with some, that can't be read, by the settings' keys. */
export type BadSettings = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads all stored settings as Herald does. */
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

/** The settings that guilds and members chose. A change is on disk when its promise resolves. */
export type KeptSettings = ReturnType<typeof settingsIn>;

/** @returns the tables `guild_settings` and `member_settings` */
export const settingsIn = (database: StoreDatabase, onBad: (bad: BadSetting) => void) => ({
	/** @returns what a guild chose; elsewhere, that is nothing */
	readGuild: (place: Place): Promise<GuildSettings> =>
		database.read((queries) => readGuildSettings(queries, place, onBad)),

	readMember: (place: Place, userId: string): Promise<MemberLayers> =>
		database.read(async (queries) => {
			const rows = await findMember(queries, { place, userId });
			const readIn = (where: Place) =>
				readStored(
					memberSettings,
					rows.filter((row) => row.guildId === where),
					(key) => onBad({ place: where, key }),
				);
			const here = readIn(place);
			const everywhere = place === elsewhere ? chooseNothing(memberSettings) : readIn(elsewhere);
			return { here, everywhere };
		}),

	/** @returns how the names of others than a member are said in a guild, of {@link namesMax} at most */
	listSpokenNames: (place: Place, userId: string): Promise<readonly string[]> =>
		database.read((queries) => readOtherNames(queries, place, userId)),

	/** Changes the settings in `change` and leaves the rest; null is no choice. */
	changeGuild: (place: Place, change: Partial<GuildSettings>): Promise<void> =>
		database.write((queries) => write(queries, { guildId: place }, change), { alone: placeKey(place) }),

	/**
	 * Changes the settings in `change` and leaves the rest; null is no choice.
	 *
	 * @param allows - called with how the names of the guild's others are said; it must not use the store
	 * @returns whether it allowed the change, however many chose a name at once; else nothing was changed
	 */
	changeMember: (
		place: Place,
		userId: string,
		change: Partial<MemberSettings>,
		allows?: (spokenNames: readonly string[]) => boolean,
	): Promise<boolean> =>
		database.write(
			async (queries) => {
				if (allows && !allows(await readOtherNames(queries, place, userId))) return false;
				await write(queries, { guildId: place, userId }, change);
				return true;
			},
			{ alone: placeKey(place) },
		),
});
