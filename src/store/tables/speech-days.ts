import { type ExpressionBuilder, sql } from "kysely";
import type { Queries, StoreDatabase } from "../database.ts";
import type { Schema } from "../schema.ts";
import type { DayLimits, DayTotals, Exceeded, SpeechDay, SpeechDays } from "../speech-days.ts";

type Sums = Awaited<ReturnType<SpeechDays["sum"]>>;

const sumDay = async (queries: Queries, { day, guildId, userId }: SpeechDay): Promise<Sums> => {
	const ofGuild = (column: "made_ms" | "read_ms") => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
	const ofMember = (column: "made_ms" | "read_ms") =>
		sql<number>`coalesce(sum(${sql.ref(column)}) FILTER (WHERE user_id = ${userId}), 0)`;
	const sums = await queries
		.selectFrom("speech_days")
		.select([
			ofGuild("made_ms").as("guildMs"),
			ofMember("made_ms").as("memberMs"),
			ofGuild("read_ms").as("guildReadMs"),
			ofMember("read_ms").as("memberReadMs"),
		])
		.where("day", "=", day)
		.where("guild_id", "=", guildId)
		.executeTakeFirstOrThrow();
	return {
		all: { memberMs: sums.memberMs, guildMs: sums.guildMs },
		read: { memberMs: sums.memberReadMs, guildMs: sums.guildReadMs },
	};
};

/** @returns the limit that more speech would exceed */
const findExceeded = (
	{ memberMs, guildMs }: DayTotals,
	ms: number,
	limits: Pick<DayLimits, "memberMs" | "guildMs">,
	onlyRead: boolean,
): Exceeded | undefined => {
	if (memberMs + ms > (limits.memberMs ?? Number.POSITIVE_INFINITY)) return { whose: "member", onlyRead };
	if (guildMs + ms > (limits.guildMs ?? Number.POSITIVE_INFINITY)) return { whose: "guild", onlyRead };
	return undefined;
};

/** @returns a column's sum with so much, never below zero */
const atLeastZero = (
	build: ExpressionBuilder<Schema, "speech_days">,
	column: "made_ms" | "read_ms",
	byMs: number,
) =>
	build
		.case()
		.when(build(column, ">", -byMs))
		.then(build(column, "+", byMs))
		.else(0)
		.end();

/** @returns the table `speech_days` */
export const speechDaysIn = (database: StoreDatabase): SpeechDays => ({
	sum: (whose) => database.read((queries) => sumDay(queries, whose)),
	reserve: (whose, ms, limits) =>
		database.write(
			async (queries) => {
				const { all, read } = await sumDay(queries, whose);
				const exceeded =
					findExceeded(all, ms, limits, false) ??
					(whose.isRead && limits.read ? findExceeded(read, ms, limits.read, true) : undefined);
				if (exceeded) return exceeded;
				const readMs = whose.isRead ? ms : 0;
				await queries
					.insertInto("speech_days")
					.values({
						day: whose.day,
						guild_id: whose.guildId,
						user_id: whose.userId,
						made_ms: ms,
						read_ms: readMs,
					})
					.onConflict((conflict) =>
						conflict.columns(["day", "guild_id", "user_id"]).doUpdateSet((build) => ({
							made_ms: build("speech_days.made_ms", "+", ms),
							read_ms: build("speech_days.read_ms", "+", readMs),
						})),
					)
					.execute();
				return undefined;
			},
			{ alone: whose.guildId },
		),
	correct: async ({ day, guildId, userId, isRead }, byMs) => {
		await database.write((queries) =>
			queries
				.updateTable("speech_days")
				.set((build) => ({
					made_ms: atLeastZero(build, "made_ms", byMs),
					read_ms: atLeastZero(build, "read_ms", isRead ? byMs : 0),
				}))
				.where("day", "=", day)
				.where("guild_id", "=", guildId)
				.where("user_id", "=", userId)
				.execute(),
		);
	},
	eraseBefore: async (day) => {
		const { numDeletedRows } = await database.write(
			(queries) => queries.deleteFrom("speech_days").where("day", "<", day).executeTakeFirst(),
			{ patient: true },
		);
		return Number(numDeletedRows);
	},
});
