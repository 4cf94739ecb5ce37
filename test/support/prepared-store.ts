import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";

let prepared: Promise<string> | undefined;

const prepare = async (): Promise<string> => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "bot.db");
	await openSqliteStore(file).close();
	return file;
};

/**
 * Puts an empty database of the newest version into a data folder without one. Making it with the migrations would take
 * as long as the rest of a start.
 */
export const prepareStore = async (dataDir: string): Promise<void> => {
	prepared ??= prepare();
	const from = await prepared;
	mkdirSync(dataDir, { recursive: true });
	const file = join(dataDir, "bot.db");
	if (!existsSync(file)) copyFileSync(from, file);
};
