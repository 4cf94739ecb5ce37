import { type ExpressionBuilder, sql } from "kysely";
import type { Queries, Schema, StoreDatabase } from "./database.ts";
import {
	type DayLimits,
	type DaySums,
	type Exceeded,
	findExceeded,
	type MemberDay,
	type SpeechDay,
} from "./guild-day.ts";
import { compileOnce } from "./tables/compile-once.ts";
import { inParts } from "./tables/in-parts.ts";

/** Speech generated or reserved, in ms. */
export interface SpeechDays {
	/** @returns all of a day's speech, and what of it was read */
	sum(whose: SpeechDay): Promise<DaySums>;
	/** @returns the days of all members of a guild who have used any of it */
	list(day: number, guildId: string): Promise<readonly MemberDay[]>;
	/** Adds to members' days, whatever their limits, or takes from them, as `correct` does. */
	add(changes: readonly MemberDay[]): Promise<void>;
	/**
	 * Adds to a member's day if it still fits, even with concurrent calls.
	 *
	 * @returns the limit that is exceeded, in which case nothing was added; undefined if it was
	 */
	reserve(whose: SpeechDay, ms: number, limits: DayLimits): Promise<Exceeded | undefined>;
	/** Adjusts a reservation by this much, never to below zero. A day forgotten in the meantime stays forgotten. */
	correct(whose: SpeechDay, byMs: number): Promise<void>;
	/** Erases the days before one. @returns how many members' days there were */
	eraseBefore(day: number): Promise<number>;
}

const findSums = compileOnce(
	(
		queries: Queries,
		{ day, guildId, userId }: { readonly day: number; readonly guildId: string; readonly userId: string },
	) => {
		const ofGuild = (column: "made_ms" | "read_ms") => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
		const ofMember = (column: "made_ms" | "read_ms") =>
			sql<number>`coalesce(sum(${sql.ref(column)}) FILTER (WHERE user_id = ${userId}), 0)`;
		return queries
			.selectFrom("speech_days")
			.select([
				ofGuild("made_ms").as("guildMs"),
				ofMember("made_ms").as("memberMs"),
				ofGuild("read_ms").as("guildReadMs"),
				ofMember("read_ms").as("memberReadMs"),
			])
			.where("day", "=", day)
			.where("guild_id", "=", guildId)
			.compile();
	},
);

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
	column: "made_ms" | "read_ms",
	byMs: number,
) =>
	build
		.case()
		.when(build(column, ">", -byMs))
		.then(build(column, "+", byMs))
		.else(0)
		.end();

/** Adds to days what isn't less than nothing. */
const addAll = async (queries: Queries, more: readonly MemberDay[]): Promise<void> => {
	await queries
		.insertInto("speech_days")
		.values(
			more.map(({ day, guildId, userId, madeMs, readMs }) => ({
				day,
				guild_id: guildId,
				user_id: userId,
				made_ms: madeMs,
				read_ms: readMs,
			})),
		)
		.onConflict((conflict) =>
			conflict.columns(["day", "guild_id", "user_id"]).doUpdateSet((build) => ({
				made_ms: build("speech_days.made_ms", "+", build.ref("excluded.made_ms")),
				read_ms: build("speech_days.read_ms", "+", build.ref("excluded.read_ms")),
			})),
		)
		.execute();
};

/** Adjusts a member's day, never to below zero. */
const correct = async (
	queries: Queries,
	{ day, guildId, userId, madeMs, readMs }: MemberDay,
): Promise<void> => {
	await queries
		.updateTable("speech_days")
		.set((build) => ({
			made_ms: atLeastZero(build, "made_ms", madeMs),
			read_ms: atLeastZero(build, "read_ms", readMs),
		}))
		.where("day", "=", day)
		.where("guild_id", "=", guildId)
		.where("user_id", "=", userId)
		.execute();
};

/** @returns the table `speech_days` */
export const speechDaysIn = (database: StoreDatabase): SpeechDays => ({
	sum: (whose) => database.read((queries) => sumDay(queries, whose)),
	reserve: (whose, ms, limits) =>
		database.write(
			async (queries) => {
				const isRead = whose.isRead === true;
				const exceeded = findExceeded(await sumDay(queries, whose), ms, limits, isRead);
				if (!exceeded) await addAll(queries, [{ ...whose, madeMs: ms, readMs: isRead ? ms : 0 }]);
				return exceeded;
			},
			{ alone: whose.guildId },
		),
	correct: ({ isRead, ...whose }, byMs) =>
		database.write((queries) => correct(queries, { ...whose, madeMs: byMs, readMs: isRead ? byMs : 0 })),
	list: async (day, guildId) => {
		const rows = await database.read((queries) =>
			queries
				.selectFrom("speech_days")
				.select(["user_id as userId", "made_ms as madeMs", "read_ms as readMs"])
				.where("day", "=", day)
				.where("guild_id", "=", guildId)
				.execute(),
		);
		return rows.map((row) => ({ day, guildId, ...row }));
	},
	add: (changes) =>
		database.write(async (queries) => {
			const isMore = ({ madeMs, readMs }: MemberDay) => madeMs >= 0 && readMs >= 0;
			for (const part of inParts(changes.filter(isMore), 5)) await addAll(queries, part);
			for (const change of changes) if (!isMore(change)) await correct(queries, change);
		}),
	eraseBefore: async (day) => {
		const { numDeletedRows } = await database.write(
			(queries) => queries.deleteFrom("speech_days").where("day", "<", day).executeTakeFirst(),
			{ patient: true },
		);
		return Number(numDeletedRows);
	},
});
