import pg from "pg";
import { limitedWindowMs } from "../../src/credit/pace.ts";
import { fingerprint } from "../../src/shared/fingerprint.ts";

interface JournalRow {
	readonly code: string;
	readonly outcome: string;
}

interface VoiceRow {
	readonly user_id: string;
	readonly voice: string;
}

const ask = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
};

/** @returns the redemptions in a shared database, the secret of their fingerprints, and every member's voice */
export const readSharedBooks = (url: string) =>
	ask(url, async (client) => {
		const { rows } = await client.query<JournalRow>("SELECT code, outcome FROM redemptions");
		const secrets = await client.query<{ value: Buffer }>("SELECT value FROM secrets WHERE name = 'bot'");
		const voices = await client.query<VoiceRow>(
			"SELECT user_id, value AS voice FROM member_settings WHERE key = 'voice'",
		);
		return {
			rows,
			secret: secrets.rows[0]?.value ?? Buffer.alloc(0),
			voices: new Map(voices.rows.map(({ user_id, voice }) => [user_id, voice])),
		};
	});

type Books = Awaited<ReturnType<typeof readSharedBooks>>;

/** Compares the bot's journal with the codes that the service credited. All numbers but the first must be 0. */
export const compareBooks = ({ secret, rows }: Books, credited: ReadonlyMap<string, number>) => {
	const creditedMarks = new Set([...credited.keys()].map((code) => fingerprint(secret, "code", code)));
	const countRows = (is: (row: JournalRow) => boolean): number => rows.filter(is).length;
	return {
		"codes credited": credited.size,
		"credited twice": [...credited.values()].filter((times) => times > 1).length,
		"credited and not in the journal": [...creditedMarks].filter(
			(mark) => !rows.some(({ code }) => code === mark),
		).length,
		"falsely redeemed": countRows(({ outcome, code }) => outcome === "redeemed" && !creditedMarks.has(code)),
		"falsely refused": countRows(({ outcome, code }) => outcome === "refused" && creditedMarks.has(code)),
		"still sent": countRows(({ outcome }) => outcome === "sent"),
	};
};

/** Moves redemptions into the past, so that they no longer count for limits on attempts. */
export const passLimits = (url: string): Promise<unknown> =>
	ask(url, (client) =>
		client.query(`UPDATE redemptions SET sent_at = sent_at - ${limitedWindowMs} WHERE outcome <> 'sent'`),
	);
