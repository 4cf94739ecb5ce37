/** `npm run backup -- FOLDER`: copies what Herald keeps, also while it runs. */

import { cpSync, readFileSync, rmSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { makeFolder } from "@herald/common/process/make-folder.js";
import { StartError } from "@herald/common/start-error.ts";
import { makePrivateFile } from "@herald/common/storage/private-file.ts";
import { readVoicesFile, voicesFilePath, voicesFolder } from "@herald/service/voices";
import { copyDatabase } from "../store/copy-database.ts";
import { databaseFiles, enumerate, filesIn, secretFiles } from "./kept-files.ts";
import { copyVoice, describeVoices, hasVoicesFile } from "./kept-voices.ts";
import { runTool, type ToolCall } from "./run-tool.ts";

const usage = `Copy the databases in DATA_DIR to a folder, also while Herald runs, and check the copies.

  npm run backup -- FOLDER [--secrets OTHER_FOLDER] [--voices]
      Neither folder may hold a backup yet. --secrets copies the keys that belong to the databases, too:
      keep them in a different place, because both together can do all that Herald can.
      Of voices, only the list goes along, and who speaks for which name; --voices copies their models, too.

Bring them back with npm run restore.
`;

const inPostgres =
	"What is in PostgreSQL (DATABASE_URL) is backed up by PostgreSQL's own tools, such as pg_dump.";

/** @returns what was copied, as the end of a sentence */
const backUpSecrets = (dataDir: string, folder: string): string => {
	const names = filesIn(dataDir, secretFiles);
	if (names.length === 0) return ". There are no keys yet";
	makeFolder(folder);
	for (const name of names) makePrivateFile(join(folder, name), readFileSync(join(dataDir, name)));
	return `, and ${enumerate(names)} to ${folder}`;
};

const copyDatabases = async (
	dataDir: string,
	folder: string,
	names: readonly string[],
): Promise<string[]> => {
	const copied: string[] = [];
	for (const name of names) {
		const rows = await copyDatabase(join(dataDir, name), join(folder, name));
		copied.push(`${name} (${rows} rows)`);
	}
	return copied;
};

/** @returns what was copied, and a sentence about what wasn't */
const copyVoices = async (
	dataDir: string,
	folder: string,
	withModels: boolean,
): Promise<{ readonly copied: readonly string[]; readonly left: string }> => {
	if (!hasVoicesFile(dataDir)) return { copied: [], left: "" };
	// First the list, which is written last: what it names is there.
	makeFolder(voicesFolder(folder));
	cpSync(voicesFilePath(dataDir), voicesFilePath(folder));
	const { voices } = readVoicesFile(folder);
	const list = "the list of voices";
	if (voices.length === 0) return { copied: [list], left: "" };
	if (!withModels)
		return { copied: [list], left: ` It leaves out ${describeVoices(voices)}: --voices copies them, too.` };
	for (const voice of voices)
		await copyVoice(join(voicesFolder(dataDir), voice.name), join(voicesFolder(folder), voice.name), voice);
	return { copied: [list, describeVoices(voices)], left: "" };
};

const requireEmpty = (folder: string, names: readonly string[]): void => {
	const there = filesIn(folder, names);
	if (there.length > 0)
		throw new StartError(`${folder} already holds ${enumerate(there)}: choose another folder.`);
};

const backUp = async ({ dataDir, databaseUrl, folder, options }: ToolCall): Promise<string> => {
	const databases = filesIn(dataDir, databaseFiles);
	const elsewhere = databaseUrl ? ` ${inPostgres}` : "";
	if (databases.length === 0) throw new StartError(`There is nothing to back up in ${dataDir}.${elsewhere}`);
	const secrets = typeof options.secrets === "string" ? resolve(options.secrets) : undefined;
	if (secrets !== undefined && `${secrets}${sep}`.startsWith(`${folder}${sep}`))
		throw new StartError("--secrets must be a folder of its own, outside the one for the databases.");
	requireEmpty(folder, [...databaseFiles, "voices"]);
	if (secrets !== undefined) requireEmpty(secrets, secretFiles);
	makeFolder(folder);
	try {
		const copied = await copyDatabases(dataDir, folder, databases);
		const voices = await copyVoices(dataDir, folder, options.voices === true);
		const keys = secrets === undefined ? "" : backUpSecrets(dataDir, secrets);
		return `Copied ${enumerate([...copied, ...voices.copied])} to ${folder}${keys}.${voices.left}${elsewhere}`;
	} catch (error) {
		// Removes an incomplete backup.
		for (const name of [...databases, "voices"]) rmSync(join(folder, name), { recursive: true, force: true });
		throw error;
	}
};

await runTool(usage, { secrets: { type: "string" }, voices: { type: "boolean" } }, backUp);
