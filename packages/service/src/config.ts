import { join } from "node:path";
import { commonSettings, readEngineSettings, readEnvironment } from "@herald/common/environment.ts";
import { type Database, openDatabase } from "@herald/common/storage/open-database.ts";

/** @throws ConfigError with one sentence about the first setting that is wrong */
export const readConfig = (env: NodeJS.ProcessEnv) => {
	const value = readEnvironment(commonSettings, env);
	return {
		dataDir: value.DATA_DIR,
		host: value.HOST,
		port: value.PORT,
		logLevel: value.LOG_LEVEL,
		engine: readEngineSettings(value),
		credit: value.EMBEDDED_CREDIT,
	};
};

/**
 * Opens the service's database in the data folder. Commits are synced to disk: a confirmed credit survives even a power
 * cut.
 *
 * @throws StoreError when the database can't be used
 */
export const openServiceDatabase = (dataDir: string): Database & Disposable => {
	const database = openDatabase(join(dataDir, "service.db"), new URL("../migrations", import.meta.url));
	database.pragma("synchronous = FULL");
	return database;
};
