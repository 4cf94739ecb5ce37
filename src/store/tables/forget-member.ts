import type { ExpressionBuilder } from "kysely";
import { everyone, guildAt, type Owner, ofGuild, ofMember, placeKey } from "../../shared/party.ts";
import { countChanged, type Queries, type Schema, type StoreDatabase } from "../database.ts";
import { takeNamesOff } from "../speech-days.ts";

/** The member of a guild to forget, or elsewhere of all guilds; `today` (days since the epoch, UTC) is kept until it ends. */
interface Forgettable extends Owner {
	readonly today: number;
	/** Whether that they aren't to be read is forgotten, too. */
	readonly withOptOut?: boolean;
}

/** The counts of what was erased. */
interface ErasureCounts {
	readonly settings: boolean;
	readonly presets: number;
	/** Whether it was they who had connected the guild's account, which stays. */
	readonly connected: boolean;
	/** Whether there was an account of their own, outside of guilds. */
	readonly account: boolean;
	readonly redemptions: boolean;
	/** Days of speech. */
	readonly days: number;
	/** Whether the member isn't to be read: the only thing that is kept, or erasing would undo it. */
	readonly staysUnread: boolean;
}

/** Forgets what has a member's own id in the place of a guild's. @returns whether there was an account */
const forgetParty = async (queries: Queries, userId: string): Promise<boolean> => {
	const party = ofMember(userId);
	await queries.deleteFrom("speech_months").where("guildId", "=", party).execute();
	await queries.updateTable("redemptions").set({ guildId: everyone }).where("guildId", "=", party).execute();
	return (await countChanged(queries.deleteFrom("account_links").where("guildId", "=", party))) > 0;
};

/**
 * Forgets a member of a guild, or elsewhere of all guilds, in every table or in none. That they aren't to be read is kept.
 *
 * @throws Problem `not_stored` if the database can't be written at the moment
 */
export const forgetMember = (
	database: StoreDatabase,
	{ place, userId, today, withOptOut = false }: Forgettable,
): Promise<ErasureCounts> =>
	database.write(
		async (queries) => {
			const guildId = guildAt(place);
			const who = guildId === undefined ? { userId } : { guildId: place, userId };
			const party = guildId === undefined ? {} : { guildId: ofGuild(guildId) };
			await queries
				.deleteFrom("kept_values")
				.where(({ and }) => and(who))
				.execute();
			// An unreadable opt-out counts as one, and stays, too.
			const settings = await countChanged(
				queries
					.deleteFrom("member_settings")
					.where(({ and }) => and(who))
					.where(({ eb, or }) =>
						withOptOut ? eb.lit(true) : or([eb("key", "<>", "reading"), eb("value", "=", "true")]),
					),
			);
			const unread = await queries
				.selectFrom("member_settings")
				.select("key")
				.where(({ and }) => and(who))
				.executeTakeFirst();
			const presets = await countChanged(queries.deleteFrom("presets").where(({ and }) => and(who)));
			const account = guildId === undefined && (await forgetParty(queries, userId));
			const links = await countChanged(
				queries
					.updateTable("account_links")
					.set({ connectedBy: null })
					.where(({ and }) => and({ ...party, connectedBy: userId })),
			);
			const redemptions = await countChanged(
				queries
					.updateTable("redemptions")
					.set({ userId: null })
					.where(({ and }) => and({ ...party, userId })),
			);
			const isTheirs = (build: ExpressionBuilder<Schema, "speech_days">) => build.and({ ...party, userId });
			const days = await takeNamesOff(queries, (build) =>
				build.and([isTheirs(build), build("day", "<", today)]),
			);
			await queries.updateTable("speech_days").set({ forgotten: 1 }).where(isTheirs).execute();
			return {
				settings: settings > 0,
				staysUnread: unread !== undefined,
				presets,
				connected: links > 0,
				account,
				redemptions: redemptions > 0,
				days,
			};
		},
		{ alone: placeKey(place), erases: true },
	);
