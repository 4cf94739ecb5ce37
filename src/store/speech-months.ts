import type { Queries, StoreDatabase } from "./database.ts";
import { inParts } from "./tables/in-parts.ts";

/** A guild's speech in a month, or a part of it. */
export interface SpeechTotals {
	readonly texts: number;
	/** Sound that was made, in ms. */
	readonly madeMs: number;
	/** Charged by the speech service, also for answers without sound. */
	readonly promptTokens: number;
	readonly audioTokens: number;
	readonly lines: number;
	/** Of these, how many came from the cache. */
	readonly cachedLines: number;
}

/** What a guild's month grows by. */
export interface MonthPart {
	readonly guildId: string;
	readonly totals: Partial<SpeechTotals>;
	/** Year and month (UTC), as `2026-01`; by default the current one. */
	readonly month?: string;
}

/** @returns the month of a time in ms since the epoch */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** @returns the sum of two parts; what is left out is nothing */
export const addTotals = (one: Partial<SpeechTotals>, other: Partial<SpeechTotals> = {}): SpeechTotals => {
	const sum = (of: keyof SpeechTotals) => (one[of] ?? 0) + (other[of] ?? 0);
	return {
		texts: sum("texts"),
		madeMs: sum("madeMs"),
		promptTokens: sum("promptTokens"),
		audioTokens: sum("audioTokens"),
		lines: sum("lines"),
		cachedLines: sum("cachedLines"),
	};
};

/** Guilds' speech by month. */
export interface SpeechMonths {
	/** Adds to guilds' months, each of which comes once. */
	add(parts: readonly MonthPart[]): Promise<void>;
	/** @returns the guild's current month */
	read(guildId: string): Promise<SpeechTotals>;
}

const counts = ["texts", "made_ms", "prompt_tokens", "audio_tokens", "lines", "cached_lines"] as const;
const columnCount = counts.length + 2;

const add = async (queries: Queries, parts: readonly Required<MonthPart>[]): Promise<void> => {
	await queries
		.insertInto("speech_months")
		.values(
			parts.map(({ month, guildId, totals }) => {
				const all = addTotals(totals);
				return {
					month,
					guild_id: guildId,
					texts: all.texts,
					made_ms: Math.round(all.madeMs),
					prompt_tokens: all.promptTokens,
					audio_tokens: all.audioTokens,
					lines: all.lines,
					cached_lines: all.cachedLines,
				};
			}),
		)
		.onConflict((conflict) =>
			conflict
				.columns(["month", "guild_id"])
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

/** @returns the table `speech_months` */
export const speechMonthsIn = (database: StoreDatabase, now: () => number): SpeechMonths => ({
	add: (parts) => {
		const current = monthOf(now());
		const dated = parts.map((part) => ({ month: current, ...part }));
		return database.write(async (queries) => {
			for (const some of inParts(dated, columnCount)) await add(queries, some);
		});
	},
	read: async (guildId) => {
		const found = await database.read((queries) =>
			queries
				.selectFrom("speech_months")
				.select([
					"texts",
					"made_ms as madeMs",
					"prompt_tokens as promptTokens",
					"audio_tokens as audioTokens",
					"lines",
					"cached_lines as cachedLines",
				])
				.where("month", "=", monthOf(now()))
				.where("guild_id", "=", guildId)
				.executeTakeFirst(),
		);
		return addTotals(found ?? {});
	},
});
