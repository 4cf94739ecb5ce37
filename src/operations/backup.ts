/** `npm run backup -- FOLDER`: copies what Herald keeps, also while it runs. */
import { readFileSync, rmSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { makeFolder } from "../make-folder.js";
import { copyDatabase } from "../store/copy-database.ts";
import { makePrivateFile } from "../store/private-file.ts";
import { databaseFiles, enumerate, filesIn, secretFiles } from "./kept-files.ts";
import { runTool, type ToolCall, ToolError } from "./run-tool.ts";

const usage = `Copy the databases in DATA_DIR to a folder, also while Herald runs, and check the copies.

  npm run backup -- FOLDER [--secrets OTHER_FOLDER]
      Neither folder may hold a backup yet. --secrets copies the keys that belong to the databases, too:
      keep them in a different place, because both together can do all that Herald can.

Bring them back with npm run restore.
`;

/** @returns what was copied, as the end of a sentence */
const backUpSecrets = (dataDir: string, folder: string): string => {
	const names = filesIn(dataDir, secretFiles);
	if (names.length === 0) return ". There are no keys yet";
	makeFolder(folder);
	for (const name of names) makePrivateFile(join(folder, name), readFileSync(join(dataDir, name)));
	return `, and ${enumerate(names)} to ${folder}`;
};

/** Half a backup is none: what was copied goes when a later copy fails. @returns each name with its number of rows */
const copyAll = async (dataDir: string, folder: string, names: readonly string[]): Promise<string[]> => {
	const copied: string[] = [];
	try {
		for (const name of names) {
			const rows = await copyDatabase(join(dataDir, name), join(folder, name));
			copied.push(`${name} (${rows} rows)`);
		}
		return copied;
	} catch (error) {
		for (const name of names) rmSync(join(folder, name), { force: true });
		throw error;
	}
};

const requireEmpty = (folder: string, names: readonly string[]): void => {
	const there = filesIn(folder, names);
	if (there.length > 0)
		throw new ToolError(`${folder} already holds ${enumerate(there)}: choose another folder.`);
};

const backUp = async ({ dataDir, folder, options }: ToolCall): Promise<string> => {
	const databases = filesIn(dataDir, databaseFiles);
	if (databases.length === 0) throw new ToolError(`There is nothing to back up in ${dataDir}.`);
	const secrets = typeof options.secrets === "string" ? resolve(options.secrets) : undefined;
	if (secrets !== undefined && `${secrets}${sep}`.startsWith(`${folder}${sep}`))
		throw new ToolError("--secrets must be a folder of its own, outside the one for the databases.");
	requireEmpty(folder, databaseFiles);
	if (secrets !== undefined) requireEmpty(secrets, secretFiles);
	makeFolder(folder);
	const copied = await copyAll(dataDir, folder, databases);
	const keys = secrets === undefined ? "" : backUpSecrets(dataDir, secrets);
	return `Copied ${enumerate(copied)} to ${folder}${keys}.`;
};

await runTool(usage, { secrets: { type: "string" } }, backUp);
