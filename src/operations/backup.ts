/** `npm run backup -- FOLDER`: copies what Herald keeps, also while it runs. */
import { readFileSync } from "node:fs";
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

const backUpSecrets = (dataDir: string, folder: string): void => {
	makeFolder(folder);
	for (const name of filesIn(dataDir, secretFiles))
		makePrivateFile(join(folder, name), readFileSync(join(dataDir, name)));
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
	const copied: string[] = [];
	for (const name of databases) {
		const rows = await copyDatabase(join(dataDir, name), join(folder, name));
		copied.push(`${name} (${rows} rows)`);
	}
	if (secrets !== undefined) backUpSecrets(dataDir, secrets);
	const kept = secrets === undefined ? "" : `, and the keys to ${secrets}`;
	return `Copied ${enumerate(copied)} to ${folder}${kept}.`;
};

await runTool(usage, { secrets: { type: "string" } }, backUp);
