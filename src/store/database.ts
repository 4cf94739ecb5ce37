import {
	CamelCasePlugin,
	DeleteResult,
	type Dialect,
	type Generated,
	type InsertResult,
	Kysely,
	type RawBuilder,
	UpdateResult,
} from "kysely";
import type { Party, Place } from "../shared/party.ts";

/** A boolean; the two databases have different boolean types. */
type Bit = 0 | 1;

/** A row's owner. */
interface MemberRow {
	readonly guildId: Place;
	readonly userId: string;
}

/** A named set of voice settings; null leaves a setting to the member who uses it. */
export interface Preset {
	readonly name: string;
	readonly voice: string;
	readonly style: string | null;
	/** A BCP 47 tag. */
	readonly language: string | null;
	readonly speed: number | null;
	/** Messages that begin with it are read as the preset. */
	readonly prefix: string | null;
}

/** How a word or phrase is said. */
export interface DictionaryEntry {
	readonly word: string;
	/** Empty: the word is left out. */
	readonly say: string;
}

/** A text channel that is read. */
export interface ReadChannel {
	readonly channelId: string;
	/** The only voice channel where it is; null: wherever Herald is. */
	readonly spokenIn: string | null;
}

/** A rule against reading: a member's messages, a role's, or those that begin with a prefix. */
export interface IgnoreRule {
	readonly kind: "user" | "role" | "prefix";
	/** An id, or the prefix. */
	readonly value: string;
}

/** A bot or webhook that is read. */
export interface ReadSource {
	readonly kind: "bot" | "webhook";
	readonly id: string;
}

/** A message of Herald's in a text channel that is read. */
export interface ReadingNote {
	readonly channelId: string;
	/** null where a moderator deleted it: it isn't sent again. */
	readonly messageId: string | null;
}

/** A member's use of a day (since the epoch, UTC), or a change of it, in ms. */
export interface MemberDay {
	readonly guildId: Party;
	readonly userId: string;
	readonly day: number;
	readonly madeMs: number;
	/** The part of it that was read messages. */
	readonly readMs: number;
	/** The part of it that connected accounts have paid for. */
	readonly connectedMs: number;
}

/** A guild's speech in a month, or a part of it. */
export interface SpeechTotals {
	readonly texts: number;
	/** Sound that was made, in ms. */
	readonly madeMs: number;
	/** Charged by the speech service, also for answers without sound. */
	readonly promptTokens: number;
	readonly audioTokens: number;
	readonly lines: number;
	/** The Lines of these that came from the cache. */
	readonly cachedLines: number;
}

/** An account that a guild has connected, or a member for themselves. */
export interface AccountLink {
	readonly guildId: Party;
	/** Key and token, encrypted. */
	readonly sealed: Uint8Array;
	/** The id of the secret that they are encrypted with. */
	readonly secretId: string;
	/** Where the account is. */
	readonly service: string;
	/** Null if the member was forgotten. */
	readonly connectedBy: string | null;
	/** By the database's clock. */
	readonly connectedAt: number;
	/** The reason why the service refuses it; null while it works. */
	readonly trouble: string | null;
}

/** A member's words, or what belongs to them. */
export interface KeptRow extends MemberRow {
	readonly id: string;
	/**
	 * A text that can be said again, a message whose buttons are to be removed, an answer that a member waits for (by its
	 * interaction's id), or a long text that is being spoken or that a member is still asked about.
	 */
	readonly kind: "text" | "message" | "answer" | "book";
	/** When it is erased at the latest; of an answer, when its interaction's token ends. */
	readonly until: number;
	/** Encrypted: only this bot can read it. */
	readonly sealed: Uint8Array;
	/** JSON, without words. */
	readonly progress: string | null;
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

type OfGuild<Row> = Row & { readonly guildId: string };

/**
 * The newest version of the tables of `migrations/bot`, the same in both databases, where columns are written
 * `guild_id`. Times are in ms since the epoch.
 */
export interface Schema {
	/** Of members who were forgotten on that day, it is kept until it is over. Without a member, it was theirs. */
	speech_days: MemberDay & { forgotten: Generated<Bit> };
	speech_months: SpeechTotals & { guildId: Party; month: string };
	/** `value` is JSON. */
	guild_settings: { guildId: Place; key: string; value: string };
	member_settings: MemberRow & { key: string; value: string };
	/** Without a member, they are the guild's. */
	presets: MemberRow & Preset;
	guild_words: { guildId: string; word: string };
	dictionary: OfGuild<DictionaryEntry>;
	read_channels: OfGuild<ReadChannel>;
	read_ignores: OfGuild<IgnoreRule>;
	read_sources: OfGuild<ReadSource>;
	reading_notes: OfGuild<ReadingNote>;
	voice_places: { guildId: string; channelId: string; seenAt: number; present: Bit; waiting: Generated<Bit> };
	voice_unclean_ends: { foundAt: number; guildId: string };
	balance_requests: { id: Generated<number>; sentAt: number; account: string | null };
	credit_accounts: { account: string; closedUntil: number; askedAt: number; balance: string | null };
	account_links: AccountLink;
	account_tries: { id: Generated<number>; guildId: Party; member: string; triedAt: number };
	account_secret: { one: number; secretId: string };
	voice_library: { service: string; voices: string; askedAt: number; listedAt: number };
	user_texts: { id: Generated<number>; userId: string; saidAt: number };
	secrets: { name: string; value: Uint8Array };
	guild_departures: { guildId: string; leftAt: number };
	kept_values: KeptRow;
	identify_slots: { bucket: number; freeAt: number };
	shard_leases: { shard: number; shardCount: number; holder: string; until: number };
	redemptions: {
		id: Generated<number>;
		/** Empty once a guild was erased. */
		guildId: Party | "";
		/** Null if the member was forgotten. */
		userId: string | null;
		member: string | null;
		/** A keyed hash of a server's own; null is the operator's. */
		account: string | null;
		code: string;
		secret: string | null;
		sentAt: number;
		outcome: Generated<JournalOutcome>;
		reason: string | null;
		units: number | null;
		settledAt: number | null;
		told: Generated<Bit>;
		/** By the database's clock. */
		lostAt: number | null;
	};
}

/** Statements in either database. */
export type Queries = Kysely<Schema>;

/** @returns what makes statements, in which columns are written `guildId`, and so in their rows */
export const queriesWith = (dialect: Dialect): Queries =>
	new Kysely({ dialect, plugins: [new CamelCasePlugin()] });

/** Whether a place is this process's, as a guild's events come to it: its rows are this process's to settle. */
export type OwnsPlace = (place: Place) => boolean;

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

/** A statement that changes rows. */
interface Change {
	executeTakeFirst(): Promise<DeleteResult | InsertResult | UpdateResult>;
}

/** @returns how many rows a statement has changed */
export const countChanged = async (change: Change): Promise<number> => {
	const result = await change.executeTakeFirst();
	if (result instanceof DeleteResult) return Number(result.numDeletedRows);
	return Number(result instanceof UpdateResult ? result.numUpdatedRows : result.numInsertedOrUpdatedRows);
};

/** Writes with one statement. */
export const changeIn = async (
	database: StoreDatabase,
	change: (queries: Queries) => Change,
	options?: WriteOptions,
): Promise<void> => {
	await database.write((queries) => change(queries).executeTakeFirst(), options);
};
