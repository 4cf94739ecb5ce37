import type { Queries, StoreDatabase } from "../database.ts";
import { addTotals, type MonthPart, monthOf, type SpeechMonths } from "../speech-months.ts";
import { inParts } from "./in-parts.ts";

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
