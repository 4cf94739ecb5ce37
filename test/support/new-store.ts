import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import type { StoreOptions } from "../../src/store/store.ts";

/** @returns a new folder, which is removed after the test */
export const newFolder = (): string => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return folder;
};

/** @returns the path for a store's file, in a new folder */
export const newStoreFile = (): string => join(newFolder(), "bot.db");

/** Opens a store, by default a new one, which is closed after the test. */
export const newStore = (options: StoreOptions = {}, file = newStoreFile()) => {
	const store = openSqliteStore(file, options);
	onTestFinished(() => store.close());
	return store;
};
