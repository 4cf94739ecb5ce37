import type { ExpressionBuilder } from "kysely";
import { parseJson } from "../../settings/settings.ts";
import { everyone, guildAt, type Owner, ofGuild, ofMember, partyKey, placeKey } from "../../shared/party.ts";
import { countChanged, type KeptRow, type Queries, type Schema, type StoreDatabase } from "../database.ts";
import { takeNamesOff } from "../speech-days.ts";

/**
 * The member to forget: in a guild; or everywhere, if the place is outside of guilds. The speech of `today` (days
 * since the epoch, UTC) is kept until the day ends.
 */
interface Forgettable extends Owner {
	readonly today: number;
	/** Whether to forget, too, that the member opted out of being read. */
	readonly withOptOut?: boolean;
}

/**
 * Forgets a member's months and account outside of guilds, and makes `everyone` the party of the member's redemptions.
 *
 * @returns whether the member had connected an account
 */
const forgetParty = async (queries: Queries, userId: string): Promise<boolean> => {
	const party = ofMember(userId);
	await queries.deleteFrom("speech_months").where("guildId", "=", party).execute();
	await queries.updateTable("redemptions").set({ guildId: everyone }).where("guildId", "=", party).execute();
	return (await countChanged(queries.deleteFrom("account_links").where("guildId", "=", party))) > 0;
};

/**
 * Forgets a member, in every table or in none. Without `withOptOut`, an opt-out from being read is kept.
 *
 * @returns what was erased
 * @throws Problem `not_stored` if the database can't be written at the moment, `maybe_stored` if the outcome is
 * unknown
 */
export const forgetMember = (
	database: StoreDatabase,
	{ place, userId, today, withOptOut = false }: Forgettable,
) =>
	database.write({ alone: placeKey(place), erases: true }, async (queries) => {
		const guildId = guildAt(place);
		const who = guildId === undefined ? { userId } : { guildId: place, userId };
		const party = guildId === undefined ? {} : { guildId: ofGuild(guildId) };
		await queries
			.deleteFrom("kept_values")
			.where(({ and }) => and(who))
			.execute();
		// An unreadable value counts as an opt-out, so it stays, too.
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
			/** Whether an opt-out from being read was kept. Without it, the member's messages would be read again. */
			staysUnread: unread !== undefined,
			presets,
			/** Whether the member had connected the guild's account, which stays. */
			connected: links > 0,
			/** Whether the member had an account of their own, outside of guilds. */
			account,
			redemptions: redemptions > 0,
			days,
		};
	});

const dayMs = 24 * 60 * 60_000;
const writeTime = (time: number | null) => (time === null ? null : new Date(Number(time)).toISOString());

/**
 * @returns what is stored about a member in all guilds and outside of them, for a copy that the member asks for. Of
 * encrypted rows, only the number is shown. Times are in ISO 8601. Guilds are given by id; `@me` means outside of
 * Herald's guilds
 */
const readMember = async (queries: Queries, userId: string) => {
	const settings = await queries
		.selectFrom("member_settings")
		.selectAll()
		.where("userId", "=", userId)
		.execute();
	const presets = await queries.selectFrom("presets").selectAll().where("userId", "=", userId).execute();
	const days = await queries.selectFrom("speech_days").selectAll().where("userId", "=", userId).execute();
	const codes = await queries
		.selectFrom("redemptions")
		.select(["guildId", "sentAt", "outcome", "units"])
		.where("userId", "=", userId)
		.orderBy("sentAt")
		.execute();
	const accounts = await queries
		.selectFrom("account_links")
		.select(["guildId", "service", "connectedAt"])
		.where("connectedBy", "=", userId)
		.execute();
	const ignored = await queries
		.selectFrom("read_ignores")
		.select("guildId")
		.where(({ and }) => and({ kind: "user", value: userId }))
		.execute();
	const kept = await queries.selectFrom("kept_values").select("kind").where("userId", "=", userId).execute();
	const countKept = (...kinds: readonly KeptRow["kind"][]) =>
		kept.filter(({ kind }) => kinds.includes(kind)).length;
	return {
		settings: settings.map(({ guildId, key, value: text }) => {
			const value = parseJson(text);
			return { where: placeKey(guildId), setting: key, value: value === undefined ? text : value };
		}),
		presets: presets.map(({ guildId, userId: _, ...preset }) => ({ where: placeKey(guildId), ...preset })),
		speech: days.map(({ guildId, day, madeMs, readMs }) => ({
			where: partyKey(guildId),
			day: new Date(day * dayMs).toISOString().slice(0, 10),
			seconds: Number(madeMs) / 1_000,
			readAloudSeconds: Number(readMs) / 1_000,
		})),
		codes: codes.map(({ guildId, sentAt, outcome, units }) => ({
			where: guildId === "" ? "" : partyKey(guildId),
			sentAt: writeTime(sentAt),
			outcome,
			units,
		})),
		accountsConnected: accounts.map(({ guildId, service, connectedAt }) => ({
			where: partyKey(guildId),
			service,
			connectedAt: writeTime(connectedAt),
		})),
		notReadBySettingsOf: ignored.map(({ guildId }) => guildId),
		encrypted: {
			textsBehindButtons: countKept("text", "message"),
			answersUnderWay: countKept("answer"),
			longTexts: countKept("book"),
		},
	};
};

export const showMember = (database: StoreDatabase, userId: string) =>
	database.readAtOnce((queries) => readMember(queries, userId));
