import type { Database } from "better-sqlite3";
import type {
	GuildReading,
	IgnoreRule,
	ReadChannel,
	Reading,
	ReadingSettings,
	ReadSource,
} from "../reading-settings.ts";
import { SqliteGuildList } from "./guild-list.ts";
import { write } from "./write.ts";

const nothingChosen: ReadingSettings = {
	voiceChat: null,
	names: null,
	listenersOnly: null,
	maxSeconds: null,
	announce: null,
	autoJoin: null,
	sharePercent: null,
	holdMs: null,
};

const toBoolean = (column: number | null): boolean | null => (column === null ? null : column === 1);
const fromBoolean = (chosen: boolean | null): number | null => (chosen === null ? null : Number(chosen));

/** The tables `guild_reading`, `read_channels`, `read_ignores` and `read_sources`. */
export class SqliteReading implements Reading {
	readonly #database: Database;
	readonly #channels: SqliteGuildList<ReadChannel>;
	readonly #ignores: SqliteGuildList<IgnoreRule>;
	readonly #sources: SqliteGuildList<ReadSource>;
	readonly changeChannels: Reading["changeChannels"];
	readonly changeIgnores: Reading["changeIgnores"];
	readonly changeSources: Reading["changeSources"];

	constructor(database: Database) {
		this.#database = database;
		this.#channels = new SqliteGuildList(database, {
			table: "read_channels",
			columns: ["channel_id", "spoken_in"],
			toRow: ({ channelId, spokenIn }) => [channelId, spokenIn],
			toEntry: ([channelId, spokenIn]) => ({ channelId: channelId as string, spokenIn: spokenIn ?? null }),
		});
		this.#ignores = new SqliteGuildList(database, {
			table: "read_ignores",
			columns: ["kind", "value"],
			toRow: ({ kind, value }) => [kind, value],
			toEntry: ([kind, value]) => ({ kind: kind as IgnoreRule["kind"], value: value as string }),
		});
		this.#sources = new SqliteGuildList(database, {
			table: "read_sources",
			columns: ["kind", "id"],
			toRow: ({ kind, id }) => [kind, id],
			toEntry: ([kind, id]) => ({ kind: kind as ReadSource["kind"], id: id as string }),
		});
		this.changeChannels = this.#channels.change;
		this.changeIgnores = this.#ignores.change;
		this.changeSources = this.#sources.change;
	}

	async read(guildId: string): Promise<GuildReading> {
		return {
			settings: this.#settings(guildId),
			channels: this.#channels.read(guildId),
			ignores: this.#ignores.read(guildId),
			sources: this.#sources.read(guildId),
		};
	}

	async changeSettings(guildId: string, change: Partial<ReadingSettings>): Promise<void> {
		write(this.#database, () => {
			const settings = { ...this.#settings(guildId), ...change };
			this.#database
				.prepare(
					`INSERT OR REPLACE INTO guild_reading (guild_id, voice_chat, names, listeners_only, max_seconds,
						announce, auto_join, share_percent, hold_ms)
					VALUES (:guildId, :voiceChat, :names, :listenersOnly, :maxSeconds,
						:announce, :autoJoin, :sharePercent, :holdMs)`,
				)
				.run({
					...settings,
					guildId,
					voiceChat: fromBoolean(settings.voiceChat),
					listenersOnly: fromBoolean(settings.listenersOnly),
				});
		});
	}

	#settings(guildId: string): ReadingSettings {
		const row = this.#database
			.prepare(
				`SELECT voice_chat AS voiceChat, names, listeners_only AS listenersOnly, max_seconds AS maxSeconds,
					announce, auto_join AS autoJoin, share_percent AS sharePercent, hold_ms AS holdMs
				FROM guild_reading WHERE guild_id = ?`,
			)
			.get(guildId) as
			| (Omit<ReadingSettings, "voiceChat" | "listenersOnly"> & {
					readonly voiceChat: number | null;
					readonly listenersOnly: number | null;
			  })
			| undefined;
		return row === undefined
			? nothingChosen
			: { ...row, voiceChat: toBoolean(row.voiceChat), listenersOnly: toBoolean(row.listenersOnly) };
	}
}
