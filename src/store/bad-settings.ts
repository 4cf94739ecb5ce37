import { sql } from "kysely";
import { readStored, type Settings } from "../settings/setting.ts";
import { guildSettings, memberSettings } from "../settings/settings.ts";
import type { Queries } from "./database.ts";

/** How many guilds have stored values that can't be read, by the keys of their settings and of their members'. */
export type BadSettings = Readonly<Record<"guilds" | "members", ReadonlyMap<string, number>>>;

/** So many rows are read at once. */
const rowsMax = 1_000;

const countIn = async (
	queries: Queries,
	table: "guild_settings" | "member_settings",
	settings: Settings,
): Promise<ReadonlyMap<string, number>> => {
	const counts = new Map<string, number>();
	const lastGuilds = new Map<string, string>();
	const columns = ["guildId", ...(table === "member_settings" ? ["userId"] : []), "key"] as "userId"[];
	const names = sql.join(columns.map((column) => sql.ref(column)));
	let after = columns.map(() => "");
	for (;;) {
		const rows = await queries
			.selectFrom(table as "member_settings")
			.selectAll()
			.where(sql<boolean>`(${names}) > (${sql.join(after)})`)
			.orderBy(names)
			.limit(rowsMax)
			.execute();
		for (const [guildId, stored] of Map.groupBy(rows, (row) => row.guildId))
			readStored(settings, stored, (key) => {
				if (lastGuilds.get(key) !== guildId) counts.set(key, (counts.get(key) ?? 0) + 1);
				lastGuilds.set(key, guildId);
			});
		const last = rows.at(-1);
		if (!last || rows.length < rowsMax) return counts;
		after = columns.map((column) => last[column]);
	}
};

/** Reads all stored settings, in parts, as Herald does. */
export const countBadSettings = async (queries: Queries): Promise<BadSettings> => ({
	guilds: await countIn(queries, "guild_settings", guildSettings),
	members: await countIn(queries, "member_settings", memberSettings),
});
