import { statSync } from "node:fs";
import { join } from "node:path";
import { backupMark, filesIn, secretFiles } from "../../shared/backed-up-files.ts";
import { type Finding, note } from "./finding.ts";

const dayMs = 24 * 60 * 60_000;
/** The alert on missing backups has the same. */
const oldAfterMs = 2 * dayMs;

const readTime = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** @returns a note where the data folder wasn't backed up for two days; its secrets are as old as its data */
export const checkBackup = (dataDir: string, now: number): Finding | false => {
	const madeAt = readTime(join(dataDir, backupMark));
	const times = filesIn(dataDir, secretFiles).flatMap((name) => readTime(join(dataDir, name)) ?? []);
	const ageMs = now - (madeAt ?? Math.min(now, ...times));
	if (ageMs <= oldAfterMs) return false;
	const days = Math.floor(ageMs / dayMs);
	const what =
		madeAt === undefined
			? `There is no backup of ${dataDir}, which is ${days} days old`
			: `The last backup of ${dataDir} is ${days} days old`;
	return note(`${what}: make one each day with npm run backup (docs/backup.md).`);
};
