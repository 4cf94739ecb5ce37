import type { Queries, StoreDatabase } from "../database.ts";
import type { GuildVoice, VoiceSettings } from "../voice-settings.ts";
import { compileOnce } from "./compile-once.ts";

const nothingChosen: VoiceSettings = {
	aloneSeconds: null,
	idleSeconds: null,
	textSeconds: null,
	volumeDb: null,
};

const find = compileOnce((queries: Queries, { guildId }: { readonly guildId: string }) =>
	queries
		.selectFrom("guild_voice")
		.select([
			"alone_seconds as aloneSeconds",
			"idle_seconds as idleSeconds",
			"text_seconds as textSeconds",
			"volume_db as volumeDb",
		])
		.where("guild_id", "=", guildId)
		.compile(),
);

const readSettings = async (queries: Queries, guildId: string): Promise<VoiceSettings> =>
	(await find(queries, { guildId }))[0] ?? nothingChosen;

/** @returns the table `guild_voice` */
export const guildVoiceIn = (database: StoreDatabase): GuildVoice => ({
	read: (guildId) => database.read((queries) => readSettings(queries, guildId)),
	change: (guildId, change) =>
		database.write(
			async (queries) => {
				const chosen = { ...(await readSettings(queries, guildId)), ...change };
				const row = {
					alone_seconds: chosen.aloneSeconds,
					idle_seconds: chosen.idleSeconds,
					text_seconds: chosen.textSeconds,
					volume_db: chosen.volumeDb,
				};
				await queries
					.insertInto("guild_voice")
					.values({ guild_id: guildId, ...row })
					.onConflict((conflict) => conflict.column("guild_id").doUpdateSet(row))
					.execute();
			},
			{ alone: guildId },
		),
});
