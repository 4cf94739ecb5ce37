import { type Party, partyKey } from "../shared/party.ts";
import { type AccountLink, changeIn, countChanged, type Queries, type StoreDatabase } from "./database.ts";
import { recentRows } from "./tables/rows.ts";

/** The limit that a trial would exceed, and when there is room for a trial again, in ms since the epoch. */
export interface TooManyTries {
	readonly whose: "owner" | "member";
	readonly retryAt: number;
}

type NewLink = Pick<AccountLink, "guildId" | "service"> & { readonly connectedBy: string };

/** The lock of writes that depend on which secret is in use. */
const secretInUse = "account secret";

const readSecretId = async (queries: Queries): Promise<string | undefined> =>
	(await queries.selectFrom("account_secret").select("secretId").executeTakeFirst())?.secretId;

const setSecretId = async (queries: Queries, secretId: string): Promise<void> => {
	await queries
		.insertInto("account_secret")
		.values({ one: 1, secretId })
		.onConflict((conflict) => conflict.column("one").doUpdateSet({ secretId }))
		.execute();
};

export type AccountLinks = ReturnType<typeof accountLinksIn>;

/** @returns the calls for the tables `account_links`, `account_tries` and `account_secret` */
export const accountLinksIn = (database: StoreDatabase) => ({
	read: (guildId: Party): Promise<AccountLink | undefined> =>
		database.read((queries) =>
			queries.selectFrom("account_links").selectAll().where("guildId", "=", guildId).executeTakeFirst(),
		),

	list: (): Promise<AccountLink[]> =>
		database.read((queries) => queries.selectFrom("account_links").selectAll().orderBy("guildId").execute()),

	/**
	 * Connects an account, which replaces an earlier one.
	 *
	 * @param seal - gets the id of the secret in use, and returns the keys encrypted with it; if it throws, nothing is
	 * changed
	 */
	connect: ({ guildId, ...link }: NewLink, seal: (secretId: string) => Uint8Array): Promise<void> =>
		database.write({ alone: secretInUse, durable: true, erases: true }, async (queries) => {
			const secretId = await readSecretId(queries);
			if (secretId === undefined) throw new Error("No secret is in use");
			const row = { ...link, sealed: seal(secretId), secretId, connectedAt: database.clock, trouble: null };
			await queries
				.insertInto("account_links")
				.values({ guildId, ...row })
				.onConflict((conflict) => conflict.column("guildId").doUpdateSet(row))
				.execute();
		}),

	/** @returns whether there was an account to disconnect */
	disconnect: async (guildId: Party): Promise<boolean> =>
		(await database.write({ durable: true, erases: true }, (queries) =>
			countChanged(queries.deleteFrom("account_links").where("guildId", "=", guildId)),
		)) > 0,

	/**
	 * Notes why the service refuses an account; null if it accepts the account. Does nothing if another account has
	 * been connected since `connectedAt`.
	 */
	noteTrouble: (
		{ guildId, connectedAt }: Pick<AccountLink, "guildId" | "connectedAt">,
		trouble: string | null,
	) =>
		changeIn(database, (queries) =>
			queries
				.updateTable("account_links")
				.set({ trouble })
				.where(({ and }) => and({ guildId, connectedAt })),
		),

	/**
	 * Counts a trial of a key, unless there have been too many.
	 *
	 * @param member - a keyed hash of the member who tries the key
	 * @param limits - how many trials are allowed within `withinMs`. `perOwner`: for a guild, or for a member outside of
	 * guilds. `perMember`: for each member who tries keys
	 * @returns the limit that the trial would exceed; undefined if it was counted
	 */
	takeTry: (
		{ guildId, member }: { readonly guildId: Party; readonly member: string },
		limits: Readonly<Record<"withinMs" | "perOwner" | "perMember", number>>,
	): Promise<TooManyTries | undefined> =>
		database.write({ alone: "account tries", durable: true }, async (queries) => {
			const { clock } = database;
			const tries = recentRows(queries, "account_tries", "triedAt", clock, limits.withinMs);
			await tries.dropOthers();
			const ofMember = await tries.findRoomAt("member", member, limits.perMember);
			if (ofMember !== undefined) return { whose: "member", retryAt: ofMember };
			const ofOwner = await tries.findRoomAt("guildId", partyKey(guildId), limits.perOwner);
			if (ofOwner !== undefined) return { whose: "owner", retryAt: ofOwner };
			await queries.insertInto("account_tries").values({ guildId, member, triedAt: clock }).execute();
			return undefined;
		}),

	/** @returns the id of the secret in use; undefined if there is none yet */
	readSecretId: () => database.read(readSecretId),

	/** Puts a secret into use if there is none yet. @returns the id of the secret in use */
	claimSecret: (secretId: string): Promise<string> =>
		database.write({ alone: secretInUse, durable: true }, async (queries) => {
			const inUse = await readSecretId(queries);
			if (inUse === undefined) await setSecretId(queries, secretId);
			return inUse ?? secretId;
		}),

	/**
	 * Encrypts the keys of all links with the secret of this id and puts that secret into use, in one transaction.
	 *
	 * @param reseal - encrypts a link's keys with that secret
	 * @returns the number of links
	 */
	reseal: (secretId: string, reseal: (link: AccountLink) => Uint8Array): Promise<number> =>
		database.write({ alone: secretInUse, durable: true, erases: true, patient: true }, async (queries) => {
			const links = await queries.selectFrom("account_links").selectAll().orderBy("guildId").execute();
			for (const link of links)
				await queries
					.updateTable("account_links")
					.set({ sealed: reseal(link), secretId })
					.where("guildId", "=", link.guildId)
					.execute();
			await setSecretId(queries, secretId);
			return links.length;
		}),

	/** Disconnects all accounts, and forgets which secret was in use. @returns the number of accounts */
	clear: (): Promise<number> =>
		database.write({ alone: secretInUse, durable: true, erases: true }, async (queries) => {
			await queries.deleteFrom("account_secret").execute();
			return countChanged(queries.deleteFrom("account_links"));
		}),
});
