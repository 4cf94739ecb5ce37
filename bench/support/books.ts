import { join } from "node:path";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { fingerprint } from "../../src/credit/redemption.ts";
import { openBotSecret } from "../../src/store/data-folder.ts";

export interface JournalRow {
	readonly code: string;
	readonly outcome: string;
	readonly reason: string | null;
}

/** The redemptions that Herald has recorded. */
export interface Books {
	/** The secret of the journal's fingerprints. */
	readonly secret: Buffer;
	readonly rows: readonly JournalRow[];
}

/** @returns the redemptions in a data folder */
export const readBooks = (dataDir: string): Books => {
	const database = openDatabase(join(dataDir, "bot.db"), new URL("../../migrations/bot", import.meta.url));
	const rows = database.prepare("SELECT code, outcome, reason FROM redemptions").all() as JournalRow[];
	database.close();
	return { secret: openBotSecret(dataDir), rows };
};

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
