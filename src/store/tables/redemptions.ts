import type { Queries, StoreDatabase } from "../database.ts";
import type {
	Admission,
	NewRedemption,
	Redemptions,
	SentBefore,
	SentRequest,
	TimeSpan,
} from "../redemptions.ts";

/** What decides by all rows is done alone. */
const journal = "redemptions";

const listSent = (queries: Queries, since: number): Promise<SentRequest[]> =>
	queries
		.selectFrom("redemptions")
		.select(["guild_id as guildId", "sent_at as sentAt"])
		.where("sent_at", ">", since)
		.where("reason", "is distinct from", "unreachable")
		.orderBy("sent_at")
		.execute();

const listOfMember = (queries: Queries, member: string): Promise<SentBefore["ofMember"]> =>
	queries
		.selectFrom("redemptions")
		.select(["sent_at as sentAt", "outcome", "settled_at as settledAt"])
		.where("member", "=", member)
		.where("reason", "is distinct from", "unreachable")
		.orderBy("sent_at")
		.orderBy("id")
		.execute();

const dropTraces = async (queries: Queries, { from, to }: TimeSpan): Promise<void> => {
	await queries
		.updateTable("redemptions")
		.set({ member: null })
		.where("member", "is not", null)
		.where((build) => build.not(build.between("sent_at", from, to)))
		.execute();
};

const beginRedemption = async <Wait>(
	queries: Queries,
	{ guildId, userId, member, code, secret, at }: NewRedemption,
	{ sentSince, tracesKept, findWait }: Admission<Wait>,
): Promise<{ readonly id: number } | { readonly wait: Wait }> => {
	await dropTraces(queries, tracesKept);
	const wait = findWait({
		sent: await listSent(queries, sentSince),
		ofMember: await listOfMember(queries, member),
	});
	if (wait !== undefined) return { wait };
	return queries
		.insertInto("redemptions")
		.values({ guild_id: guildId, user_id: userId, member, code, secret, sent_at: at, told: 0 })
		.returning("id")
		.executeTakeFirstOrThrow();
};

/** @returns the table `redemptions` */
export const redemptionsIn = (database: StoreDatabase): Redemptions => ({
	begin: (redemption, admission) =>
		database.write((queries) => beginRedemption(queries, redemption, admission), {
			alone: journal,
			durable: true,
		}),
	settle: async (id, { outcome, reason, units, at }) => {
		await database.write(
			(queries) =>
				queries
					.updateTable("redemptions")
					.set({ outcome, reason: reason || null, units: units ?? null, settled_at: at })
					.where("id", "=", id)
					.where("outcome", "=", "sent")
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
	failOpen: async (at) => {
		const { numUpdatedRows } = await database.write(
			(queries) =>
				queries
					.updateTable("redemptions")
					.set({ outcome: "unknown", settled_at: at })
					.where("outcome", "=", "sent")
					.executeTakeFirst(),
			{ durable: true },
		);
		return Number(numUpdatedRows);
	},
	countOfOtherSecrets: async (secret, since) => {
		const { count } = await database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select((build) => build.fn.countAll<number>().as("count"))
				.where("secret", "<>", secret)
				.where("sent_at", ">", since)
				.executeTakeFirstOrThrow(),
		);
		return count;
	},
	listSent: (since) => database.read((queries) => listSent(queries, since)),
	list: (guildId, limit) =>
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
				.orderBy("id", "desc")
				.limit(limit)
				.execute(),
		),
	listUntold: ({ guildId, userId }) =>
		database.read((queries) =>
			queries
				.selectFrom("redemptions")
				.select(["code", "outcome", "reason", "units"])
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
	dropTraces: (kept) => database.write((queries) => dropTraces(queries, kept)),
});
