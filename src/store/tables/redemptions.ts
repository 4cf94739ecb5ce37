import { sql } from "kysely";
import { limitedRoutes, readLimitedUse } from "../credit-accounts.ts";
import type { OwnsGuild, Queries, StoreDatabase } from "../database.ts";
import type { Admission, Begun, NewRedemption, Redeemer, Redemptions, SentBefore } from "../redemptions.ts";
import { inParts } from "./in-parts.ts";

const listOfMember = (queries: Queries, member: string): Promise<SentBefore["ofMember"]> =>
	queries
		.selectFrom("redemptions")
		.select(["sent_at as sentAt", "outcome", "settled_at as settledAt"])
		.where("member", "=", member)
		.where("reason", "is distinct from", "unreachable")
		.orderBy("sent_at")
		.orderBy("id")
		.execute();

const findStanding = async (
	queries: Queries,
	{ guildId, userId }: Redeemer,
): Promise<SentBefore["standing"]> => {
	const { own } = await queries
		.selectFrom("redemptions")
		.select(({ fn, eb }) => fn.max(eb.case().when("user_id", "=", userId).then(1).else(0).end()).as("own"))
		.where("guild_id", "=", guildId)
		.where("outcome", "=", "redeemed")
		.executeTakeFirstOrThrow();
	return own === null ? 0 : own > 0 ? 2 : 1;
};

const dropTraces = async (
	queries: Queries,
	traceMs: number,
	clock: StoreDatabase["clock"],
): Promise<void> => {
	await queries
		.updateTable("redemptions")
		.set({ member: null })
		.where("member", "is not", null)
		.where(({ eb }) => eb(sql<number>`abs(sent_at - ${clock})`, ">", traceMs))
		.execute();
};

/** Calls what has no outcome after its time unknown; an outcome that comes all the same is still written. */
const giveUpLost = async (queries: Queries, code: string, clock: StoreDatabase["clock"]): Promise<void> => {
	await queries
		.updateTable("redemptions")
		.set({ outcome: "unknown", settled_at: clock })
		.where("code", "=", code)
		.where("outcome", "=", "sent")
		.where("lost_at", "<=", clock)
		.execute();
};

const beginRedemption = async <Wait>(
	queries: Queries,
	{ guildId, userId, member, account: ofServer = null, code, secret }: NewRedemption,
	{ account, windowMs, traceMs, lostAfterMs, findWait }: Admission<Wait>,
	clock: StoreDatabase["clock"],
): Promise<Begun<Wait>> => {
	await dropTraces(queries, traceMs, clock);
	await giveUpLost(queries, code, clock);
	const use = await readLimitedUse(queries, account, windowMs, clock);
	const wait = findWait({
		...use,
		ofMember: await listOfMember(queries, member),
		standing: await findStanding(queries, { guildId, userId }),
	});
	if (wait !== undefined) return { wait };
	const begun = await queries
		.insertInto("redemptions")
		.values({
			guild_id: guildId,
			user_id: userId,
			member,
			account: ofServer,
			code,
			secret,
			sent_at: use.now,
			told: 0,
			lost_at: use.now + lostAfterMs,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning("id")
		.executeTakeFirst();
	return begun ?? { isUnderWay: true };
};

/** @returns the table `redemptions` */
export const redemptionsIn = (database: StoreDatabase, owns: OwnsGuild): Redemptions => ({
	begin: (redemption, admission) =>
		database.write((queries) => beginRedemption(queries, redemption, admission, database.clock), {
			alone: limitedRoutes,
			durable: true,
		}),
	settle: async (id, { outcome, reason, units }) => {
		await database.write(
			(queries) =>
				queries
					.updateTable("redemptions")
					.set({
						outcome,
						reason: reason || null,
						units: units ?? null,
						settled_at: database.clock,
						lost_at: null,
					})
					.where("id", "=", id)
					.where(({ eb, or }) => or([eb("outcome", "=", "sent"), eb("lost_at", "is not", null)]))
					.execute(),
			{ durable: true },
		);
	},
	readEarlier: async (id) => {
		const earlier = await database.read((queries) =>
			queries
				.selectFrom("redemptions as this")
				.innerJoin("redemptions as earlier", "earlier.code", "this.code")
				.select("earlier.outcome")
				.where("this.id", "=", id)
				.whereRef("earlier.id", "<", "this.id")
				.where("earlier.outcome", "in", ["sent", "unknown", "redeemed"])
				.orderBy("earlier.id", "desc")
				.limit(1)
				.executeTakeFirst(),
		);
		return earlier && (earlier.outcome === "redeemed" ? "redeemed" : "unknown");
	},
	failOpen: async () =>
		database.write(
			async (queries) => {
				const open = await queries
					.selectFrom("redemptions")
					.select(["id", "guild_id"])
					.where("outcome", "=", "sent")
					.execute();
				// What lost its guild's name is anybody's.
				const lost = open.filter(({ guild_id }) => guild_id === "" || owns(guild_id)).map(({ id }) => id);
				for (const part of inParts(lost))
					await queries
						.updateTable("redemptions")
						.set({ outcome: "unknown", settled_at: database.clock, lost_at: null })
						.where("id", "in", part)
						.where("outcome", "=", "sent")
						.execute();
				return lost.length;
			},
			{ durable: true },
		),
	countOfOtherSecrets: async (secret, withinMs) => {
		const { count } = await database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select((build) => build.fn.countAll<number>().as("count"))
				.where("secret", "<>", secret)
				.where("sent_at", ">", sql<number>`${database.clock} - ${sql.lit(withinMs)}`)
				.executeTakeFirstOrThrow(),
		);
		return count;
	},
	list: (guildId, limit, account = null) =>
		database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select([
					"id",
					"user_id as userId",
					"sent_at as sentAt",
					"outcome",
					"reason",
					"units",
					"settled_at as settledAt",
				])
				.where("guild_id", "=", guildId)
				.where("account", "is not distinct from", account)
				.orderBy("id", "desc")
				.limit(limit)
				.execute(),
		),
	listUntold: ({ guildId, userId }) =>
		database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select(["code", "outcome", "reason", "units", "account"])
				.where("guild_id", "=", guildId)
				.where("user_id", "=", userId)
				.where("told", "=", 0)
				.where("outcome", "in", ["redeemed", "refused", "unknown"])
				.$narrowType<{ outcome: "redeemed" | "refused" | "unknown" }>()
				.orderBy("id")
				.execute(),
		),
	markTold: async ({ guildId, userId, code }) => {
		await database.write((queries) =>
			queries
				.updateTable("redemptions")
				.set({ told: 1 })
				.where("guild_id", "=", guildId)
				.where("user_id", "=", userId)
				.where("code", "=", code)
				.where("told", "=", 0)
				.execute(),
		);
	},
	eraseNames: async (before) => {
		const { numUpdatedRows } = await database.write(
			(queries) =>
				queries
					.updateTable("redemptions")
					.set({ user_id: null })
					.where("sent_at", "<", before)
					.where("user_id", "is not", null)
					.executeTakeFirst(),
			{ patient: true },
		);
		return Number(numUpdatedRows);
	},
	dropTraces: (traceMs) => database.write((queries) => dropTraces(queries, traceMs, database.clock)),
});
