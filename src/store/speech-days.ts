import { type Expression, type ExpressionBuilder, type OnConflictBuilder, type SqlBool, sql } from "kysely";
import { type Party, partyKey } from "../shared/party.ts";
import {
	countChanged,
	inParts,
	type MemberDay,
	type Queries,
	type Schema,
	type SpeechTotals,
	type StoreDatabase,
} from "./database.ts";

/** The day (since the epoch, UTC), guild and member for which speech is counted. */
export interface SpeechDay extends Pick<MemberDay, "day" | "guildId" | "userId"> {
	/** Whether the speech is for a message that is read aloud. Reading has limits of its own. */
	readonly isRead?: boolean;
}

/** The speech of a day in ms, or a change of it. */
export type PaidSpeech = Pick<MemberDay, "madeMs" | "connectedMs">;

interface Limits {
	readonly memberMs: number | undefined;
	readonly guildMs: number | undefined;
}

/** The limits of speech per day, in ms; undefined for none. */
export interface DayLimits extends Limits {
	/** The limits for reading, so that the rest is left for what members request. */
	readonly read?: Limits;
}

/**
 * A limit that is exceeded: the daily limit of a member or a guild, or the operator's limit for all that their
 * account pays, per day (`all`) or per month (`month`).
 */
export interface ExceededLimit {
	readonly whose: "member" | "guild" | "all" | "month";
	/** Whether only the limit for reading is exceeded. */
	readonly onlyRead: boolean;
}

/** The speech of a member and of their whole guild on a day, in ms. */
interface DayTotals {
	readonly memberMs: number;
	readonly guildMs: number;
}

export interface DaySums {
	readonly all: DayTotals;
	readonly read: DayTotals;
}

const findAmong = (
	{ memberMs, guildMs }: DayTotals,
	ms: number,
	limits: Limits,
	onlyRead: boolean,
): ExceededLimit | undefined => {
	if (memberMs + ms > (limits.memberMs ?? Number.POSITIVE_INFINITY)) return { whose: "member", onlyRead };
	if (guildMs + ms > (limits.guildMs ?? Number.POSITIVE_INFINITY)) return { whose: "guild", onlyRead };
	return undefined;
};

/**
 * @param isRead - whether the speech is for reading
 * @returns the limit that another `ms` of speech would exceed; undefined for none
 */
export const findExceeded = (
	{ all, read }: DaySums,
	ms: number,
	limits: DayLimits,
	isRead: boolean,
): ExceededLimit | undefined =>
	findAmong(all, ms, limits, false) ??
	(isRead && limits.read ? findAmong(read, ms, limits.read, true) : undefined);

/** @returns the limit that a change would exceed; undefined for none, or if it only changes which account pays */
export const findExceededBy = (
	sums: DaySums,
	{ isRead = false }: Pick<SpeechDay, "isRead">,
	{ madeMs }: PaidSpeech,
	limits: DayLimits,
): ExceededLimit | undefined => (madeMs === 0 ? undefined : findExceeded(sums, madeMs, limits, isRead));

/** The generated speech in ms, and the part of it that was reading. */
type SpeechTime = Pick<MemberDay, "madeMs" | "readMs">;

export type MemberUse = SpeechTime & Pick<SpeechDay, "userId">;

/** A guild's day, counted in memory. */
export class GuildDay {
	readonly day: number;
	readonly #members = new Map<string, SpeechTime>();
	readonly #guild = { madeMs: 0, readMs: 0 };

	constructor(day: number, members: readonly MemberUse[]) {
		this.day = day;
		for (const member of members) this.add(member.userId, member);
	}

	/** Adds to a member's totals, which never fall below zero. */
	add(userId: string, { madeMs, readMs }: SpeechTime): void {
		const before = this.#members.get(userId) ?? { madeMs: 0, readMs: 0 };
		const after = {
			madeMs: Math.max(0, before.madeMs + madeMs),
			readMs: Math.max(0, before.readMs + readMs),
		};
		this.#members.set(userId, after);
		this.#guild.madeMs += after.madeMs - before.madeMs;
		this.#guild.readMs += after.readMs - before.readMs;
	}

	get members(): MemberUse[] {
		return [...this.#members].map(([userId, counted]) => ({ userId, ...counted }));
	}

	sum(userId: string): DaySums {
		const member = this.#members.get(userId);
		return {
			all: { memberMs: member?.madeMs ?? 0, guildMs: this.#guild.madeMs },
			read: { memberMs: member?.readMs ?? 0, guildMs: this.#guild.readMs },
		};
	}
}

const times = ["madeMs", "readMs", "connectedMs"] as const;
type Time = (typeof times)[number];

/** @returns an object with a value for each key */
const ofKeys = <K extends string, T>(keys: readonly K[], value: (key: K) => T) =>
	Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, T>;

/** @returns an object with a value for each of {@link times} */
export const ofTimes = <T>(value: (time: Time) => T) => ofKeys(times, value);

const sumDay = async (queries: Queries, { day, guildId, userId }: SpeechDay): Promise<DaySums> => {
	const ofGuild = (time: Time) => sql<number>`coalesce(sum(${sql.ref(time)}), 0)`;
	const ofMember = (time: Time) =>
		sql<number>`coalesce(sum(${sql.ref(time)}) FILTER (WHERE user_id = ${userId}), 0)`;
	const { guildMs, memberMs, guildReadMs, memberReadMs } = await queries
		.selectFrom("speech_days")
		.select([
			ofGuild("madeMs").as("guildMs"),
			ofMember("madeMs").as("memberMs"),
			ofGuild("readMs").as("guildReadMs"),
			ofMember("readMs").as("memberReadMs"),
		])
		.where(({ and }) => and({ day, guildId }))
		.executeTakeFirstOrThrow();
	return { all: { memberMs, guildMs }, read: { memberMs: memberReadMs, guildMs: guildReadMs } };
};

/** @returns a column's value plus `byMs`, but not below zero */
const atLeastZero = (build: ExpressionBuilder<Schema, "speech_days">, column: Time, byMs: number) =>
	build
		.case()
		.when(build(build(column, "+", byMs), ">", 0))
		.then(build(column, "+", byMs))
		.else(0)
		.end();

/** Adds to an existing row instead of inserting one. */
const addUp = (conflict: OnConflictBuilder<Schema, "speech_days">) =>
	conflict
		.columns(["day", "guildId", "userId"])
		.doUpdateSet((build) =>
			ofTimes((time) => build(`speech_days.${time}`, "+", build.ref(`excluded.${time}`))),
		);

const correct = (queries: Queries, { day, guildId, userId, ...by }: MemberDay) =>
	queries
		.updateTable("speech_days")
		.set((build) => ofTimes((time) => atLeastZero(build, time, by[time])))
		.where(({ and }) => and({ day, guildId, userId }))
		.execute();

/** Changes members' days. A negative change doesn't create a row. */
const change = async (queries: Queries, changes: readonly MemberDay[]): Promise<void> => {
	const isMore = (each: MemberDay) => times.every((time) => each[time] >= 0);
	for (const part of inParts(changes.filter(isMore), 6))
		await queries.insertInto("speech_days").values(part).onConflict(addUp).execute();
	for (const each of changes) if (!isMore(each)) await correct(queries, each);
};

const changeOf = ({ isRead, ...whose }: SpeechDay, { madeMs, connectedMs }: PaidSpeech): MemberDay => ({
	...whose,
	madeMs,
	readMs: isRead ? madeMs : 0,
	connectedMs,
});

/**
 * Takes members' ids off rows of `speech_days`. The speech still counts for their guilds and for the operator's account, so
 * that nobody may use more speech because a member was forgotten.
 *
 * @returns how many rows had an id
 */
export const takeNamesOff = async (
	queries: Queries,
	which: (build: ExpressionBuilder<Schema, "speech_days">) => Expression<SqlBool>,
): Promise<number> => {
	await queries
		.insertInto("speech_days")
		.columns(["day", "guildId", "userId", ...times])
		.expression((build) =>
			build
				.selectFrom("speech_days")
				.select(["day", "guildId", sql<string>`''`.as("userId")])
				.select(times.map((time) => sql<number>`sum(${sql.ref(time)})`.as(time)))
				.where(which)
				.groupBy(["day", "guildId"]),
		)
		.onConflict(addUp)
		.execute();
	return countChanged(queries.deleteFrom("speech_days").where("userId", "<>", "").where(which));
};

/** The generated and reserved speech of members by day, in ms. */
export type SpeechDays = ReturnType<typeof speechDaysIn>;

export const speechDaysIn = (database: StoreDatabase) => ({
	/** @returns the totals of a day: of all speech, and of reading alone */
	sum: (whose: SpeechDay) => database.read((queries) => sumDay(queries, whose)),

	/**
	 * Adds to a member's day if the limits allow it, even with concurrent calls.
	 *
	 * @returns the limit that `more` would exceed, with nothing added; undefined if it was added
	 */
	reserve: (whose: SpeechDay, more: PaidSpeech, limits: DayLimits) =>
		database.write(
			{ alone: partyKey(whose.guildId) },
			async (queries): Promise<ExceededLimit | undefined> => {
				const exceeded = findExceededBy(await sumDay(queries, whose), whose, more, limits);
				if (!exceeded) await change(queries, [changeOf(whose, more)]);
				return exceeded;
			},
		),

	/** Adjusts a reservation, but not below zero. Changes nothing if the member's row has been erased. */
	correct: async (whose: SpeechDay, by: PaidSpeech): Promise<void> => {
		await database.write({}, (queries) => correct(queries, changeOf(whose, by)));
	},

	/** @returns the days of all members of a guild who have any speech */
	list: (day: number, guildId: Party): Promise<readonly MemberUse[]> =>
		database.read((queries) =>
			queries
				.selectFrom("speech_days")
				.select(["userId", "madeMs", "readMs"])
				.where(({ and }) => and({ day, guildId }))
				.execute(),
		),

	/** @returns the speech that the operator's account paid for from one day until before another, in ms */
	sumAll: async (from: number, before: number): Promise<number> => {
		const { ms } = await database.read((queries) =>
			queries
				.selectFrom("speech_days")
				.select(sql<number>`coalesce(sum(made_ms - connected_ms), 0)`.as("ms"))
				.where("day", ">=", from)
				.where("day", "<", before)
				.executeTakeFirstOrThrow(),
		);
		return Number(ms);
	},

	/** Adds to members' days regardless of limits. Negative changes work as in `correct`. */
	add: (changes: readonly MemberDay[]) => database.write({}, (queries) => change(queries, changes)),

	/** Erases all days before `day`. @returns the number of members' days */
	eraseBefore: (day: number) =>
		database.write({ patient: true }, (queries) =>
			countChanged(queries.deleteFrom("speech_days").where("day", "<", day)),
		),

	/** Removes the ids of forgotten members from the days before `today`. */
	eraseForgotten: async (today: number): Promise<void> => {
		const isAny = await database.read((queries) =>
			queries
				.selectFrom("speech_days")
				.select("day")
				.where("forgotten", "=", 1)
				.where("day", "<", today)
				.limit(1)
				.executeTakeFirst(),
		);
		if (!isAny) return;
		await database.write({ erases: true, patient: true }, (queries) =>
			takeNamesOff(queries, (build) => build.and([build("forgotten", "=", 1), build("day", "<", today)])),
		);
	},
});

/** An addition to a guild's month. */
export interface MonthPart {
	readonly guildId: Party;
	readonly totals: Partial<SpeechTotals>;
	/** Year and month (UTC), such as `2026-01`; by default, the current month. */
	readonly month?: string;
}

/** @returns the month (UTC) of a time in ms since the epoch, such as `2026-01` */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

const counts = ["texts", "madeMs", "promptTokens", "audioTokens", "lines", "cachedLines"] as const;
const columnCount = counts.length + 2;

/** @returns the sum of two parts; a missing count is 0 */
export const addTotals = (one: Partial<SpeechTotals>, other: Partial<SpeechTotals> = {}): SpeechTotals =>
	ofKeys(counts, (count) => (one[count] ?? 0) + (other[count] ?? 0));

const add = async (queries: Queries, parts: readonly Required<MonthPart>[]): Promise<void> => {
	await queries
		.insertInto("speech_months")
		.values(
			parts.map(({ totals, ...whose }) => {
				const all = addTotals(totals);
				return { ...whose, ...all, madeMs: Math.round(all.madeMs) };
			}),
		)
		.onConflict((conflict) =>
			conflict
				.columns(["month", "guildId"])
				.doUpdateSet((build) =>
					ofKeys(counts, (count) => build(`speech_months.${count}`, "+", build.ref(`excluded.${count}`))),
				),
		)
		.execute();
};

export type SpeechMonths = ReturnType<typeof speechMonthsIn>;

export const speechMonthsIn = (database: StoreDatabase, now: () => number) => ({
	/** Adds to guilds' months. `parts` may have only one addition to each guild's month. */
	add: (parts: readonly MonthPart[]): Promise<void> => {
		const current = monthOf(now());
		const dated = parts.map((part) => ({ month: current, ...part }));
		return database.write({}, async (queries) => {
			for (const some of inParts(dated, columnCount)) await add(queries, some);
		});
	},

	/** @returns a guild's totals of the current month */
	read: async (guildId: Party): Promise<SpeechTotals> => {
		const found = await database.read((queries) =>
			queries
				.selectFrom("speech_months")
				.select(counts)
				.where(({ and }) => and({ month: monthOf(now()), guildId }))
				.executeTakeFirst(),
		);
		return addTotals(found ?? {});
	},
});
