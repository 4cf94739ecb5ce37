import type {
	BalanceRequest,
	BalanceTurn,
	CreditAccounts,
	LimitedUse,
	SentRequest,
} from "../credit-accounts.ts";
import type { Queries, StoreDatabase } from "../database.ts";

/** What decides by all requests is done alone, redemptions as well as balances. */
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
