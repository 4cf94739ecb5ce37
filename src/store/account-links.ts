import { sql } from "kysely";
import type { Queries, StoreDatabase } from "./database.ts";

/** An account that a guild has connected. Times are in ms since the epoch, by the database's clock. */
export interface AccountLink {
	readonly guildId: string;
	/** Key and token, encrypted. */
	readonly sealed: Uint8Array;
	/** The id of the secret that they are encrypted with. */
	readonly secretId: string;
	/** Where the account is. */
	readonly service: string;
	/** Null if the member was forgotten. */
	readonly connectedBy: string | null;
	readonly connectedAt: number;
	/** What the service refuses it for; null while it works. */
	readonly trouble: string | null;
}

/** How often keys may be tried within a time in ms. */
interface TryLimits {
	readonly withinMs: number;
	readonly perGuild: number;
	readonly perMember: number;
}

/** Which limit a try would exceed, and when it wouldn't any more. */
export interface TooManyTries {
	readonly whose: "guild" | "member";
	readonly retryAt: number;
}

type NewLink = Pick<AccountLink, "guildId" | "service"> & { readonly connectedBy: string };

/** The accounts that guilds have connected. */
export interface AccountLinks {
	read(guildId: string): Promise<AccountLink | undefined>;
	list(): Promise<AccountLink[]>;
	/**
	 * Connects an account in the place of an earlier one.
	 *
	 * @param seal - encrypts it with the secret of that id; what it throws changes nothing
	 */
	connect(link: NewLink, seal: (secretId: string) => Uint8Array): Promise<void>;
	/** @returns whether there was one */
	disconnect(guildId: string): Promise<boolean>;
	/** Notes what the link of that time is refused for. */
	noteTrouble(link: Pick<AccountLink, "guildId" | "connectedAt">, trouble: string | null): Promise<void>;
	/** Counts a try of a key, whatever comes of it, unless there were too many. @param member - a keyed hash */
	takeTry(
		whose: { readonly guildId: string; readonly member: string },
		limits: TryLimits,
	): Promise<TooManyTries | undefined>;
	/** @returns the id of the secret that links are encrypted with */
	readSecretId(): Promise<string | undefined>;
	/** Takes a secret into use, unless there is one. @returns the id of the one in use */
	claimSecret(secretId: string): Promise<string>;
	/** Has all links encrypted anew, at once. @returns how many there are */
	reseal(secretId: string, reseal: (link: AccountLink) => Uint8Array): Promise<number>;
	/** Disconnects all, and forgets which secret is in use. @returns how many there were */
	clear(): Promise<number>;
}

/** The lock's name of writes that depend on which secret is in use. */
const secretInUse = "account secret";

const selectLinks = (queries: Queries) =>
	queries
		.selectFrom("account_links")
		.select([
			"guild_id as guildId",
			"sealed",
			"secret_id as secretId",
			"service",
			"connected_by as connectedBy",
			"connected_at as connectedAt",
			"trouble",
		]);

const readSecretId = async (queries: Queries): Promise<string | undefined> =>
	(await queries.selectFrom("account_secret").select("secret_id").executeTakeFirst())?.secret_id;

const setSecretId = async (queries: Queries, secretId: string): Promise<void> => {
	await queries
		.insertInto("account_secret")
		.values({ one: 1, secret_id: secretId })
		.onConflict((conflict) => conflict.column("one").doUpdateSet({ secret_id: secretId }))
		.execute();
};

/** @returns when the oldest of the last `max` tries is over; undefined if there were fewer */
const findRoomAt = async (
	queries: Queries,
	column: "guild_id" | "member",
	value: string,
	max: number,
	withinMs: number,
): Promise<number | undefined> => {
	const oldest = await queries
		.selectFrom("account_tries")
		.select("tried_at")
		.where(column, "=", value)
		.orderBy("tried_at", "desc")
		.offset(max - 1)
		.limit(1)
		.executeTakeFirst();
	return oldest && oldest.tried_at + withinMs;
};

/** @returns the tables `account_links`, `account_tries` and `account_secret` */
export const accountLinksIn = (database: StoreDatabase): AccountLinks => ({
	read: (guildId) =>
		database.read((queries) => selectLinks(queries).where("guild_id", "=", guildId).executeTakeFirst()),
	list: () => database.read((queries) => selectLinks(queries).orderBy("guild_id").execute()),
	connect: async ({ guildId, service, connectedBy }, seal) => {
		await database.write(
			async (queries) => {
				const secretId = await readSecretId(queries);
				if (secretId === undefined) throw new Error("No secret is in use");
				const row = {
					sealed: seal(secretId),
					secret_id: secretId,
					service,
					connected_by: connectedBy,
					connected_at: database.clock,
					trouble: null,
				};
				await queries
					.insertInto("account_links")
					.values({ guild_id: guildId, ...row })
					.onConflict((conflict) => conflict.column("guild_id").doUpdateSet(row))
					.execute();
			},
			{ alone: secretInUse, durable: true, erases: true },
		);
	},
	disconnect: (guildId) =>
		database.write(
			async (queries) => {
				const { numDeletedRows } = await queries
					.deleteFrom("account_links")
					.where("guild_id", "=", guildId)
					.executeTakeFirst();
				return numDeletedRows > 0n;
			},
			{ durable: true, erases: true },
		),
	noteTrouble: async ({ guildId, connectedAt }, trouble) => {
		await database.write((queries) =>
			queries
				.updateTable("account_links")
				.set({ trouble })
				.where("guild_id", "=", guildId)
				.where("connected_at", "=", connectedAt)
				.execute(),
		);
	},
	takeTry: ({ guildId, member }, { withinMs, perGuild, perMember }) =>
		database.write(
			async (queries) => {
				const { clock } = database;
				await queries
					.deleteFrom("account_tries")
					// A time ahead was taken by a clock that was wrong.
					.where(({ eb }) => eb(sql<number>`abs(tried_at - ${clock})`, ">=", withinMs))
					.execute();
				const ofMember = await findRoomAt(queries, "member", member, perMember, withinMs);
				if (ofMember !== undefined) return { whose: "member", retryAt: ofMember };
				const ofGuild = await findRoomAt(queries, "guild_id", guildId, perGuild, withinMs);
				if (ofGuild !== undefined) return { whose: "guild", retryAt: ofGuild };
				await queries
					.insertInto("account_tries")
					.values({ guild_id: guildId, member, tried_at: clock })
					.execute();
				return undefined;
			},
			{ alone: "account tries", durable: true },
		),
	readSecretId: () => database.read(readSecretId),
	claimSecret: (secretId) =>
		database.write(
			async (queries) => {
				const inUse = await readSecretId(queries);
				if (inUse === undefined) await setSecretId(queries, secretId);
				return inUse ?? secretId;
			},
			{ alone: secretInUse, durable: true },
		),
	reseal: (secretId, reseal) =>
		database.write(
			async (queries) => {
				const links = await selectLinks(queries).execute();
				for (const link of links)
					await queries
						.updateTable("account_links")
						.set({ sealed: reseal(link), secret_id: secretId })
						.where("guild_id", "=", link.guildId)
						.execute();
				await setSecretId(queries, secretId);
				return links.length;
			},
			{ alone: secretInUse, durable: true, erases: true, patient: true },
		),
	clear: () =>
		database.write(
			async (queries) => {
				const { numDeletedRows } = await queries.deleteFrom("account_links").executeTakeFirst();
				await queries.deleteFrom("account_secret").execute();
				return Number(numDeletedRows);
			},
			{ alone: secretInUse, durable: true, erases: true },
		),
});
