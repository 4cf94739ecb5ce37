import type { Queries, StoreDatabase } from "./database.ts";

/** A request on the limited routes that redeems a code. */
export interface SentRequest {
	readonly guildId: string;
	readonly sentAt: number;
	/** As the journal has it. */
	readonly outcome: string;
}

/** How the limited routes were used, by all processes; each oldest first. Times are in ms since the epoch. */
export interface LimitedUse {
	/** Redemptions that reached or may have reached the service. */
	readonly sent: readonly SentRequest[];
	/** When the balance was asked for. */
	readonly balances: readonly number[];
	/** Until when the service wants no more requests; 0 where it never said so. */
	readonly closedUntil: number;
}

/** How the balance may be asked for. */
interface BalanceRequest {
	readonly at: number;
	/** An answer to a request since then is still good. */
	readonly freshSince: number;
	/** How far back requests count. */
	readonly since: number;
	/** Whether there is room for one more request. Called within the transaction: it must not use the store. */
	readonly hasRoom: (use: LimitedUse) => boolean;
}

/**
 * `ask`: the caller asks the service and stores the answer. `asked`: another caller has asked and has no answer yet.
 * `full`: the rate limit allows no request now. Otherwise the stored answer; null if the service shows no balance.
 */
export type BalanceTurn = "ask" | "asked" | "full" | { readonly answer: string | null };

/** The state of the paying account, shared by all processes. Accounts are keyed hashes. */
export interface CreditAccounts {
	readUse(account: string, since: number): Promise<LimitedUse>;
	/** Counts a request for the balance if one is needed and the rate limit allows it. */
	takeBalance(account: string, request: BalanceRequest): Promise<BalanceTurn>;
	/** Stores the answer to the request of that time, unless the balance has changed since. */
	keepBalance(account: string, at: number, answer: string | null): Promise<void>;
	/** Notes that the balance has changed. */
	expireBalance(account: string): Promise<void>;
	/** Notes that the service wants no more requests until then; a later time stays. */
	closeUntil(account: string, time: number): Promise<void>;
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

const listBalances = async (queries: Queries, since: number): Promise<number[]> => {
	const rows = await queries
		.selectFrom("balance_requests")
		.select("sent_at")
		.where("sent_at", ">", since)
		.orderBy("sent_at")
		.execute();
	return rows.map(({ sent_at }) => sent_at);
};

const readAccount = (queries: Queries, account: string) =>
	queries.selectFrom("credit_accounts").selectAll().where("account", "=", account).executeTakeFirst();

/** @returns how the limited routes were used, from the tables `redemptions`, `balance_requests` and `credit_accounts` */
export const readLimitedUse = async (
	queries: Queries,
	account: string,
	since: number,
): Promise<LimitedUse> => ({
	sent: await listSent(queries, since),
	balances: await listBalances(queries, since),
	closedUntil: (await readAccount(queries, account))?.closed_until ?? 0,
});

const takeBalance = async (
	queries: Queries,
	account: string,
	{ at, freshSince, since, hasRoom }: BalanceRequest,
): Promise<BalanceTurn> => {
	const known = await readAccount(queries, account);
	// A later time was taken by a clock that was wrong.
	if (known && known.asked_at > freshSince && known.asked_at <= at)
		return known.balance === null ? "asked" : { answer: known.balance || null };
	if (!hasRoom(await readLimitedUse(queries, account, since))) return "full";
	await queries.deleteFrom("balance_requests").where("sent_at", "<=", since).execute();
	await queries.insertInto("balance_requests").values({ sent_at: at }).execute();
	const asked = { asked_at: at, balance: null };
	await queries
		.insertInto("credit_accounts")
		.values({ account, closed_until: 0, ...asked })
		.onConflict((conflict) => conflict.column("account").doUpdateSet(asked))
		.execute();
	return "ask";
};

/** @returns the tables `credit_accounts` and `balance_requests` */
export const creditAccountsIn = (database: StoreDatabase): CreditAccounts => ({
	readUse: (account, since) => database.readAtOnce((queries) => readLimitedUse(queries, account, since)),
	takeBalance: (account, request) =>
		database.write((queries) => takeBalance(queries, account, request), { alone: limitedRoutes }),
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
});
