import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { makeFolder } from "@herald/common/process/make-folder.js";
import { StartError } from "@herald/common/start-error.ts";
import { makePrivateFile } from "@herald/common/storage/private-file.ts";
import { readVoicesFile, voicesFilePath, voicesFolder } from "@herald/service/voices";
import { backupMark, databaseFiles, filesIn, secretFiles } from "../shared/backed-up-files.ts";
import { copyDatabase } from "../store/inspect-database.ts";
import { copyVoice, describeVoices, enumerate, secretsFolder } from "./kept-files.ts";
import { runTool, type ToolCall } from "./run-tool.ts";

const usage = `Copy the databases in DATA_DIR to a folder, also while Herald runs, and check the copies.

  npm run backup -- FOLDER [--secrets OTHER_FOLDER] [--voices]
      Neither folder may hold a backup yet. The keys that belong to the databases go into FOLDER/secrets, or into
      OTHER_FOLDER: keep the copies where only you can read them, because both together can do all that Herald can.
      Of voices, only the list goes along, and who speaks for which name; --voices copies their models, too.

Bring them back with npm run restore.
`;

const inPostgres =
	"What is in PostgreSQL (DATABASE_URL) is backed up by PostgreSQL's own tools, such as pg_dump.";

/** @returns the names of the keys that were copied */
const backUpSecrets = (dataDir: string, folder: string): string[] => {
	const names = filesIn(dataDir, secretFiles);
	if (names.length > 0) makeFolder(folder);
	for (const name of names) makePrivateFile(join(folder, name), readFileSync(join(dataDir, name)));
	return names;
};

/** @returns "bot.db (3 rows) to copy, and bot.secret to copy/secrets", without empty parts */
const describeCopies = (...copies: readonly (readonly [names: readonly string[], folder: string])[]) =>
	copies
		.filter(([names]) => names.length > 0)
		.map(([names, folder]) => `${enumerate(names)} to ${folder}`)
		.join(", and ");

/** @returns what was copied, and a sentence about what was left out */
const copyVoices = async (dataDir: string, folder: string, withModels: boolean) => {
	if (!existsSync(voicesFilePath(dataDir))) return { copied: [], left: "" };
	// The list is copied before the voices. A voice's files are written before its entry in the list, so no listed voice
	// lacks files.
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

/** Marks the time of the backup, for metrics and the doctor. A folder that can't be written gets no mark. */
const markBackup = (dataDir: string): void => {
	try {
		writeFileSync(join(dataDir, backupMark), "", { mode: 0o600 });
	} catch {
		// The backup itself has succeeded.
	}
};

const backUp = async ({ dataDir, databaseUrl, folder, options }: ToolCall): Promise<string> => {
	const databases = filesIn(dataDir, databaseFiles);
	const elsewhere = databaseUrl ? ` ${inPostgres}` : "";
	if (databases.length + filesIn(dataDir, secretFiles).length === 0)
		throw new StartError(`There is nothing to back up in ${dataDir}.${elsewhere}`);
	const secrets = typeof options.secrets === "string" ? resolve(options.secrets) : secretsFolder(folder);
	if (options.secrets !== undefined && `${secrets}${sep}`.startsWith(`${folder}${sep}`))
		throw new StartError("--secrets must be a folder of its own, outside the one for the databases.");
	requireEmpty(folder, [...databaseFiles, "voices"]);
	requireEmpty(secrets, secretFiles);
	makeFolder(folder);
	try {
		const copied = await Array.fromAsync(databases, async (name) => {
			return `${name} (${await copyDatabase(join(dataDir, name), join(folder, name))} rows)`;
		});
		const voices = await copyVoices(dataDir, folder, options.voices === true);
		const keys = backUpSecrets(dataDir, secrets);
		markBackup(dataDir);
		const copies = describeCopies([[...copied, ...voices.copied], folder], [keys, secrets]);
		return `Copied ${copies}.${voices.left}${elsewhere}`;
	} catch (error) {
		// Removes an incomplete backup.
		for (const name of [...databases, "voices", "secrets"])
			rmSync(join(folder, name), { recursive: true, force: true });
		for (const name of secretFiles) rmSync(join(secrets, name), { force: true });
		throw error;
	}
};

await runTool(usage, { secrets: { type: "string" }, voices: { type: "boolean" } }, backUp);
