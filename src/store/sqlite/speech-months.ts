import type { Database } from "better-sqlite3";
import type { SpeechMonths, SpeechTotals } from "../speech-months.ts";
import { write } from "./write.ts";

const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

const nothing: SpeechTotals = {
	texts: 0,
	madeMs: 0,
	promptTokens: 0,
	audioTokens: 0,
	lines: 0,
	cachedLines: 0,
};

/** The table `speech_months`. */
export class SqliteSpeechMonths implements SpeechMonths {
	readonly #database: Database;
	readonly #now: () => number;

	constructor(database: Database, now: () => number) {
		this.#database = database;
		this.#now = now;
	}

	async add(guildId: string, part: Partial<SpeechTotals>): Promise<void> {
		const add = this.#database.prepare(
			`INSERT INTO speech_months (month, guild_id, texts, made_ms, prompt_tokens, audio_tokens, lines, cached_lines)
			VALUES (:month, :guildId, :texts, :madeMs, :promptTokens, :audioTokens, :lines, :cachedLines)
			ON CONFLICT DO UPDATE SET texts = texts + :texts, made_ms = made_ms + :madeMs,
				prompt_tokens = prompt_tokens + :promptTokens, audio_tokens = audio_tokens + :audioTokens,
				lines = lines + :lines, cached_lines = cached_lines + :cachedLines`,
		);
		const totals = { ...nothing, ...part };
		const row = { ...totals, madeMs: Math.round(totals.madeMs), month: monthOf(this.#now()), guildId };
		write(this.#database, () => add.run(row));
	}

	async read(guildId: string): Promise<SpeechTotals> {
		const row = this.#database
			.prepare(
				`SELECT texts, made_ms AS madeMs, prompt_tokens AS promptTokens, audio_tokens AS audioTokens,
					lines, cached_lines AS cachedLines
				FROM speech_months WHERE month = ? AND guild_id = ?`,
			)
			.get(monthOf(this.#now()), guildId);
		return (row as SpeechTotals | undefined) ?? nothing;
	}
}
