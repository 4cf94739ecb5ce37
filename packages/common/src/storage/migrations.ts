import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DataError } from "./store-error.ts";

/** A step in a database's history. Both databases have the same ones, each with a checksum of its own. */
export interface Migration {
	readonly name: string;
	readonly sql: string;
	readonly checksum: string;
}

/** As a database remembers it. */
export type AppliedMigration = Pick<Migration, "name" | "checksum">;

const migrationName = /^\d{4}-[a-z0-9-]+\.sql$/;

/**
 * Where PostgreSQL has to say it in other words, `NAME.postgres.sql` lies beside `NAME.sql`.
 *
 * @returns the migrations of a folder, in order
 */
export const readMigrations = (
	directory: string | URL,
	dialect: "sqlite" | "postgres" = "sqlite",
): Migration[] => {
	const path = directory instanceof URL ? fileURLToPath(directory) : directory;
	return readdirSync(path)
		.filter((name) => migrationName.test(name))
		.sort()
		.map((name) => {
			const own = join(path, name.replace(/\.sql$/, `.${dialect}.sql`));
			// Different line endings don't make a different migration.
			const sql = readFileSync(existsSync(own) ? own : join(path, name), "utf8").replaceAll("\r\n", "\n");
			return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
		});
};

/**
 * @param file - the database's name in sentences
 * @throws {@link DataError} when an applied migration is another or missing, or the database is newer than the program
 */
export const checkHistory = (
	applied: readonly AppliedMigration[],
	migrations: readonly Migration[],
	file: string,
): void => {
	const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
	const newest = migrations.at(-1)?.name ?? "";
	for (const { name, checksum } of applied) {
		const expected = known.get(name);
		if (expected === undefined && name > newest)
			throw new DataError(
				`The database ${file} is newer than this program (it has ${name}): start the newer version, or restore a backup.`,
			);
		if (expected === undefined)
			throw new DataError(
				`The migration ${name} was applied to ${file} but is missing here: restore the file from version control.`,
			);
		if (expected !== checksum)
			throw new DataError(
				`The migration ${name} isn't the one that was applied to ${file}: restore it from version control or, if nobody edited it, the database from a backup.`,
			);
	}
	const last = applied.at(-1)?.name ?? "";
	const skipped = migrations.find(({ name }) => name < last && !applied.some((row) => row.name === name));
	if (skipped)
		throw new DataError(
			`The migration ${skipped.name} comes before ${last}, which ${file} already has: give it a later number.`,
		);
};
