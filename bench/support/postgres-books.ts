import pg from "pg";
import { limitedWindowMs } from "../../src/credit/pace.ts";
import type { Books, JournalRow } from "./books.ts";

interface VoiceRow {
	readonly user_id: string;
	readonly voice: string;
}

/** @returns the redemptions in a shared database, and every member's voice */
export const readSharedBooks = async (
	url: string,
): Promise<Books & { readonly voices: ReadonlyMap<string, string>; readonly transactions: number }> => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const { rows } = await client.query<JournalRow>("SELECT code, outcome, reason FROM redemptions");
	const secrets = await client.query<{ value: Buffer }>("SELECT value FROM secrets WHERE name = 'bot'");
	const voices = await client.query<VoiceRow>(
		"SELECT user_id, value AS voice FROM member_settings WHERE key = 'voice'",
	);
	const sums = await client.query<{ sum: string }>("SELECT sum(xact_commit) FROM pg_stat_database");
	await client.end();
	return {
		rows,
		secret: secrets.rows[0]?.value ?? Buffer.alloc(0),
		voices: new Map(voices.rows.map(({ user_id, voice }) => [user_id, voice])),
		transactions: Number(sums.rows[0]?.sum),
	};
};

/** Moves redemptions into the past, so that they no longer count for limits on attempts. */
export const passLimits = async (url: string): Promise<void> => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(`UPDATE redemptions SET sent_at = sent_at - ${limitedWindowMs} WHERE outcome <> 'sent'`);
	await client.end();
};
