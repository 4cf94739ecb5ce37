/** `npm run restore -- FOLDER`: brings back what `npm run backup` copied. */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolder } from "../make-folder.js";
import { copyDatabase, isInUse } from "../store/copy-database.ts";
import { lockDataDir } from "../store/data-lock.ts";
import { makePrivateFile } from "../store/private-file.ts";
import { databaseFiles, enumerate, filesIn, secretFiles } from "./kept-files.ts";
import { runTool, type ToolCall, ToolError } from "./run-tool.ts";

const usage = `Bring a backup back into DATA_DIR. Stop Herald first.

  npm run restore -- FOLDER [--secrets OTHER_FOLDER] [--replace]
      --secrets brings the keys back, too. --replace moves what is there now into a folder inside DATA_DIR;
      without it, nothing is done where there is something.

What happened since the backup is gone: a code of the embedded service that was redeemed meanwhile is new again.
`;

interface Incoming {
	readonly name: string;
	readonly from: string;
}

const find = (folder: string, names: readonly string[], what: string): Incoming[] => {
	const found = filesIn(folder, names).map((name) => ({ name, from: join(folder, name) }));
	if (found.length === 0) throw new ToolError(`${folder} holds no ${what} of Herald's.`);
	return found;
};

const requireUnused = (dataDir: string): void => {
	for (const name of filesIn(dataDir, databaseFiles))
		if (isInUse(join(dataDir, name)))
			throw new ToolError(`Another program uses ${join(dataDir, name)}: stop it first.`);
};

/** Moves files out of the way, each with what SQLite keeps beside it. @returns where to; undefined if there was nothing */
const moveAside = (dataDir: string, names: readonly string[]): string | undefined => {
	if (names.length === 0) return undefined;
	const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(":", "-")}`);
	makeFolder(aside);
	for (const file of names.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]))
		if (existsSync(join(dataDir, file))) renameSync(join(dataDir, file), join(aside, file));
	return aside;
};

/** The copies are made and checked before anything that is there is touched. */
const bringBack = async (
	dataDir: string,
	{ databases, secrets }: { readonly databases: readonly Incoming[]; readonly secrets: readonly Incoming[] },
	mayReplace: boolean,
): Promise<string> => {
	const names = [...databases, ...secrets].map(({ name }) => name);
	const there = filesIn(dataDir, names);
	if (there.length > 0 && !mayReplace)
		throw new ToolError(
			`${dataDir} already holds ${enumerate(there)}: with --replace, the restore moves what is there aside.`,
		);
	const draftOf = (name: string) => join(dataDir, `${name}.restored`);
	try {
		for (const { name } of [...databases, ...secrets]) rmSync(draftOf(name), { force: true });
		for (const { name, from } of databases) await copyDatabase(from, draftOf(name));
		for (const { name, from } of secrets) makePrivateFile(draftOf(name), readFileSync(from));
		const aside = moveAside(dataDir, there);
		for (const name of names) renameSync(draftOf(name), join(dataDir, name));
		const old = aside === undefined ? "" : ` What was there before is in ${aside}.`;
		return `Restored ${enumerate(names)} to ${dataDir}.${old}`;
	} finally {
		for (const name of names) rmSync(draftOf(name), { force: true });
	}
};

const restore = async ({ dataDir, folder, options }: ToolCall): Promise<string> => {
	const databases = find(folder, databaseFiles, "database");
	const secrets =
		typeof options.secrets === "string" ? find(resolve(options.secrets), secretFiles, "key") : [];
	const unlock = lockDataDir(dataDir, `Herald runs on the data of ${dataDir}: stop it first.`);
	try {
		requireUnused(dataDir);
		return await bringBack(dataDir, { databases, secrets }, options.replace === true);
	} finally {
		unlock();
	}
};

await runTool(usage, { secrets: { type: "string" }, replace: { type: "boolean" } }, restore);
