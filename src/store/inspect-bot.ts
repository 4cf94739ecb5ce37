import type SqliteDatabase from "better-sqlite3";
import { type Queries, queriesWith } from "./database.ts";
import { secretWarningMs } from "./redemptions.ts";
import { type BadSettings, findBadSettings } from "./settings.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

/** What a bot's database tells about itself. */
export interface BotFacts {
	readonly bad: BadSettings;
	/** How many redemptions of the last 30 days were recorded with which secret, by its mark. */
	readonly redemptions: ReadonlyMap<string, number>;
	/** The mark of the secret that connected accounts are encrypted with, where there is one. */
	readonly accountsSecret: string | undefined;
}

/** @returns what is worth knowing of a bot's tables */
export const inspectBot = async (queries: Queries): Promise<BotFacts> => {
	const redemptions = await queries
		.selectFrom("redemptions")
		.select((build) => ["secret", build.fn.countAll<number>().as("count")])
		.where("sentAt", ">", Date.now() - secretWarningMs)
		.groupBy("secret")
		.execute();
	const accounts = await queries.selectFrom("account_secret").select("secretId").executeTakeFirst();
	return {
		bad: await findBadSettings(queries),
		redemptions: new Map(
			redemptions.flatMap(({ secret, count }) => (secret === null ? [] : [[secret, Number(count)]])),
		),
		accountsSecret: accounts?.secretId,
	};
};

/** @returns the same of a SQLite file */
export const inspectBotFile = (database: SqliteDatabase.Database): Promise<BotFacts> =>
	inspectBot(queriesWith(sqliteDialect(database)));
