import { partyKey, placeKey } from "../../shared/party.ts";
import type { KeptRow, Queries, StoreDatabase } from "../database.ts";

/**
 * What is stored about a member in all guilds and outside of
 * them, for a copy that they ask for. Encrypted rows are counted.
 * Times are in ISO 8601. Guilds are ids, and `@me` is outside of Herald's guilds.
 */
export type MemberRecord = Awaited<ReturnType<typeof readMember>>;

const dayMs = 24 * 60 * 60_000;
const writeTime = (time: number | null): string | null =>
	time === null ? null : new Date(Number(time)).toISOString();

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
		settings: settings.map(({ guildId, key, value }) => ({
			where: placeKey(guildId),
			setting: key,
			value: readJson(value),
		})),
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

/** A setting that can't be read is shown as text. */
const readJson = (value: string): unknown => {
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
};

export const showMember = (database: StoreDatabase, userId: string): Promise<MemberRecord> =>
	database.read((queries) => readMember(queries, userId));
