import type { Generated, Kysely, RawBuilder } from "kysely";

/** Statements in either database. */
export type Queries = Kysely<Schema>;

/** Whether a guild's events come to this process, so that its rows are this process's to settle. */
export type OwnsGuild = (guildId: string) => boolean;

/** Options of a write. */
export interface WriteOptions {
	/**
	 * A lock's name, usually a guild id: writes with the same name run one after the other, in all processes. Needed by
	 * every write that depends on what it reads.
	 */
	readonly alone?: string;
	/** Whether it is on disk, and not only safe from a crash of the process, once it is written. */
	readonly durable?: boolean;
	/** Whether what it removes leaves no bytes behind in a journal, as soon as that is possible. */
	readonly erases?: boolean;
	/** Whether it may take half a minute: no member waits for it. */
	readonly patient?: boolean;
}

/** The database that the modules of `tables/` work with: SQLite or PostgreSQL. */
export interface StoreDatabase {
	/** The database's own clock, in ms since the epoch, to be used in statements. */
	readonly clock: RawBuilder<number>;
	/** Reads with one statement. */
	read<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
	/** Reads with several statements, all of one moment. */
	readAtOnce<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
	/**
	 * Writes in one transaction: all of `work` or nothing. It may run again where it met another transaction, and uses
	 * nothing of the store but its argument.
	 *
	 * @throws a Problem `not_stored` if the database can't be written at the moment, and `maybe_stored` if it was lost
	 * while it committed, and doesn't say what came of it
	 */
	write<T>(work: (queries: Queries) => Promise<T>, options?: WriteOptions): Promise<T>;
	/** @returns the tables that have this column */
	tablesWith(column: string): Promise<string[]>;
	/** @returns the secret that all who work with this database have, made by the first. @throws StoreError */
	openSecret(): Promise<Buffer>;
	/** Writes, and changes nothing. @throws a Problem `not_stored` if the database can't be written at the moment */
	checkWritable(): Promise<void>;
	/** Ends when all that was begun has ended. */
	close(): Promise<void>;
}

/** The outcome of a redemption; `sent` means that the answer is still awaited, or was when the process died. */
export type JournalOutcome =
	| "sent"
	| "redeemed"
	| "refused"
	| "busy"
	| "unauthorized"
	| "rate_limited"
	| "unknown"
	| "unavailable";

/** A boolean; the two databases have different boolean types. */
type Bit = 0 | 1;

interface Owned {
	guild_id: string;
	user_id: string;
}

/** The newest version of the tables of `migrations/bot`, the same in both databases. Times are in ms since the epoch. */
export interface Schema {
	speech_days: Owned & { day: number; made_ms: number; read_ms: number };
	speech_months: {
		month: string;
		guild_id: string;
		texts: number;
		made_ms: number;
		prompt_tokens: number;
		audio_tokens: number;
		lines: number;
		cached_lines: number;
	};
	/** `value` is JSON. */
	guild_settings: { guild_id: string; key: string; value: string };
	member_settings: Owned & { key: string; value: string };
	/** Without a member, they are the guild's. */
	presets: Owned & {
		name: string;
		voice: string;
		style: string | null;
		language: string | null;
		speed: number | null;
	};
	guild_words: { guild_id: string; word: string };
	dictionary: { guild_id: string; word: string; say: string };
	read_channels: { guild_id: string; channel_id: string; spoken_in: string | null };
	read_ignores: { guild_id: string; kind: "user" | "role" | "prefix"; value: string };
	read_sources: { guild_id: string; kind: "bot" | "webhook"; id: string };
	reading_notes: { guild_id: string; channel_id: string; message_id: string | null };
	voice_places: {
		guild_id: string;
		channel_id: string;
		seen_at: number;
		present: Bit;
		waiting: Generated<Bit>;
	};
	voice_unclean_ends: { found_at: number; guild_id: string };
	balance_requests: { id: Generated<number>; sent_at: number; account: string | null };
	credit_accounts: { account: string; closed_until: number; asked_at: number; balance: string | null };
	account_links: {
		guild_id: string;
		sealed: Uint8Array;
		secret_id: string;
		service: string;
		connected_by: string | null;
		connected_at: number;
		trouble: string | null;
	};
	account_tries: { id: Generated<number>; guild_id: string; member: string; tried_at: number };
	account_secret: { one: number; secret_id: string };
	secrets: { name: string; value: Uint8Array };
	guild_departures: { guild_id: string; left_at: number };
	button_memory: Owned & { id: string; kind: "text" | "message"; until: number; sealed: Uint8Array };
	answers_under_way: Owned & { interaction_id: string; until: number; sealed: Uint8Array };
	identify_slots: { bucket: number; free_at: number };
	shard_leases: { shard: number; shard_count: number; holder: string; until: number };
	books: Owned & { id: string; until: number; sealed: Uint8Array; progress: string };
	redemptions: {
		id: Generated<number>;
		guild_id: string;
		user_id: string | null;
		member: string | null;
		/** A keyed hash of a server's own; null is the operator's. */
		account: string | null;
		code: string;
		secret: string | null;
		sent_at: number;
		outcome: Generated<JournalOutcome>;
		reason: string | null;
		units: number | null;
		settled_at: number | null;
		told: Generated<Bit>;
		/** By the database's clock. */
		lost_at: number | null;
	};
}
