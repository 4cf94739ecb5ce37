import { existsSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "@herald/common/start-error.ts";
import { type Database, openDatabase } from "@herald/common/storage/open-database.ts";
import type pg from "pg";
import { botSecretFile, openBotSecret } from "../data-folder.ts";
import { storable } from "./database.ts";
import { describeAddress, withClient } from "./pool.ts";
import { migratePostgres } from "./store.ts";

const migrations = new URL("../../../migrations/bot", import.meta.url);
/** How many rows are copied and compared at once. */
const batchRows = 500;

/** A table of the SQLite database. The table in PostgreSQL has the same columns. */
interface Table {
	readonly name: string;
	readonly columns: readonly string[];
	/** The columns of the primary key. */
	readonly keys: readonly string[];
}

type RowValues = readonly unknown[];

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]): string => names.map(quote).join(", ");

const listTables = (source: Database): Table[] => {
	const names = source
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migrations' ORDER BY name")
		.pluck()
		.all() as string[];
	return names.map((name) => {
		const columns = source.prepare("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid").all(name) as {
			readonly name: string;
			readonly pk: number;
		}[];
		const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
		return { name, columns: columns.map((column) => column.name), keys: keys.map((key) => key.name) };
	});
};

/** Yields a table's rows in batches, ordered by its key, with values that PostgreSQL can store. */
function* readBatches(source: Database, { name, columns, keys }: Table): Generator<RowValues[]> {
	const rows = source
		.prepare(`SELECT ${list(columns)} FROM ${quote(name)} ORDER BY ${list(keys)}`)
		.raw()
		.iterate() as IterableIterator<RowValues>;
	let batch: RowValues[] = [];
	for (const row of rows) {
		batch.push(row.map(storable));
		if (batch.length < batchRows) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}

const copyTable = async (source: Database, client: pg.ClientBase, table: Table): Promise<number> => {
	let copied = 0;
	for (const batch of readBatches(source, table)) {
		const places = batch.map(
			(row, index) => `(${row.map((_, column) => `$${index * row.length + column + 1}`).join(", ")})`,
		);
		await client.query(
			`INSERT INTO ${quote(table.name)} (${list(table.columns)}) VALUES ${places.join(", ")}`,
			batch.flat(),
		);
		copied += batch.length;
	}
	return copied;
};

/** @throws StoreError if the rows read back differ from the written ones */
const compareTable = async (source: Database, client: pg.ClientBase, table: Table): Promise<void> => {
	const { name, columns, keys } = table;
	await client.query(
		`DECLARE copied NO SCROLL CURSOR FOR SELECT ${list(columns)} FROM ${quote(name)} ORDER BY ${list(keys)}`,
	);
	const fetch = async (): Promise<RowValues[]> =>
		(await client.query<unknown[]>({ text: `FETCH ${batchRows} FROM copied`, rowMode: "array" })).rows;
	const differ = () =>
		new StoreError(`The table ${name} came out otherwise than it went in: nothing was moved.`);
	for (const batch of readBatches(source, table)) {
		const found = await fetch();
		if (JSON.stringify(found) !== JSON.stringify(batch)) throw differ();
	}
	if ((await fetch()).length > 0) throw differ();
	await client.query("CLOSE copied");
};

/** Makes PostgreSQL's generated ids continue after SQLite's. */
const continueNumbers = async (client: pg.ClientBase): Promise<void> => {
	const { rows } = await client.query<{ table_name: string; column_name: string }>(
		"SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'",
	);
	for (const { table_name: table, column_name: column } of rows)
		await client.query(
			`SELECT setval(pg_get_serial_sequence($1, $2), max(${quote(column)})) FROM ${quote(table)} HAVING count(*) > 0`,
			[table, column],
		);
};

const requireEmpty = async (client: pg.ClientBase, tables: readonly Table[], called: string) => {
	for (const { name } of tables) {
		const { rows } = await client.query(`SELECT 1 FROM ${quote(name)} LIMIT 1`);
		if (rows.length > 0)
			throw new StoreError(
				`The database ${called} holds data of a Herald's already (in ${name}), perhaps from an earlier move: choose an empty one.`,
			);
	}
};

/** Copies all rows and the secret, or nothing. @returns the number of rows of each table that isn't empty */
const moveInto = async (
	source: Database,
	client: pg.ClientBase,
	secret: Buffer | undefined,
	called: string,
) => {
	const tables = listTables(source);
	const rows = new Map<string, number>();
	await client.query("BEGIN");
	try {
		// A Herald that starts on this database waits until the move has ended.
		await client.query(`LOCK TABLE ${list(tables.map(({ name }) => name))} IN ACCESS EXCLUSIVE MODE`);
		await requireEmpty(client, tables, called);
		for (const table of tables) {
			const copied = await copyTable(source, client, table);
			await compareTable(source, client, table);
			if (copied > 0) rows.set(table.name, copied);
		}
		await continueNumbers(client);
		if (secret !== undefined)
			await client.query("INSERT INTO secrets (name, value) VALUES ('bot', $1)", [secret]);
		await client.query("COMMIT");
		return rows;
	} catch (error) {
		// An error of the rollback must not hide the first one.
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
};

/**
 * Copies `bot.db` and its secret to an empty PostgreSQL database in one transaction, and compares all rows. The file
 * isn't changed, except that pending migrations are applied to it.
 *
 * @returns the database's name in sentences, the number of rows of each table that isn't empty, and whether there was
 * a secret
 * @throws StoreError if there is no file, the database isn't empty or can't be used, or a row differs
 */
export const moveToPostgres = async (dataDir: string, url: string) => {
	const file = join(dataDir, "bot.db");
	if (!existsSync(file)) throw new StoreError(`There is no ${file} to move.`);
	const called = describeAddress(url);
	using source = openDatabase(file, migrations);
	const secret = existsSync(join(dataDir, botSecretFile)) ? openBotSecret(dataDir) : undefined;
	return await withClient(url, async (client) => {
		await migratePostgres(client, migrations, called);
		const rows = await moveInto(source, client, secret, called);
		return { called, rows, withSecret: secret !== undefined };
	});
};
