import { sql } from "kysely";
import type { Party } from "../shared/party.ts";
import { changeIn, countChanged, type Queries, type StoreDatabase } from "./database.ts";

/** A request on the limited routes that redeems a code. */
export interface SentRequest {
	readonly guildId: Party | "";
	readonly sentAt: number;
	/** As the journal has it. */
	readonly outcome: string;
}

/**
 * How the limited routes were used, by all processes; each oldest first. Times are in ms since the epoch, by the
 * database's clock: those of machines differ.
 */
export interface LimitedUse {
	readonly now: number;
	/** Redemptions that reached or may have reached the service. */
	readonly sent: readonly SentRequest[];
	/** When balances were asked for there. */
	readonly balances: readonly number[];
	/** Until when the service wants no more requests; 0 where it never said so. */
	readonly closedUntil: number;
}

/** How the balance may be asked for; times in ms. */
interface BalanceRequest {
	/** An answer to a request is good for so long. */
	readonly maxAgeMs: number;
	/** How far back requests count. */
	readonly windowMs: number;
	/** Whether it is asked for on a limited route, and counts there. */
	readonly isLimited: boolean;
	/** @param own - the account's own @returns whether one more fits. Runs in the transaction: must not use the store */
	readonly hasRoom: (use: LimitedUse, own: readonly number[]) => boolean;
}

/**
 * `askAt`: the caller asks the service and stores the answer to the request of that time. `asked`: another caller has
 * asked and has no answer yet. `full`: the rate limit allows no request now. Otherwise the stored answer; null if the
 * service shows no balance.
 */
export type BalanceClaim = "asked" | "full" | { readonly askAt: number } | { readonly answer: string | null };

/** The lock name of writes that count requests: redemptions as well as balances. */
export const limitedRoutes = "limited routes";

const listSent = (queries: Queries, since: number): Promise<SentRequest[]> =>
	queries
		.selectFrom("redemptions")
		.select(["guildId", "sentAt", "outcome"])
		.where("sentAt", ">", since)
		.where("reason", "is distinct from", "unreachable")
		.orderBy("sentAt")
		.execute();

/** @param account - whose balance it was; without it, anybody's */
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

/** @returns what is stored of an account, nulls where that is nothing, and the time */
const readAccount = (queries: Queries, account: string, clock: StoreDatabase["clock"]) =>
	queries
		.selectFrom(sql`(SELECT 1)`.as("once"))
		.leftJoin("credit_accounts", (join) => join.on("account", "=", account))
		.select([clock.as("now"), "closedUntil", "askedAt", "balance"])
		.executeTakeFirstOrThrow();

/** @returns how the limited routes were used, from the tables `redemptions`, `balance_requests` and `credit_accounts` */
export const readLimitedUse = async (
	queries: Queries,
	account: string,
	windowMs: number,
	clock: StoreDatabase["clock"],
): Promise<LimitedUse> => {
	const { now, closedUntil } = await readAccount(queries, account, clock);
	return {
		now,
		sent: await listSent(queries, now - windowMs),
		balances: await listBalances(queries, now - windowMs),
		closedUntil: closedUntil ?? 0,
	};
};

const takeBalance = async (
	queries: Queries,
	account: string,
	{ maxAgeMs, windowMs, isLimited, hasRoom }: BalanceRequest,
	clock: StoreDatabase["clock"],
): Promise<BalanceClaim> => {
	const { now, askedAt, balance } = await readAccount(queries, account, clock);
	// A later time was taken by a clock that was wrong.
	if (askedAt !== null && askedAt > now - maxAgeMs && askedAt <= now)
		return balance === null ? "asked" : { answer: balance || null };
	const own = await listBalances(queries, now - windowMs, account);
	if (!hasRoom(await readLimitedUse(queries, account, windowMs, clock), own)) return "full";
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
};

/** The state of the paying account, shared by all processes. Accounts are keyed hashes. */
export type CreditAccounts = ReturnType<typeof creditAccountsIn>;

/** @returns the tables `credit_accounts` and `balance_requests` */
export const creditAccountsIn = (database: StoreDatabase) => ({
	readUse: (account: string, windowMs: number) =>
		database.readAtOnce((queries) => readLimitedUse(queries, account, windowMs, database.clock)),

	/** Counts a request for the balance if one is needed and the rate limit allows it. */
	takeBalance: (account: string, request: BalanceRequest) =>
		database.write((queries) => takeBalance(queries, account, request, database.clock), {
			alone: limitedRoutes,
		}),

	/** Stores the answer to the request of that time, unless the balance has changed since. */
	keepBalance: (account: string, at: number, answer: string | null) =>
		changeIn(database, (queries) =>
			queries
				.updateTable("credit_accounts")
				.set({ balance: answer ?? "" })
				.where("account", "=", account)
				.where("askedAt", "=", at),
		),

	/** Notes that the balance has changed. */
	expireBalance: (account: string) =>
		changeIn(database, (queries) =>
			queries.updateTable("credit_accounts").set({ askedAt: 0 }).where("account", "=", account),
		),

	/** Notes that the service wants no more requests until then; a later time stays. */
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

	/** Erases accounts whose balance and wait are both older than `keptMs`. @returns how many there were */
	eraseOld: (keptMs: number): Promise<number> =>
		database.write((queries) => {
			// A time ahead was taken by a clock that was wrong.
			const isOld = (time: "askedAt" | "closedUntil") =>
				sql<boolean>`abs(${sql.ref(time)} - ${database.clock}) >= ${keptMs}`;
			return countChanged(
				queries.deleteFrom("credit_accounts").where(isOld("askedAt")).where(isOld("closedUntil")),
			);
		}),
});
