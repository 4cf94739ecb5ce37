import type { Queries, StoreDatabase } from "../database.ts";
import type { IgnoreRule, ReadChannel, Reading, ReadingSettings, ReadSource } from "../reading-settings.ts";
import { fromBit, toBit } from "../schema.ts";
import { compileOnce } from "./compile-once.ts";
import { GuildList } from "./guild-list.ts";

const nothingChosen: ReadingSettings = {
	voiceChat: null,
	names: null,
	listenersOnly: null,
	maxSeconds: null,
	dialogue: null,
	announce: null,
	autoJoin: null,
	sharePercent: null,
	holdMs: null,
};

const find = compileOnce((queries: Queries, { guildId }: { readonly guildId: string }) =>
	queries
		.selectFrom("guild_reading")
		.select([
			"voice_chat as voiceChat",
			"names",
			"listeners_only as listenersOnly",
			"max_seconds as maxSeconds",
			"dialogue",
			"announce",
			"auto_join as autoJoin",
			"share_percent as sharePercent",
			"hold_ms as holdMs",
		])
		.where("guild_id", "=", guildId)
		.compile(),
);

const readSettings = async (queries: Queries, guildId: string): Promise<ReadingSettings> => {
	const [row] = await find(queries, { guildId });
	return row
		? {
				...row,
				voiceChat: fromBit(row.voiceChat),
				listenersOnly: fromBit(row.listenersOnly),
				dialogue: fromBit(row.dialogue),
			}
		: nothingChosen;
};

const writeSettings = async (queries: Queries, guildId: string, settings: ReadingSettings): Promise<void> => {
	const row = {
		voice_chat: toBit(settings.voiceChat),
		names: settings.names,
		listeners_only: toBit(settings.listenersOnly),
		max_seconds: settings.maxSeconds,
		dialogue: toBit(settings.dialogue),
		announce: settings.announce,
		auto_join: settings.autoJoin,
		share_percent: settings.sharePercent,
		hold_ms: settings.holdMs,
	};
	await queries
		.insertInto("guild_reading")
		.values({ guild_id: guildId, ...row })
		.onConflict((conflict) => conflict.column("guild_id").doUpdateSet(row))
		.execute();
};

/** @returns the tables `guild_reading`, `read_channels`, `read_ignores` and `read_sources` */
export const readingIn = (database: StoreDatabase): Reading => {
	const channels = new GuildList<ReadChannel>(database, {
		table: "read_channels",
		columns: ["channel_id", "spoken_in"],
		toRow: ({ channelId, spokenIn }) => [channelId, spokenIn],
		toEntry: ([channelId, spokenIn]) => ({ channelId: channelId as string, spokenIn: spokenIn ?? null }),
	});
	const ignores = new GuildList<IgnoreRule>(database, {
		table: "read_ignores",
		columns: ["kind", "value"],
		toRow: ({ kind, value }) => [kind, value],
		toEntry: ([kind, value]) => ({ kind: kind as IgnoreRule["kind"], value: value as string }),
	});
	const sources = new GuildList<ReadSource>(database, {
		table: "read_sources",
		columns: ["kind", "id"],
		toRow: ({ kind, id }) => [kind, id],
		toEntry: ([kind, id]) => ({ kind: kind as ReadSource["kind"], id: id as string }),
	});
	return {
		read: (guildId) =>
			database.readAtOnce(async (queries) => ({
				settings: await readSettings(queries, guildId),
				channels: await channels.read(queries, guildId),
				ignores: await ignores.read(queries, guildId),
				sources: await sources.read(queries, guildId),
			})),
		changeSettings: (guildId, change) =>
			database.write(
				async (queries) =>
					writeSettings(queries, guildId, { ...(await readSettings(queries, guildId)), ...change }),
				{ alone: guildId },
			),
		changeChannels: channels.change,
		changeIgnores: ignores.change,
		changeSources: sources.change,
	};
};
