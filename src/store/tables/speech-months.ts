import type { StoreDatabase } from "../database.ts";
import type { SpeechMonths, SpeechTotals } from "../speech-months.ts";

const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

const nothing: SpeechTotals = {
	texts: 0,
	madeMs: 0,
	promptTokens: 0,
	audioTokens: 0,
	lines: 0,
	cachedLines: 0,
};

const counts = ["texts", "made_ms", "prompt_tokens", "audio_tokens", "lines", "cached_lines"] as const;

/** @returns the table `speech_months` */
export const speechMonthsIn = (database: StoreDatabase, now: () => number): SpeechMonths => ({
	add: async (guildId, part) => {
		const totals = { ...nothing, ...part };
		const row = {
			month: monthOf(now()),
			guild_id: guildId,
			texts: totals.texts,
			made_ms: Math.round(totals.madeMs),
			prompt_tokens: totals.promptTokens,
			audio_tokens: totals.audioTokens,
			lines: totals.lines,
			cached_lines: totals.cachedLines,
		};
		await database.write((queries) =>
			queries
				.insertInto("speech_months")
				.values(row)
				.onConflict((conflict) =>
					conflict
						.columns(["month", "guild_id"])
						.doUpdateSet((build) =>
							Object.fromEntries(
								counts.map((count) => [count, build(`speech_months.${count}`, "+", row[count])]),
							),
						),
				)
				.execute(),
		);
	},
	read: async (guildId) =>
		(await database.read((queries) =>
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
		)) ?? nothing,
});
