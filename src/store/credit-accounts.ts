import { sql } from "kysely";
import type { Queries, StoreDatabase } from "./database.ts";

/** A request on the limited routes that redeems a code. */
export interface SentRequest {
	readonly guildId: string;
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
	/** When the balance was asked for. */
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
	/** Whether there is room for one more request, beside those that asked for the account's own balance. Called within the transaction: it must not use the store. */
	readonly hasRoom: (use: LimitedUse, own: readonly number[]) => boolean;
}

/**
 * `askAt`: the caller asks the service and stores the answer to the request of that time. `asked`: another caller has
 * asked and has no answer yet. `full`: the rate limit allows no request now. Otherwise the stored answer; null if the
 * service shows no balance.
 */
export type BalanceTurn = "asked" | "full" | { readonly askAt: number } | { readonly answer: string | null };

/** The state of the paying account, shared by all processes. Accounts are keyed hashes. */
export interface CreditAccounts {
	readUse(account: string, windowMs: number): Promise<LimitedUse>;
	/** Counts a request for the balance if one is needed and the rate limit allows it. */
	takeBalance(account: string, request: BalanceRequest): Promise<BalanceTurn>;
	/** Stores the answer to the request of that time, unless the balance has changed since. */
	keepBalance(account: string, at: number, answer: string | null): Promise<void>;
	/** Notes that the balance has changed. */
	expireBalance(account: string): Promise<void>;
	/** Notes that the service wants no more requests until then; a later time stays. */
	closeUntil(account: string, time: number): Promise<void>;
	/** Erases accounts whose balance and wait are both older than `keptMs`. @returns how many there were */
	eraseOld(keptMs: number): Promise<number>;
}

/** The lock name of writes that count requests: redemptions as well as balances. */
export const limitedRoutes = "limited routes";

const listSent = (queries: Queries, since: number): Promise<SentRequest[]> =>
	queries
		.selectFrom("redemptions")
		.select(["guild_id as guildId", "sent_at as sentAt", "outcome"])
		.where("sent_at", ">", since)
		.where("reason", "is distinct from", "unreachable")
		.orderBy("sent_at")
		.execute();

/** @param account - whose balance it was; without it, anybody's */
const listBalances = async (queries: Queries, since: number, account?: string): Promise<number[]> => {
	const rows = await queries
		.selectFrom("balance_requests")
		.select("sent_at")
		.where("sent_at", ">", since)
		.$if(account !== undefined, (select) => select.where("account", "=", account ?? ""))
		.orderBy("sent_at")
		.execute();
	return rows.map(({ sent_at }) => sent_at);
};

/** @returns what is stored of an account, nulls where that is nothing, and the time */
const readAccount = (queries: Queries, account: string, clock: StoreDatabase["clock"]) =>
	queries
		.selectFrom(sql`(SELECT 1)`.as("once"))
		.leftJoin("credit_accounts", (join) => join.on("account", "=", account))
		.select([clock.as("now"), "closed_until as closedUntil", "asked_at as askedAt", "balance"])
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
	{ maxAgeMs, windowMs, hasRoom }: BalanceRequest,
	clock: StoreDatabase["clock"],
): Promise<BalanceTurn> => {
	const { now, askedAt, balance } = await readAccount(queries, account, clock);
	// A later time was taken by a clock that was wrong.
	if (askedAt !== null && askedAt > now - maxAgeMs && askedAt <= now)
		return balance === null ? "asked" : { answer: balance || null };
	const own = await listBalances(queries, now - windowMs, account);
	if (!hasRoom(await readLimitedUse(queries, account, windowMs, clock), own)) return "full";
	await queries
		.deleteFrom("balance_requests")
		.where("sent_at", "<=", now - windowMs)
		.execute();
	await queries.insertInto("balance_requests").values({ sent_at: now, account }).execute();
	const asked = { asked_at: now, balance: null };
	await queries
		.insertInto("credit_accounts")
		.values({ account, closed_until: 0, ...asked })
		.onConflict((conflict) => conflict.column("account").doUpdateSet(asked))
		.execute();
	return { askAt: now };
};

/** @returns the tables `credit_accounts` and `balance_requests` */
export const creditAccountsIn = (database: StoreDatabase): CreditAccounts => ({
	readUse: (account, windowMs) =>
		database.readAtOnce((queries) => readLimitedUse(queries, account, windowMs, database.clock)),
	takeBalance: (account, request) =>
		database.write((queries) => takeBalance(queries, account, request, database.clock), {
			alone: limitedRoutes,
		}),
	keepBalance: async (account, at, answer) => {
		await database.write((queries) =>
			queries
				.updateTable("credit_accounts")
				.set({ balance: answer ?? "" })
				.where("account", "=", account)
				.where("asked_at", "=", at)
				.execute(),
		);
	},
	expireBalance: async (account) => {
		await database.write((queries) =>
			queries.updateTable("credit_accounts").set({ asked_at: 0 }).where("account", "=", account).execute(),
		);
	},
	closeUntil: async (account, time) => {
		await database.write((queries) =>
			queries
				.insertInto("credit_accounts")
				.values({ account, closed_until: time, asked_at: 0, balance: null })
				.onConflict((conflict) =>
					conflict
						.column("account")
						.doUpdateSet({ closed_until: time })
						.where("credit_accounts.closed_until", "<", time),
				)
				.execute(),
		);
	},
	eraseOld: (keptMs) =>
		database.write(async (queries) => {
			// A time ahead was taken by a clock that was wrong.
			const isOld = (time: "asked_at" | "closed_until") =>
				sql<boolean>`abs(${sql.ref(time)} - ${database.clock}) >= ${keptMs}`;
			const { numDeletedRows } = await queries
				.deleteFrom("credit_accounts")
				.where(isOld("asked_at"))
				.where(isOld("closed_until"))
				.executeTakeFirst();
			return Number(numDeletedRows);
		}),
});
