import { sql } from "kysely";
import { readStored } from "../settings/setting.ts";
import { guildSettings, memberSettings } from "../settings/settings.ts";
import type { Queries } from "./database.ts";

/** Of rows that are read at once. */
const rowsMax = 1_000;

/** The guilds that have stored settings, or members with some, that can't be read, by the settings' keys. */
export type BadSettings = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads all stored settings as Herald does. */
export const findBadSettings = async (queries: Queries): Promise<BadSettings> => {
	const bad = new Map<string, Set<string>>();
	for (const [table, settings, ...columns] of [
		["guild_settings", guildSettings, "guildId", "key"],
		["member_settings", memberSettings, "guildId", "userId", "key"],
	] as const) {
		const names = sql.join(columns.map((column) => sql.ref(column)));
		let after = columns.map(() => "");
		while (after.length > 0) {
			const rows = await queries
				.selectFrom(table as "member_settings")
				.selectAll()
				.where(sql<boolean>`(${names}) > (${sql.join(after)})`)
				.orderBy(names)
				.limit(rowsMax)
				.execute();
			for (const row of rows)
				readStored(settings, [row], (key) => bad.set(key, (bad.get(key) ?? new Set()).add(row.guildId)));
			const last = rows[rowsMax - 1];
			after = last ? columns.map((column) => last[column]) : [];
		}
	}
	return bad;
};
