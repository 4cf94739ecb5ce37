import { type ExpressionBuilder, sql } from "kysely";
import { type Party, partyKey } from "../shared/party.ts";
import { countChanged, type MemberDay, type Queries, type Schema, type StoreDatabase } from "./database.ts";
import {
	type DayLimits,
	type DaySums,
	type ExceededLimit,
	findExceeded,
	type SpeechDay,
} from "./guild-day.ts";
import { inParts } from "./tables/in-parts.ts";

const findSums = (
	queries: Queries,
	{ day, guildId, userId }: Pick<SpeechDay, "day" | "guildId" | "userId">,
) => {
	const ofGuild = (column: "madeMs" | "readMs") => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
	const ofMember = (column: "madeMs" | "readMs") =>
		sql<number>`coalesce(sum(${sql.ref(column)}) FILTER (WHERE user_id = ${userId}), 0)`;
	return queries
		.selectFrom("speech_days")
		.select([
			ofGuild("madeMs").as("guildMs"),
			ofMember("madeMs").as("memberMs"),
			ofGuild("readMs").as("guildReadMs"),
			ofMember("readMs").as("memberReadMs"),
		])
		.where("day", "=", day)
		.where("guildId", "=", guildId)
		.execute();
};

const sumDay = async (queries: Queries, { day, guildId, userId }: SpeechDay): Promise<DaySums> => {
	const [sums] = await findSums(queries, { day, guildId, userId });
	if (!sums) throw new TypeError("A sum is always a row");
	return {
		all: { memberMs: sums.memberMs, guildMs: sums.guildMs },
		read: { memberMs: sums.memberReadMs, guildMs: sums.guildReadMs },
	};
};

/** @returns a column's sum with so much, never below zero */
const atLeastZero = (
	build: ExpressionBuilder<Schema, "speech_days">,
	column: "madeMs" | "readMs",
	byMs: number,
) =>
	build
		.case()
		.when(build(build(column, "+", byMs), ">", 0))
		.then(build(column, "+", byMs))
		.else(0)
		.end();

/** Adds to days what isn't less than nothing. */
const addAll = async (queries: Queries, more: readonly MemberDay[]): Promise<void> => {
	await queries
		.insertInto("speech_days")
		.values(more)
		.onConflict((conflict) =>
			conflict.columns(["day", "guildId", "userId"]).doUpdateSet((build) => ({
				madeMs: build("speech_days.madeMs", "+", build.ref("excluded.madeMs")),
				readMs: build("speech_days.readMs", "+", build.ref("excluded.readMs")),
			})),
		)
		.execute();
};

/** Adjusts a member's day, never to below zero. */
const correct = (
	queries: Queries,
	{ day, guildId, userId, madeMs, readMs }: Pick<MemberDay, keyof MemberDay>,
) =>
	queries
		.updateTable("speech_days")
		.set((build) => ({
			madeMs: atLeastZero(build, "madeMs", madeMs),
			readMs: atLeastZero(build, "readMs", readMs),
		}))
		.where("day", "=", day)
		.where("guildId", "=", guildId)
		.where("userId", "=", userId)
		.execute();

/** Speech generated or reserved, in ms. */
export type SpeechDays = ReturnType<typeof speechDaysIn>;

/** @returns the table `speech_days` */
export const speechDaysIn = (database: StoreDatabase) => ({
	/** @returns all of a day's speech, and what of it was read */
	sum: (whose: SpeechDay) => database.read((queries) => sumDay(queries, whose)),

	/**
	 * Adds to a member's day if it still fits, even with concurrent calls.
	 *
	 * @returns the limit that is exceeded, in which case nothing was added; undefined if it was
	 */
	reserve: ({ isRead = false, ...whose }: SpeechDay, ms: number, limits: DayLimits) =>
		database.write(
			async (queries): Promise<ExceededLimit | undefined> => {
				const exceeded = findExceeded(await sumDay(queries, whose), ms, limits, isRead);
				if (!exceeded) await addAll(queries, [{ ...whose, madeMs: ms, readMs: isRead ? ms : 0 }]);
				return exceeded;
			},
			{ alone: partyKey(whose.guildId) },
		),

	/** Adjusts a reservation by this much, never to below zero. A day forgotten in the meantime stays forgotten. */
	correct: async ({ isRead, ...whose }: SpeechDay, byMs: number): Promise<void> => {
		await database.write((queries) =>
			correct(queries, { ...whose, madeMs: byMs, readMs: isRead ? byMs : 0 }),
		);
	},

	/** @returns the days of all members of a guild who have used any of it */
	list: (day: number, guildId: Party): Promise<readonly MemberDay[]> =>
		database.read((queries) =>
			queries
				.selectFrom("speech_days")
				.selectAll()
				.where(({ and }) => and({ day, guildId }))
				.execute(),
		),

	/**
	 * @returns the speech of days from one until before another, in ms, without that of guilds and members who have
	 *   connected an account of their own
	 */
	sumAll: async (from: number, before: number): Promise<number> => {
		const { ms } = await database.read((queries) =>
			queries
				.selectFrom("speech_days")
				.select(sql<number>`coalesce(sum(made_ms), 0)`.as("ms"))
				.where("day", ">=", from)
				.where("day", "<", before)
				.where("guildId", "not in", queries.selectFrom("account_links").select("guildId"))
				.executeTakeFirstOrThrow(),
		);
		return Number(ms);
	},

	/** Adds to members' days, whatever their limits, or takes from them, as `correct` does. */
	add: (changes: readonly MemberDay[]): Promise<void> =>
		database.write(async (queries) => {
			const isMore = ({ madeMs, readMs }: MemberDay) => madeMs >= 0 && readMs >= 0;
			for (const part of inParts(changes.filter(isMore), 5)) await addAll(queries, part);
			for (const change of changes) if (!isMore(change)) await correct(queries, change);
		}),

	/** Erases the days before one. @returns how many members' days there were */
	eraseBefore: (day: number) =>
		database.write((queries) => countChanged(queries.deleteFrom("speech_days").where("day", "<", day)), {
			patient: true,
		}),
});
