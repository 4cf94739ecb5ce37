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

/** A boolean as a number, since SQLite and PostgreSQL have different types for booleans. */
type Bit = 0 | 1;

interface MemberRow {
	readonly guildId: Place;
	readonly userId: string;
}

/** A named voice with its settings. For a null setting, the choice of the member who uses the preset applies. */
export interface Preset {
	readonly name: string;
	readonly voice: string;
	readonly style: string | null;
	/** A BCP 47 tag. */
	readonly language: string | null;
	readonly speed: number | null;
	/** Messages with this prefix are read in the preset's voice. */
	readonly prefix: string | null;
}

/** The pronunciation of a word or phrase. */
export interface DictionaryEntry {
	readonly word: string;
	/** What is said instead of the word; empty to leave the word out. */
	readonly say: string;
}

/** A text channel whose messages are read aloud. */
export interface ReadChannel {
	readonly channelId: string;
	/** The voice channel in which the text channel's messages are read; null for whichever voice channel Herald is in. */
	readonly spokenIn: string | null;
}

/** A rule against reading: messages of a member, of a role, or with a prefix. */
export interface IgnoreRule {
	readonly kind: "user" | "role" | "prefix";
	/** An id or the prefix. */
	readonly value: string;
}

/** A bot or webhook whose messages are read aloud. */
export interface ReadSource {
	readonly kind: "bot" | "webhook";
	readonly id: string;
}

/** A message by which Herald says in a text channel that the channel is read. */
export interface ReadingNote {
	readonly channelId: string;
	/** Null if a moderator has deleted the message, so that it isn't sent again. */
	readonly messageId: string | null;
}

/**
 * How much a member had spoken on a day, in ms, or an amount to add to that, which may be negative. `day` is the number
 * of days since the epoch (UTC).
 */
export interface MemberDay {
	readonly guildId: Party;
	readonly userId: string;
	readonly day: number;
	readonly madeMs: number;
	/** The part of `madeMs` that was messages read aloud. */
	readonly readMs: number;
	/** The part of `madeMs` that connected accounts have paid for. */
	readonly connectedMs: number;
}

/** The totals of a party's month, or an addition to them. */
export interface SpeechTotals {
	readonly texts: number;
	/** The generated sound, in ms. */
	readonly madeMs: number;
	/** The tokens that the speech service charges, even for answers without sound. */
	readonly promptTokens: number;
	readonly audioTokens: number;
	readonly lines: number;
	/** The part of `lines` that came from the cache. */
	readonly cachedLines: number;
}

/** An account that a guild has connected, or a member outside of guilds. */
export interface AccountLink {
	readonly guildId: Party;
	/** The encrypted keys. */
	readonly sealed: Uint8Array;
	/** The id of the secret with which the keys are encrypted. */
	readonly secretId: string;
	/**
	 * The service that the account is at: its `identity`, or else its base URL. The keys are never sent to another
	 * service.
	 */
	readonly service: string;
	/** The member who connected the account; null once that member was forgotten. */
	readonly connectedBy: string | null;
	/** When the account was connected, by the database's clock. */
	readonly connectedAt: number;
	/** Why the service refuses the account; null if it accepts the account. */
	readonly trouble: string | null;
}

/** A row with a member's words, or with data about the member. */
export interface KeptRow extends MemberRow {
	readonly id: string;
	/**
	 * `text`: a text that can be said again. `message`: a message whose buttons will be removed. `answer`: an answer
	 * that a member waits for, under its interaction's id. `book`: a book that is being spoken, or that a member is
	 * still asked about.
	 */
	readonly kind: "text" | "message" | "answer" | "book";
	/** When the row is erased at the latest. For an answer, when its interaction's token expires. */
	readonly until: number;
	/** Encrypted with the bot's token. */
	readonly sealed: Uint8Array;
	/** How far a book has been spoken, as JSON, in which none of the book's text is. Null for rows of another `kind`. */
	readonly progress: string | null;
}

/** The outcome of a redemption: `sent`, or a kind of `TopupOutcome`. */
export type JournalOutcome =
	/** The answer is still awaited, or was still awaited when the process died. */
	| "sent"
	| "redeemed"
	| "refused"
	| "busy"
	| "unauthorized"
	| "rate_limited"
	/** Whether the code was redeemed isn't known, for instance because the process ended before the answer came. */
	| "unknown"
	| "unavailable";

type OfGuild<Row> = Row & { readonly guildId: string };

/**
 * The tables of `migrations/bot` in their newest version, the same in both databases. SQL's `guild_id` is `guildId`
 * here. Times are in ms since the epoch.
 */
export interface Schema {
	/** `forgotten`: whether the member was forgotten on that day. Once the day is over, `userId` becomes empty. */
	speech_days: MemberDay & { forgotten: Generated<Bit> };
	speech_months: SpeechTotals & { guildId: Party; month: string };
	/** `value` is JSON. */
	guild_settings: { guildId: Place; key: string; value: string };
	member_settings: MemberRow & { key: string; value: string };
	/** A guild's presets have an empty `userId`. */
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
		/** Empty if the guild was erased. */
		guildId: Party | "";
		/** Null if the member was forgotten. */
		userId: string | null;
		member: string | null;
		/** A keyed hash of the connected account; null for the operator's. */
		account: string | null;
		code: string;
		secret: string | null;
		sentAt: number;
		outcome: Generated<JournalOutcome>;
		reason: string | null;
		units: number | null;
		settledAt: number | null;
		told: Generated<Bit>;
		/** When the redemption counts as lost, by the database's clock; null once its outcome is final. */
		lostAt: number | null;
	};
}

export type Queries = Kysely<Schema>;

/** @returns a builder of statements in which SQL's `guild_id` is written `guildId` */
export const queriesWith = (dialect: Dialect): Queries =>
	new Kysely({ dialect, plugins: [new CamelCasePlugin()] });

/**
 * Whether this process handles a place's events. Only such a process may use or erase what an earlier process left in
 * the place.
 */
export type OwnsPlace = (place: Place) => boolean;

export interface WriteOptions {
	/**
	 * A lock's name, usually a guild's id: writes with the same name run one after the other, in all processes. Every
	 * write that depends on what it reads needs a lock.
	 */
	readonly alone?: string;
	/** Whether the promise resolves only once the write has been synced to disk, so that it survives a power cut. */
	readonly durable?: boolean;
	/** Whether to remove deleted rows from the bytes of SQLite's journal, too, as soon as possible. */
	readonly erases?: boolean;
	/** Whether a write to PostgreSQL may take half a minute, since no member waits for it. */
	readonly patient?: boolean;
}

/** The database behind the store's modules: SQLite or PostgreSQL. */
export interface StoreDatabase {
	/** The database's own clock, in ms since the epoch, for use in statements. */
	readonly clock: RawBuilder<number>;
	/** Reads with one statement. */
	read<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
	/** Reads with several statements that see the same moment. */
	readAtOnce<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
	/**
	 * Writes in one transaction: all of `work` or nothing. `work` may run again after a conflict, so it must use nothing
	 * of the store but its argument.
	 *
	 * @throws a Problem `not_stored` if the database can't be written at the moment, and `maybe_stored` if it was lost
	 * during the commit and the outcome is unknown
	 */
	write<T>(options: WriteOptions, work: (queries: Queries) => Promise<T>): Promise<T>;
	tablesWith(column: string): Promise<string[]>;
	/**
	 * @returns the secret that all users of this database share. The first user creates it
	 * @throws StoreError if it can't be read or created
	 */
	openSecret(): Promise<Buffer>;
	/**
	 * Tries to write without changing anything.
	 *
	 * @throws a Problem `not_stored` if the database can't be written at the moment
	 */
	checkWritable(): Promise<void>;
	/** Closes the database once all calls have ended. */
	close(): Promise<void>;
}

interface Change {
	executeTakeFirst(): Promise<DeleteResult | InsertResult | UpdateResult>;
}

export const countChanged = async (change: Change): Promise<number> => {
	const result = await change.executeTakeFirst();
	if (result instanceof DeleteResult) return Number(result.numDeletedRows);
	return Number(result instanceof UpdateResult ? result.numUpdatedRows : result.numInsertedOrUpdatedRows);
};

/** Writes with one statement. */
export const changeIn = async (
	database: StoreDatabase,
	change: (queries: Queries) => Change,
	options: WriteOptions = {},
): Promise<void> => {
	await database.write(options, (queries) => change(queries).executeTakeFirst());
};

/**
 * The most parameters that a list takes in one statement: below the limit of both databases, so that there is room for
 * the statement's other parameters.
 */
const partSize = 1_000;

/** @returns a list in parts that each fit into a statement; @param each - the number of parameters per entry */
export const inParts = <T>(list: readonly T[], each = 1): T[][] => {
	const size = Math.floor(partSize / each);
	return Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
		list.slice(part * size, (part + 1) * size),
	);
};
