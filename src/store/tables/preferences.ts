import type { Queries, StoreDatabase } from "../database.ts";
import type { GuildPreferences, MemberPreferences, Preferences } from "../preferences.ts";
import { fromBit, toBit } from "../schema.ts";
import { compileOnce } from "./compile-once.ts";

const noGuildChoices: GuildPreferences = {
	voice: null,
	style: null,
	delivery: null,
	language: null,
	speed: null,
	preset: null,
	secondsPerDay: null,
	textMax: null,
	speakerRole: null,
};

const noMemberChoices: MemberPreferences = {
	voice: null,
	style: null,
	delivery: null,
	language: null,
	speed: null,
	preset: null,
	reading: null,
	spokenName: null,
};

const voiceColumns = ["voice", "style", "delivery", "language", "speed", "preset"] as const;

const findGuild = compileOnce((queries: Queries, { guildId }: { readonly guildId: string }) =>
	queries
		.selectFrom("guild_preferences")
		.select([
			...voiceColumns,
			"seconds_per_day as secondsPerDay",
			"text_max as textMax",
			"speaker_role as speakerRole",
		])
		.where("guild_id", "=", guildId)
		.compile(),
);

const findMember = compileOnce(
	(queries: Queries, { guildId, userId }: { readonly guildId: string; readonly userId: string }) =>
		queries
			.selectFrom("member_preferences")
			.select([...voiceColumns, "reading", "spoken_name as spokenName"])
			.where("guild_id", "=", guildId)
			.where("user_id", "=", userId)
			.compile(),
);

const readGuild = async (queries: Queries, guildId: string): Promise<GuildPreferences> =>
	(await findGuild(queries, { guildId }))[0] ?? noGuildChoices;

const readMember = async (queries: Queries, guildId: string, userId: string): Promise<MemberPreferences> => {
	const [row] = await findMember(queries, { guildId, userId });
	return row ? { ...row, reading: fromBit(row.reading) } : noMemberChoices;
};

/** @returns how the names of the guild's others are said */
const readOtherNames = async (queries: Queries, guildId: string, userId: string): Promise<string[]> => {
	const rows = await queries
		.selectFrom("member_preferences")
		.select("spoken_name")
		.where("guild_id", "=", guildId)
		.where("user_id", "<>", userId)
		.where("spoken_name", "is not", null)
		.$narrowType<{ spoken_name: string }>()
		.execute();
	return rows.map(({ spoken_name }) => spoken_name);
};

/** @returns the tables `guild_preferences` and `member_preferences` */
export const preferencesIn = (database: StoreDatabase): Preferences => ({
	readGuild: (guildId) => database.read((queries) => readGuild(queries, guildId)),
	readMember: (guildId, userId) => database.read((queries) => readMember(queries, guildId, userId)),
	changeGuild: (guildId, change) =>
		database.write(
			async (queries) => {
				const { secondsPerDay, textMax, speakerRole, ...voice } = {
					...(await readGuild(queries, guildId)),
					...change,
				};
				const row = {
					...voice,
					seconds_per_day: secondsPerDay,
					text_max: textMax,
					speaker_role: speakerRole,
				};
				await queries
					.insertInto("guild_preferences")
					.values({ guild_id: guildId, ...row })
					.onConflict((conflict) => conflict.column("guild_id").doUpdateSet(row))
					.execute();
			},
			{ alone: guildId },
		),
	changeMember: (guildId, userId, change, allows) =>
		database.write(
			async (queries) => {
				if (allows && !allows(await readOtherNames(queries, guildId, userId))) return false;
				const { reading, spokenName, ...voice } = {
					...(await readMember(queries, guildId, userId)),
					...change,
				};
				const row = { ...voice, reading: toBit(reading), spoken_name: spokenName };
				await queries
					.insertInto("member_preferences")
					.values({ guild_id: guildId, user_id: userId, ...row })
					.onConflict((conflict) => conflict.columns(["guild_id", "user_id"]).doUpdateSet(row))
					.execute();
				return true;
			},
			{ alone: guildId },
		),
});
