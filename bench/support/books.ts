import { join } from "node:path";
import { fingerprint } from "../../src/credit/fingerprint.ts";
import { openDatabase } from "../../src/store/open.ts";
import { openBotSecret } from "../../src/store/secret.ts";

interface JournalRow {
	readonly code: string;
	readonly outcome: string;
	readonly reason: string | null;
}

/** What the bot's journal says of codes, held against what the service credited. All but the first must be 0. */
export const compareBooks = (dataDir: string, credited: ReadonlyMap<string, number>) => {
	const secret = openBotSecret(dataDir);
	const database = openDatabase(join(dataDir, "bot.db"), new URL("../../migrations/bot", import.meta.url));
	const rows = database.prepare("SELECT code, outcome, reason FROM redemptions").all() as JournalRow[];
	database.close();
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
