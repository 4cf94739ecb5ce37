import type { VoicePreferences } from "../settings/settings.ts";
import type { Queries, StoreDatabase } from "./database.ts";
import { compileOnce } from "./tables/compile-once.ts";

/** A named set of voice settings; null leaves a setting to the member who uses it. */
export interface Preset extends Pick<VoicePreferences, "style" | "language" | "speed"> {
	readonly name: string;
	readonly voice: string;
}

/** The presets that a member can use in a guild, by name. */
export interface UsablePresets {
	readonly own: readonly Preset[];
	readonly server: readonly Preset[];
}

/** Whose presets: a guild's, or a member's in it. */
interface PresetOwner {
	readonly guildId: string;
	readonly userId?: string;
}

/** Presets of guilds and members. A change is on disk when its promise resolves. */
export interface Presets {
	/** @param userId - the member; without one, only the guild's are read */
	read(guildId: string, userId?: string): Promise<UsablePresets>;
	/** @param edit - returns the new list for the current one, or undefined to leave it; it must not use the store */
	change(
		owner: PresetOwner,
		edit: (current: readonly Preset[]) => readonly Preset[] | undefined,
	): Promise<void>;
}

/** The `user_id` of a guild's presets. */
const wholeGuild = "";

const read = compileOnce(
	(queries: Queries, { guildId, userId }: { readonly guildId: string; readonly userId: string }) =>
		queries
			.selectFrom("presets")
			.select(["user_id", "name", "voice", "style", "language", "speed"])
			.where("guild_id", "=", guildId)
			.where("user_id", "in", [userId, wholeGuild])
			.orderBy("name")
			.compile(),
);

const listOf = (owner: string, rows: readonly (Preset & { readonly user_id: string })[]): Preset[] =>
	rows.filter(({ user_id }) => user_id === owner).map(({ user_id: _, ...preset }) => preset);

/** @returns the table `presets` */
export const presetsIn = (database: StoreDatabase): Presets => ({
	read: async (guildId, userId) => {
		const rows = await database.read((queries) => read(queries, { guildId, userId: userId ?? wholeGuild }));
		return { own: userId === undefined ? [] : listOf(userId, rows), server: listOf(wholeGuild, rows) };
	},
	change: ({ guildId, userId = wholeGuild }, edit) =>
		database.write(
			async (queries) => {
				const next = edit(listOf(userId, await read(queries, { guildId, userId })));
				if (!next) return;
				await queries
					.deleteFrom("presets")
					.where("guild_id", "=", guildId)
					.where("user_id", "=", userId)
					.execute();
				if (next.length === 0) return;
				const owner = { guild_id: guildId, user_id: userId };
				await queries
					.insertInto("presets")
					.values(next.map((preset) => ({ ...owner, ...preset })))
					.execute();
			},
			{ alone: guildId },
		),
});
