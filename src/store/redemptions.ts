import { type Selectable, sql } from "kysely";
import { beyondGuildsPattern, everyone, type Party, placeOfParty } from "../shared/party.ts";
import { type LimitedUse, limitedRoutes, readLimitedUse } from "./credit-accounts.ts";
import {
	changeIn,
	countChanged,
	inParts,
	type JournalOutcome,
	type OwnsPlace,
	type Queries,
	type Schema,
	type StoreDatabase,
} from "./database.ts";

/** How long the loss of a secret is reported after the last redemption that was recorded with the secret, in ms. */
export const secretWarningMs = 30 * 24 * 60 * 60_000;

/** A code and its sender. Hashes replace what the journal must not contain. */
export interface NewRedemption {
	readonly party: Party;
	readonly userId: string;
	/** A keyed hash of the member, for rate limits. */
	readonly member: string;
	/** A keyed hash of the connected account that the code is for; null, the default, for the operator's account. */
	readonly account?: string | null;
	/** A keyed hash of the code. */
	readonly code: string;
	/** The mark of the secret with which the hashes are made: a short hash that tells secrets apart. */
	readonly secret: string;
}

export interface Settlement {
	readonly outcome: Exclude<JournalOutcome, "sent">;
	readonly reason?: string;
	/** The granted quota units. */
	readonly units?: number | undefined;
}

type RedemptionRow = Readonly<Selectable<Schema["redemptions"]>>;

/** A row for display. It doesn't reveal the code. */
export type JournalEntry = Pick<RedemptionRow, (typeof shown)[number]>;
const shown = ["id", "userId", "sentAt", "outcome", "reason", "units", "settledAt"] as const;

/** A redemption's outcome that the member hasn't seen, with the code's keyed hash. */
export interface UnansweredRedemption extends Pick<RedemptionRow, "code" | "reason" | "units" | "account"> {
	readonly outcome: "redeemed" | "refused" | "unknown";
}

export type Redeemer = Pick<NewRedemption, "party" | "userId">;

/**
 * Earlier requests that reached or may have reached the service: everybody's, and this member's. Each list is oldest
 * first.
 */
export interface EarlierRequests extends LimitedUse {
	readonly party: Party;
	/** 0 if nobody in the guild has redeemed a code before, 1 if somebody has, 2 if this member has. */
	readonly standing: 0 | 1 | 2;
	readonly ofMember: readonly Pick<JournalEntry, "sentAt" | "outcome" | "settledAt">[];
}

/** How a redemption is checked before it begins. Times are in ms. */
export interface Admission<Wait> {
	/** The keyed hash of the account. */
	readonly account: string;
	/** The window of the rate limit. Older requests don't count. */
	readonly windowMs: number;
	/** After how long a redemption without an outcome is considered lost, because its process has died. */
	readonly lostAfterMs: number;
	/** How long a redemption without an outcome blocks the account's next redemption. */
	readonly turnMs: number;
	/** Rows whose time differs from now by more than this lose their member's hash before the check. */
	readonly traceMs: number;
	/**
	 * @returns why the redemption can't begin now; undefined if it can. Runs in the transaction: must not use the store
	 */
	readonly findWait: (before: EarlierRequests) => Wait | undefined;
}

/** Whether a redemption may begin. */
export type RedemptionStart<Wait> =
	/** The redemption may begin, under this id. */
	| { readonly id: number }
	/** Why the redemption has to wait: the result of `findWait`. */
	| { readonly wait: Wait }
	/** A redemption of the same code, or of another code for the same account, is under way. */
	| { readonly underWay: "same" | "other" };

/** Whether a row belongs to a member outside of guilds. */
const isMembers = sql<boolean>`guild_id LIKE ${sql.lit(beyondGuildsPattern)}`;

const listOfMember = (queries: Queries, member: string): Promise<EarlierRequests["ofMember"]> =>
	queries
		.selectFrom("redemptions")
		.select(["sentAt", "outcome", "settledAt"])
		.where("member", "=", member)
		.where("reason", "is distinct from", "unreachable")
		.orderBy("sentAt")
		.orderBy("id")
		.execute();

const findStanding = async (queries: Queries, { party, userId }: Redeemer) => {
	const { own } = await queries
		.selectFrom("redemptions")
		.select(({ fn, eb }) => fn.max(eb.case().when("userId", "=", userId).then(1).else(0).end()).as("own"))
		.where(({ and }) => and({ guildId: party, outcome: "redeemed" }))
		.executeTakeFirstOrThrow();
	return own === null ? 0 : own > 0 ? 2 : 1;
};

const dropTraces = (queries: Queries, traceMs: number, clock: StoreDatabase["clock"]): Promise<number> =>
	countChanged(
		queries
			.updateTable("redemptions")
			.set({ member: null })
			.where("member", "is not", null)
			.where(({ eb }) => eb(sql<number>`abs(sent_at - ${clock})`, ">", traceMs)),
	);

/** Makes a code's lost redemptions `unknown`. An outcome that arrives later replaces `unknown`. */
const giveUpLost = async (queries: Queries, code: string, clock: StoreDatabase["clock"]): Promise<void> => {
	await queries
		.updateTable("redemptions")
		.set({ outcome: "unknown", settledAt: clock })
		.where(({ and }) => and({ code, outcome: "sent" }))
		.where("lostAt", "<=", clock)
		.execute();
};

/**
 * @param since - a redemption of another code doesn't block if it was sent before this time
 * @returns whether a redemption of the `same` code, or of an `other` code for the account, blocks a new one;
 * undefined if none does
 */
const findUnderWay = async (queries: Queries, { account = null, code }: NewRedemption, since: number) => {
	const rows = await queries
		.selectFrom("redemptions")
		.select("code")
		.where("outcome", "=", "sent")
		.where(({ eb, or, and }) =>
			or([
				eb("code", "=", code),
				and([eb("account", "is not distinct from", account), eb("sentAt", ">", since)]),
			]),
		)
		.execute();
	if (rows.length === 0) return undefined;
	return rows.some((row) => row.code === code) ? "same" : "other";
};

/**
 * The journal of redemptions, by the database's clock, since machines' clocks differ. What `begin`, `settle`,
 * `failOpen` and `giveUp` write is synced to disk when their promises resolve. Writes reject with a Problem
 * `not_stored` if the database can't be written at the moment.
 */
export type Redemptions = ReturnType<typeof redemptionsIn>;

export const redemptionsIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	/**
	 * Checks a redemption and, if it may begin, writes its row as `sent`. Concurrent redemptions are checked one after
	 * the other, so they can't exceed a limit together or use one code twice.
	 *
	 * @returns the row's id, or why it wasn't written
	 */
	begin: <Wait>(redemption: NewRedemption, admission: Admission<Wait>): Promise<RedemptionStart<Wait>> =>
		database.write({ alone: limitedRoutes, durable: true }, async (queries) => {
			const { clock } = database;
			const { account, windowMs, traceMs, lostAfterMs, turnMs, findWait } = admission;
			const { party, userId, member, account: ofServer = null, code, secret } = redemption;
			await dropTraces(queries, traceMs, clock);
			await giveUpLost(queries, code, clock);
			const use = await readLimitedUse(queries, account, windowMs, clock);
			const underWay = await findUnderWay(queries, redemption, use.now - turnMs);
			if (underWay) return { underWay };
			const wait = findWait({
				...use,
				party,
				ofMember: await listOfMember(queries, member),
				standing: await findStanding(queries, { party, userId }),
			});
			if (wait !== undefined) return { wait };
			const { id } = await queries
				.insertInto("redemptions")
				.values({
					guildId: party,
					userId,
					member,
					account: ofServer,
					code,
					secret,
					sentAt: use.now,
					told: 0,
					lostAt: use.now + lostAfterMs,
				})
				.returning("id")
				.executeTakeFirstOrThrow();
			return { id };
		}),

	/**
	 * Saves a redemption's outcome once, even after the redemption was considered lost. An outcome that `giveUp`, or for
	 * a guild `failOpen`, has made unknown stays unknown.
	 */
	settle: (id: number, { outcome, reason, units }: Settlement) =>
		database.write({ durable: true }, async (queries) => {
			await queries
				.updateTable("redemptions")
				.set({
					outcome,
					reason: reason || null,
					units: units ?? null,
					settledAt: database.clock,
					lostAt: null,
				})
				.where("id", "=", id)
				.where(({ eb, or }) => or([eb("outcome", "=", "sent"), eb("lostAt", "is not", null)]))
				.execute();
		}),

	/**
	 * @returns what earlier requests with the same code, for any account, tell about the code: it was redeemed
	 * (`redeemed`), or may have been redeemed, because an answer was lost (`lost`) or didn't tell (`unclear`);
	 * undefined if there were no such requests
	 */
	readEarlier: async (id: number): Promise<"redeemed" | "lost" | "unclear" | undefined> => {
		const earlier = await database.read((queries) =>
			queries
				.selectFrom("redemptions as this")
				.innerJoin("redemptions as earlier", "earlier.code", "this.code")
				.select(["earlier.outcome", "earlier.reason"])
				.where("this.id", "=", id)
				.whereRef("earlier.id", "<", "this.id")
				.where("earlier.outcome", "in", ["sent", "unknown", "redeemed"])
				.orderBy(({ eb }) =>
					eb
						.case()
						.when("earlier.outcome", "=", "redeemed")
						.then(0)
						.when("earlier.reason", "=", "unclear")
						.then(2)
						.else(1)
						.end(),
				)
				.limit(1)
				.executeTakeFirst(),
		);
		if (earlier?.outcome === "redeemed") return earlier.outcome;
		return earlier && (earlier.reason === "unclear" ? earlier.reason : "lost");
	},

	/** Turns the rows of this process's places that are still `sent` into `unknown`. @returns the number of rows */
	failOpen: (): Promise<number> =>
		database.write({ durable: true }, async (queries) => {
			const open = await queries
				.selectFrom("redemptions")
				.select(["id", "guildId"])
				.where("outcome", "=", "sent")
				.execute();
			// Rows of erased guilds belong to every process.
			const lost = open
				.filter(({ guildId }) => guildId === "" || owns(placeOfParty(guildId)))
				.map(({ id }) => id);
			for (const part of inParts(lost))
				await queries
					.updateTable("redemptions")
					.set(({ eb, ref }) => ({
						outcome: "unknown",
						settledAt: database.clock,
						// Another process may still wait for the answer of a member outside of guilds.
						lostAt: eb.case().when(isMembers).then(ref("lostAt")).end(),
					}))
					.where("id", "in", part)
					.where("outcome", "=", "sent")
					.execute();
			return lost.length;
		}),

	/** @returns how many rows of the last `withinMs` have hashes made with a secret other than this one */
	countOfOtherSecrets: async (secret: string, withinMs: number): Promise<number> => {
		const { count } = await database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select((build) => build.fn.countAll<number>().as("count"))
				.where("secret", "<>", secret)
				.where("sentAt", ">", sql<number>`${database.clock} - ${sql.lit(withinMs)}`)
				.executeTakeFirstOrThrow(),
		);
		return count;
	},

	/** @returns a party's rows for a connected account, or for the operator's if `account` is null, newest first */
	list: (party: Party, limit: number, account: string | null = null): Promise<JournalEntry[]> =>
		database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select(shown)
				.where("guildId", "=", party)
				.where("account", "is not distinct from", account)
				.orderBy("id", "desc")
				.limit(limit)
				.execute(),
		),

	/**
	 * @returns the outcomes `redeemed`, `refused` and `unknown` that a member hasn't seen, oldest first. After any
	 * other final outcome, the code is as good as before
	 */
	listUnanswered: ({ party, userId }: Redeemer): Promise<UnansweredRedemption[]> =>
		database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select(["code", "outcome", "reason", "units", "account"])
				.where(({ and }) => and({ guildId: party, userId, told: 0 }))
				.where("outcome", "in", ["redeemed", "refused", "unknown"])
				.$narrowType<{ outcome: "redeemed" | "refused" | "unknown" }>()
				.orderBy("id")
				.execute(),
		),

	/** Call it if the process that was redeeming a member's code has ended. The outcome becomes unknown. */
	giveUp: ({ party, userId, code }: Redeemer & { readonly code: string }) =>
		database.write({ durable: true }, async (queries) => {
			await queries
				.updateTable("redemptions")
				.set({ outcome: "unknown", settledAt: database.clock, lostAt: null })
				.where(({ and }) => and({ guildId: party, userId, code, outcome: "sent" }))
				.execute();
		}),

	/** Notes that a member has seen a code's outcome. */
	markAnswered: ({ party, userId, code }: Redeemer & { readonly code: string }) =>
		changeIn(database, (queries) =>
			queries
				.updateTable("redemptions")
				.set({ told: 1 })
				.where(({ and }) => and({ guildId: party, userId, code, told: 0 })),
		),

	/**
	 * Removes members' ids from rows sent before a time, and makes `everyone` the party of rows of members outside of
	 * guilds.
	 *
	 * @returns the number of rows
	 */
	eraseNames: (before: number) =>
		database.write({ patient: true }, (queries) =>
			countChanged(
				queries
					.updateTable("redemptions")
					.set(({ eb }) => ({
						userId: null,
						guildId: eb.case().when(isMembers).then(everyone).else(eb.ref("guildId")).end(),
					}))
					.where("sentAt", "<", before)
					.where("userId", "is not", null),
			),
		),

	/**
	 * Removes members' hashes from rows whose time differs from now by more than `traceMs`. A time that far in the
	 * future comes from a wrong clock.
	 */
	dropTraces: (traceMs: number) =>
		database.write({}, (queries) => dropTraces(queries, traceMs, database.clock)),
});
