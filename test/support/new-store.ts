import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import type { StoreOptions } from "../../src/store/store.ts";

/** The file of a store, in a folder that goes with the test. */
export const newStoreFile = (): string => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return join(folder, "bot.db");
};

/** Opens a store, which the test's end closes; a new one by default. */
export const newStore = (options: StoreOptions = {}, file = newStoreFile()) => {
	const store = openSqliteStore(file, options);
	onTestFinished(() => store.close());
	return store;
};
