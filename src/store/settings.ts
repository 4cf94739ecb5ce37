import { readStored } from "../settings/setting.ts";
import {
	type GuildSettings,
	guildSettings,
	type MemberSettings,
	memberSettings,
} from "../settings/settings.ts";
import type { Queries, StoreDatabase } from "./database.ts";
import { compileOnce } from "./tables/compile-once.ts";

/** What guilds and members chose. A change is on disk when its promise resolves. */
export interface KeptSettings {
	readGuild(guildId: string): Promise<GuildSettings>;
	/** Changes the settings in `change` and leaves the rest; null is no choice. */
	changeGuild(guildId: string, change: Partial<GuildSettings>): Promise<void>;
	readMember(guildId: string, userId: string): Promise<MemberSettings>;
	/** @returns how the names of others than a member are said in a guild, of {@link namesMax} at most */
	listSpokenNames(guildId: string, userId: string): Promise<readonly string[]>;
	/**
	 * Changes the settings in `change` and leaves the rest; null is no choice.
	 *
	 * @param allows - called with how the names of the guild's others are said; it must not use the store
	 * @returns whether it allowed the change, however many chose a name at once; else nothing was changed
	 */
	changeMember(
		guildId: string,
		userId: string,
		change: Partial<MemberSettings>,
		allows?: (spokenNames: readonly string[]) => boolean,
	): Promise<boolean>;
}

/** A stored value that can't be read. */
export interface BadSetting {
	readonly guildId: string;
	readonly key: string;
}

const findGuild = compileOnce((queries: Queries, { guildId }: { readonly guildId: string }) =>
	queries.selectFrom("guild_settings").select(["key", "value"]).where("guild_id", "=", guildId).compile(),
);

const findMember = compileOnce(
	(queries: Queries, { guildId, userId }: { readonly guildId: string; readonly userId: string }) =>
		queries
			.selectFrom("member_settings")
			.select(["key", "value"])
			.where("guild_id", "=", guildId)
			.where("user_id", "=", userId)
			.compile(),
);

/** @returns what a guild chose */
export const readGuildSettings = async (
	queries: Queries,
	guildId: string,
	onBad: (bad: BadSetting) => void,
): Promise<GuildSettings> =>
	readStored(guildSettings, await findGuild(queries, { guildId }), (key) => onBad({ guildId, key }));

/** Whose settings are written: a guild's, or a member's there. */
type Owner = { readonly guild_id: string; readonly user_id?: string };

const write = async (queries: Queries, owner: Owner, change: Readonly<Record<string, unknown>>) => {
	const { guild_id, user_id } = owner;
	for (const [key, value] of Object.entries(change)) {
		const row = { guild_id, key, value: JSON.stringify(value) };
		if (user_id === undefined) {
			await queries
				.deleteFrom("guild_settings")
				.where("guild_id", "=", guild_id)
				.where("key", "=", key)
				.execute();
			if (value !== null) await queries.insertInto("guild_settings").values(row).execute();
			continue;
		}
		await queries
			.deleteFrom("member_settings")
			.where("guild_id", "=", guild_id)
			.where("user_id", "=", user_id)
			.where("key", "=", key)
			.execute();
		if (value !== null)
			await queries
				.insertInto("member_settings")
				.values({ ...row, user_id })
				.execute();
	}
};

/** So many chosen names of a guild are compared with a new one. */
const namesMax = 10_000;

/** @returns how the names of the guild's others are said */
const readOtherNames = async (queries: Queries, guildId: string, userId: string): Promise<string[]> => {
	const rows = await queries
		.selectFrom("member_settings")
		.select(["key", "value"])
		.where("guild_id", "=", guildId)
		.where("user_id", "<>", userId)
		.where("key", "=", "spokenName")
		.limit(namesMax)
		.execute();
	return rows.flatMap((row) => readStored(memberSettings, [row], () => {}).spokenName ?? []);
};

/** @returns the tables `guild_settings` and `member_settings` */
export const settingsIn = (database: StoreDatabase, onBad: (bad: BadSetting) => void): KeptSettings => ({
	readGuild: (guildId) => database.read((queries) => readGuildSettings(queries, guildId, onBad)),
	readMember: (guildId, userId) =>
		database.read(async (queries) =>
			readStored(memberSettings, await findMember(queries, { guildId, userId }), (key) =>
				onBad({ guildId, key }),
			),
		),
	listSpokenNames: (guildId, userId) => database.read((queries) => readOtherNames(queries, guildId, userId)),
	changeGuild: (guildId, change) =>
		database.write((queries) => write(queries, { guild_id: guildId }, change), { alone: guildId }),
	changeMember: (guildId, userId, change, allows) =>
		database.write(
			async (queries) => {
				if (allows && !allows(await readOtherNames(queries, guildId, userId))) return false;
				await write(queries, { guild_id: guildId, user_id: userId }, change);
				return true;
			},
			{ alone: guildId },
		),
});
