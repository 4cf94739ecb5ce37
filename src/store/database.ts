import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** Statements in either database. */
export type Queries = Kysely<Schema>;

/** Whether a guild's events come to this process, so that its rows are this process's to settle. */
export type OwnsGuild = (guildId: string) => boolean;

/** How a write is done. */
export interface WriteOptions {
	/**
	 * Writes of one name are done one after the other, in the order of their calls, in all processes: give it to whatever
	 * decides by what it reads. Usually the guild's id.
	 */
	readonly alone?: string;
	/** Whether it is on disk, and not only safe from a crash of the process, once it is written. */
	readonly durable?: boolean;
	/** Whether what it removes leaves no bytes behind in a journal, as soon as that is possible. */
	readonly erases?: boolean;
	/** Whether it may take half a minute: nobody waits for it. */
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
