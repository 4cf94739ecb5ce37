import { sql } from "kysely";
import { changeIn, countChanged, type Queries, type StoreDatabase } from "./database.ts";

/** A redemption that counts for the rate limit. */
export type SentRequest = Awaited<ReturnType<typeof listSent>>[number];

/**
 * The requests of all processes that count for the service's rate limit, each list oldest first. Times are in ms since
 * the epoch, by the database's clock, since machines' clocks differ.
 */
export type LimitedUse = Awaited<ReturnType<typeof readLimitedUse>>;

/** Whether and how a balance may be requested. Times are in ms. */
interface BalanceRequest {
	/** The age from which a stored answer isn't used any more. */
	readonly maxAgeMs: number;
	/** The window of the rate limit. Older requests don't count. */
	readonly windowMs: number;
	/** Whether the request counts for the rate limit. */
	readonly isLimited: boolean;
	/**
	 * @param own - the times of this account's requests
	 * @returns whether another request fits. Runs in the transaction: must not use the store
	 */
	readonly hasRoom: (use: LimitedUse, own: readonly number[]) => boolean;
}

export type BalanceClaim =
	/** Another caller has claimed the request, and hasn't stored an answer yet. */
	| "asked"
	/** The rate limit allows no request now. */
	| "full"
	/** The caller has to send the request, and then stores the answer under this time. */
	| { readonly askAt: number }
	/** The stored answer; null if the service shows no balance. */
	| { readonly answer: string | null };

/** The lock of writes that count rate-limited requests: redemptions and balances. */
export const limitedRoutes = "limited routes";

const listSent = (queries: Queries, since: number) =>
	queries
		.selectFrom("redemptions")
		.select(["guildId", "sentAt", "outcome"])
		.where("sentAt", ">", since)
		.where("reason", "is distinct from", "unreachable")
		.orderBy("sentAt")
		.execute();

/** @param account - undefined for all accounts */
const listBalances = async (queries: Queries, since: number, account?: string): Promise<number[]> => {
	const rows = await queries
		.selectFrom("balance_requests")
		.select("sentAt")
		.where("sentAt", ">", since)
		.$if(account !== undefined, (select) => select.where("account", "=", account ?? ""))
		.orderBy("sentAt")
		.execute();
	return rows.map(({ sentAt }) => sentAt);
};

/** @returns an account's row and the database's time. Without a row, the columns are null */
const readAccount = (queries: Queries, account: string, clock: StoreDatabase["clock"]) =>
	queries
		.selectFrom(sql`(SELECT 1)`.as("once"))
		.leftJoin("credit_accounts", (join) => join.on("account", "=", account))
		.select([clock.as("now"), "closedUntil", "askedAt", "balance"])
		.executeTakeFirstOrThrow();

/**
 * @returns the rate-limited requests of the last `windowMs`, and until when the service accepts no requests for this
 * account
 */
export const readLimitedUse = async (
	queries: Queries,
	account: string,
	windowMs: number,
	clock: StoreDatabase["clock"],
) => {
	const { now, closedUntil } = await readAccount(queries, account, clock);
	return {
		now,
		/** Redemptions that reached or may have reached the service. */
		sent: await listSent(queries, now - windowMs),
		balances: await listBalances(queries, now - windowMs),
		/** Until when the service accepts no requests; 0 if it never said so. */
		closedUntil: closedUntil ?? 0,
	};
};

/** What is known about accounts of the service, for all processes. Accounts are keyed hashes. */
export type CreditAccounts = ReturnType<typeof creditAccountsIn>;

/** @returns the calls for the tables `credit_accounts` and `balance_requests` */
export const creditAccountsIn = (database: StoreDatabase) => ({
	readUse: (account: string, windowMs: number) =>
		database.readAtOnce((queries) => readLimitedUse(queries, account, windowMs, database.clock)),

	/** Claims a request for a balance, if one is needed and the rate limit allows it. */
	takeBalance: (
		account: string,
		{ maxAgeMs, windowMs, isLimited, hasRoom }: BalanceRequest,
	): Promise<BalanceClaim> =>
		database.write({ alone: limitedRoutes }, async (queries) => {
			const { now, askedAt, balance } = await readAccount(queries, account, database.clock);
			// An answer whose time is in the future was stored by a wrong clock, so it isn't used.
			if (askedAt !== null && askedAt > now - maxAgeMs && askedAt <= now)
				return balance === null ? "asked" : { answer: balance || null };
			const own = await listBalances(queries, now - windowMs, account);
			if (!hasRoom(await readLimitedUse(queries, account, windowMs, database.clock), own)) return "full";
			await queries
				.deleteFrom("balance_requests")
				.where("sentAt", "<=", now - windowMs)
				.execute();
			if (isLimited) await queries.insertInto("balance_requests").values({ sentAt: now, account }).execute();
			const asked = { askedAt: now, balance: null };
			await queries
				.insertInto("credit_accounts")
				.values({ account, closedUntil: 0, ...asked })
				.onConflict((conflict) => conflict.column("account").doUpdateSet(asked))
				.execute();
			return { askAt: now };
		}),

	/**
	 * Stores the answer to the request that was claimed at `at`, unless the balance has been requested again or made
	 * outdated since.
	 */
	keepBalance: (account: string, at: number, answer: string | null) =>
		changeIn(database, (queries) =>
			queries
				.updateTable("credit_accounts")
				.set({ balance: answer ?? "" })
				.where(({ and }) => and({ account, askedAt: at })),
		),

	expireBalance: (account: string) =>
		changeIn(database, (queries) =>
			queries.updateTable("credit_accounts").set({ askedAt: 0 }).where("account", "=", account),
		),

	/** Notes until when the service accepts no requests, unless a later time is noted already. */
	closeUntil: (account: string, closedUntil: number) =>
		changeIn(database, (queries) =>
			queries
				.insertInto("credit_accounts")
				.values({ account, closedUntil, askedAt: 0, balance: null })
				.onConflict((conflict) =>
					conflict
						.column("account")
						.doUpdateSet({ closedUntil })
						.where("credit_accounts.closedUntil", "<", closedUntil),
				),
		),

	/**
	 * Erases accounts whose balance was last requested, and whose `closedUntil` passed, at least `keptMs` ago. @returns
	 * the number of accounts
	 */
	eraseOld: (keptMs: number): Promise<number> =>
		database.write({}, (queries) => {
			// A time at least `keptMs` in the future comes from a wrong clock, so it counts as old, too.
			const isOld = (time: "askedAt" | "closedUntil") =>
				sql<boolean>`abs(${sql.ref(time)} - ${database.clock}) >= ${keptMs}`;
			return countChanged(
				queries.deleteFrom("credit_accounts").where(isOld("askedAt")).where(isOld("closedUntil")),
			);
		}),
});
