import type SqliteDatabase from "better-sqlite3";
import { type Queries, queriesWith } from "./database.ts";
import { secretWarningMs } from "./redemptions.ts";
import { type BadSettings, findBadSettings } from "./settings.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

/** Facts about a bot's database, for the doctor. */
export interface BotFacts {
	readonly bad: BadSettings;
	/** How many redemptions of the last 30 days were recorded with each secret, by the secret's mark. */
	readonly redemptions: ReadonlyMap<string, number>;
	/** The mark of the secret of connected accounts, if there is one. */
	readonly accountsSecret: string | undefined;
}

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

/** @returns the same facts about a SQLite file */
export const inspectBotFile = (database: SqliteDatabase.Database): Promise<BotFacts> =>
	inspectBot(queriesWith(sqliteDialect(database)));
