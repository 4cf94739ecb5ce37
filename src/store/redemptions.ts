import { type Selectable, sql } from "kysely";
import { beyondGuildsPattern, everyone, type Party, placeOfParty } from "../shared/party.ts";
import { type LimitedUse, limitedRoutes, readLimitedUse } from "./credit-accounts.ts";
import {
	changeIn,
	countChanged,
	type JournalOutcome,
	type OwnsPlace,
	type Queries,
	type Schema,
	type StoreDatabase,
} from "./database.ts";
import { inParts } from "./tables/in-parts.ts";

/** How long after its last redemption a lost secret is told, in ms. */
export const secretWarningMs = 30 * 24 * 60 * 60_000;

/** A code and its sender; hashes stand for what the journal must not contain. Times are in ms since the epoch. */
export interface NewRedemption {
	readonly party: Party;
	readonly userId: string;
	/** A keyed hash of the member, for pacing. */
	readonly member: string;
	/** A keyed hash of the account that it is for, where a server has connected it; the operator's by default. */
	readonly account?: string | null;
	/** A keyed hash of the code. */
	readonly code: string;
	/** A mark of the secret that the hashes are made with. */
	readonly secret: string;
}

export interface Settlement {
	readonly outcome: Exclude<JournalOutcome, "sent">;
	readonly reason?: string;
	/** Quota units granted. */
	readonly units?: number | undefined;
}

type RedemptionRow = Readonly<Selectable<Schema["redemptions"]>>;

/** A row for display: nothing in it reveals a code. */
export type JournalEntry = Pick<RedemptionRow, (typeof shown)[number]>;
const shown = ["id", "userId", "sentAt", "outcome", "reason", "units", "settledAt"] as const;

/** An outcome that the member hasn't been told, with the keyed hash of its code. */
export interface UnansweredRedemption extends Pick<RedemptionRow, "code" | "reason" | "units" | "account"> {
	readonly outcome: "redeemed" | "refused" | "unknown";
}

/** The member of a redemption, or of all their redemptions in a guild. */
export type Redeemer = Pick<NewRedemption, "party" | "userId">;

/** Earlier requests that reached or may have reached the service: all of them, and this member's; each oldest first. */
export interface EarlierRequests extends LimitedUse {
	/** 0 where no code was redeemed in the guild before, 1 where one was, 2 where this member redeemed one there. */
	readonly standing: 0 | 1 | 2;
	readonly ofMember: readonly Pick<JournalEntry, "sentAt" | "outcome" | "settledAt">[];
}

/** How a redemption is checked before it starts; times in ms. */
export interface Admission<Wait> {
	/** A keyed hash of the account that pays. */
	readonly account: string;
	/** How far back requests count. */
	readonly windowMs: number;
	/** After so long, a redemption without an outcome is lost: its process has died. */
	readonly lostAfterMs: number;
	/** For so long, a redemption without an outcome keeps the account's next one waiting. */
	readonly turnMs: number;
	/** Members' traces in rows that are further away in time are removed first. */
	readonly traceMs: number;
	/**
	 * @returns why the redemption can't start now; undefined if it can. Called within the transaction: it must not use
	 * the store.
	 */
	readonly findWait: (before: EarlierRequests) => Wait | undefined;
}

/** A redemption that may start, or why not: it must wait, or the same code is under way, or another of the account. */
export type RedemptionStart<Wait> =
	| { readonly id: number }
	| { readonly wait: Wait }
	| { readonly underWay: "same" | "other" };

/** Whether a row is a member's outside of guilds. */
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

const findStanding = async (
	queries: Queries,
	{ party, userId }: Redeemer,
): Promise<EarlierRequests["standing"]> => {
	const { own } = await queries
		.selectFrom("redemptions")
		.select(({ fn, eb }) => fn.max(eb.case().when("userId", "=", userId).then(1).else(0).end()).as("own"))
		.where("guildId", "=", party)
		.where("outcome", "=", "redeemed")
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

/** Calls what has no outcome after its time unknown; an outcome that comes all the same is still written. */
const giveUpLost = async (queries: Queries, code: string, clock: StoreDatabase["clock"]): Promise<void> => {
	await queries
		.updateTable("redemptions")
		.set({ outcome: "unknown", settledAt: clock })
		.where("code", "=", code)
		.where("outcome", "=", "sent")
		.where("lostAt", "<=", clock)
		.execute();
};

/** @returns which redemption is in the way of one that is to start now; undefined if none is */
const findUnderWay = async (
	queries: Queries,
	{ account = null, code }: NewRedemption,
	since: number,
): Promise<"same" | "other" | undefined> => {
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

const beginRedemption = async <Wait>(
	queries: Queries,
	redemption: NewRedemption,
	{ account, windowMs, traceMs, lostAfterMs, turnMs, findWait }: Admission<Wait>,
	clock: StoreDatabase["clock"],
): Promise<RedemptionStart<Wait>> => {
	const { party, userId, member, account: ofServer = null, code, secret } = redemption;
	await dropTraces(queries, traceMs, clock);
	await giveUpLost(queries, code, clock);
	const use = await readLimitedUse(queries, account, windowMs, clock);
	const underWay = await findUnderWay(queries, redemption, use.now - turnMs);
	if (underWay) return { underWay };
	const wait = findWait({
		...use,
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
};

/**
 * The journal of redemptions, by the database's clock: those of machines differ. What `begin` and `settle` write is
 * synced to disk when their promises resolve. Writes reject with a Problem `not_stored` if the store can't be written at
 * the moment.
 */
export type Redemptions = ReturnType<typeof redemptionsIn>;

/** @returns the table `redemptions` */
export const redemptionsIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	/**
	 * Checks a redemption and, if it may start, writes its row as `sent`; concurrent ones can't pass on the same count,
	 * nor with the same code or account.
	 *
	 * @returns the row's id, or why it wasn't written
	 */
	begin: <Wait>(redemption: NewRedemption, admission: Admission<Wait>): Promise<RedemptionStart<Wait>> =>
		database.write((queries) => beginRedemption(queries, redemption, admission, database.clock), {
			alone: limitedRoutes,
			durable: true,
		}),

	/** Writes an outcome once, even after it was called lost; a guild's rows that `failOpen` gave up stay unknown. */
	settle: (id: number, { outcome, reason, units }: Settlement) =>
		changeIn(
			database,
			(queries) =>
				queries
					.updateTable("redemptions")
					.set({
						outcome,
						reason: reason || null,
						units: units ?? null,
						settledAt: database.clock,
						lostAt: null,
					})
					.where("id", "=", id)
					.where(({ eb, or }) => or([eb("outcome", "=", "sent"), eb("lostAt", "is not", null)])),
			{ durable: true },
		),

	/** @returns what earlier tries of the same code leave open or settle, whatever account they were for */
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

	/** Turns every row of this process's guilds that still says `sent` into `unknown`. @returns how many there were */
	failOpen: (): Promise<number> =>
		database.write(
			async (queries) => {
				const open = await queries
					.selectFrom("redemptions")
					.select(["id", "guildId"])
					.where("outcome", "=", "sent")
					.execute();
				// Rows without a guild's id are every process's.
				const lost = open
					.filter(({ guildId }) => guildId === "" || owns(placeOfParty(guildId)))
					.map(({ id }) => id);
				for (const part of inParts(lost))
					await queries
						.updateTable("redemptions")
						.set(({ eb, ref }) => ({
							outcome: "unknown",
							settledAt: database.clock,
							// Another process may still wait for the answer to a member's outside of guilds.
							lostAt: eb.case().when(isMembers).then(ref("lostAt")).end(),
						}))
						.where("id", "in", part)
						.where("outcome", "=", "sent")
						.execute();
				return lost.length;
			},
			{ durable: true },
		),

	/** @returns how many rows of the last `withinMs` have hashes made with another secret than the one of this mark */
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

	/** @returns a party's rows for an account, as `begin` has it, newest first */
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

	/** @returns what a member hasn't been told, oldest first, except outcomes that leave the code as good as before */
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

	/** The process that sent a member's code has ended: what came of it isn't known. */
	giveUp: ({ party, userId, code }: Redeemer & { readonly code: string }) =>
		changeIn(
			database,
			(queries) =>
				queries
					.updateTable("redemptions")
					.set({ outcome: "unknown", settledAt: database.clock, lostAt: null })
					.where(({ and }) => and({ guildId: party, userId, code, outcome: "sent" })),
			{ durable: true },
		),

	/** Notes that a member has been told what came of a code. */
	markAnswered: ({ party, userId, code }: Redeemer & { readonly code: string }) =>
		changeIn(database, (queries) =>
			queries
				.updateTable("redemptions")
				.set({ told: 1 })
				.where(({ and }) => and({ guildId: party, userId, code, told: 0 })),
		),

	/** Removes members' ids from rows sent before a time, also in the place of a guild's. @returns from how many */
	eraseNames: (before: number) =>
		database.write(
			(queries) =>
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
			{ patient: true },
		),

	/** Removes members' traces for pacing from rows further away in time, be it ahead: the clock was wrong then. */
	dropTraces: (traceMs: number) => database.write((queries) => dropTraces(queries, traceMs, database.clock)),
});
