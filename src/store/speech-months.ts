import type { Party } from "../shared/party.ts";
import type { Queries, SpeechTotals, StoreDatabase } from "./database.ts";
import { inParts } from "./tables/in-parts.ts";

/** An addition to a guild's month. */
export interface MonthPart {
	readonly guildId: Party;
	readonly totals: Partial<SpeechTotals>;
	/** Year and month (UTC), such as `2026-01`; defaults to the current one. */
	readonly month?: string;
}

/** @returns the month of a time in ms since the epoch */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

const counts = ["texts", "madeMs", "promptTokens", "audioTokens", "lines", "cachedLines"] as const;
const columnCount = counts.length + 2;

/** @returns the sum of two parts; a missing count is 0 */
export const addTotals = (one: Partial<SpeechTotals>, other: Partial<SpeechTotals> = {}): SpeechTotals => {
	const sum = (count: keyof SpeechTotals): number => (one[count] ?? 0) + (other[count] ?? 0);
	return {
		texts: sum("texts"),
		madeMs: sum("madeMs"),
		promptTokens: sum("promptTokens"),
		audioTokens: sum("audioTokens"),
		lines: sum("lines"),
		cachedLines: sum("cachedLines"),
	};
};

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
					Object.fromEntries(
						counts.map((count) => [
							count,
							build(`speech_months.${count}`, "+", build.ref(`excluded.${count}`)),
						]),
					),
				),
		)
		.execute();
};

/** The monthly speech totals of guilds. */
export type SpeechMonths = ReturnType<typeof speechMonthsIn>;

/** @returns the table `speech_months` */
export const speechMonthsIn = (database: StoreDatabase, now: () => number) => ({
	/** Adds to guilds' months. Each guild's month may occur once. */
	add: (parts: readonly MonthPart[]): Promise<void> => {
		const current = monthOf(now());
		const dated = parts.map((part) => ({ month: current, ...part }));
		return database.write(async (queries) => {
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
