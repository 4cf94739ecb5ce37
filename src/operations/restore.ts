import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defer } from "@herald/common/defer.ts";
import { makeFolder } from "@herald/common/process/make-folder.js";
import { StartError } from "@herald/common/start-error.ts";
import { makePrivateFile } from "@herald/common/storage/private-file.ts";
import { readVoicesFile, type VoiceRecord, voicesFilePath } from "@herald/service/voices";
import { databaseFiles, filesIn, secretFiles } from "../shared/backed-up-files.ts";
import { lockDataDir } from "../store/data-folder.ts";
import { copyDatabase, isInUse } from "../store/inspect-database.ts";
import { copyVoice, describeVoices, enumerate, hasVoice, secretsFolder } from "./kept-files.ts";
import { runTool, type ToolCall } from "./run-tool.ts";

const usage = `Bring a backup back into DATA_DIR. Stop Herald first.

  npm run restore -- FOLDER [--secrets OTHER_FOLDER] [--replace]
      The keys come back from FOLDER/secrets, or from OTHER_FOLDER. --replace moves what is there now into a folder inside DATA_DIR;
      without it, nothing is done where there is something. Voices come back as far as the backup has them.

What happened since the backup is gone: a code of the embedded service that was redeemed meanwhile is new again.
`;

/** The largest accepted size of a key, and of the list of voices, in bytes. Both are read into memory. */
const smallMaxBytes = 1024 * 1024;

/**
 * @returns the size of a file or of everything in a folder, in bytes; 0 if it doesn't exist
 * @throws StartError for a link, a device or anything else that npm run backup never writes, and for more than
 * `maxBytes`
 */
const requireRegular = (path: string, maxBytes = Number.POSITIVE_INFINITY): number => {
	const found = lstatSync(path, { throwIfNoEntry: false });
	if (!found) return 0;
	if (!found.isDirectory() && !found.isFile())
		throw new StartError(`${path} is a link or a device: a backup has files and folders alone.`);
	const bytes = found.isFile()
		? found.size
		: readdirSync(path).reduce((sum, name) => sum + requireRegular(join(path, name)), 0);
	if (bytes > maxBytes)
		throw new StartError(`${path} has ${bytes} bytes, more than the ${maxBytes} it may have.`);
	return bytes;
};

const requireBackup = (folder: string, secrets: string | undefined): void => {
	for (const name of databaseFiles)
		for (const suffix of ["", "-wal", "-shm", "-journal"]) requireRegular(join(folder, name + suffix));
	requireRegular(join(folder, "voices"));
	requireRegular(voicesFilePath(folder), smallMaxBytes);
	if (secrets !== undefined) {
		requireRegular(secrets);
		for (const name of secretFiles) requireRegular(join(secrets, name), smallMaxBytes);
	}
};

interface Incoming {
	/** The part's path within DATA_DIR. */
	readonly name: string;
	copyTo(draft: string): Promise<unknown>;
}

const find = (
	folder: string,
	names: readonly string[],
	what: string,
	copy: (from: string, draft: string) => Promise<unknown>,
): Incoming[] => {
	const found = filesIn(folder, names);
	if (found.length === 0) throw new StartError(`${folder} holds no ${what} of Herald's.`);
	return found.map((name) => ({ name, copyTo: (draft) => copy(join(folder, name), draft) }));
};

const copyKey = async (from: string, draft: string) => makePrivateFile(draft, readFileSync(from));

const findVoices = (folder: string, voices: readonly VoiceRecord[]): Incoming[] => {
	if (!existsSync(voicesFilePath(folder))) return [];
	const list: Incoming = {
		name: join("voices", "voices.json"),
		copyTo: async (draft) => cpSync(voicesFilePath(folder), draft),
	};
	const models = voices
		.filter((voice) => hasVoice(folder, voice))
		.map((voice): Incoming => {
			const name = join("voices", voice.name);
			requireRegular(join(folder, name), voice.bytes);
			return { name, copyTo: (draft) => copyVoice(join(folder, name), draft, voice) };
		});
	return [list, ...models];
};

const requireUnused = (dataDir: string): void => {
	for (const name of filesIn(dataDir, databaseFiles))
		if (isInUse(join(dataDir, name)))
			throw new StartError(`Another program uses ${join(dataDir, name)}: stop it first.`);
};

const inPostgres =
	"What Herald works with is in PostgreSQL (DATABASE_URL), and as it was: PostgreSQL's own tools bring back what they saved.";

type FileMove = Readonly<Record<"from" | "to", string>>;

/** Moves all files, or none: if one fails, the earlier ones are moved back. */
const moveAll = (moves: readonly FileMove[]): void => {
	const done: FileMove[] = [];
	try {
		for (const move of moves) {
			makeFolder(dirname(move.to));
			renameSync(move.from, move.to);
			done.unshift(move);
		}
	} catch (error) {
		for (const { from, to } of done) renameSync(to, from);
		throw error;
	}
};

/** Restores parts of a backup. All copies are made and checked before existing files are changed. */
const bringBack = async (dataDir: string, incoming: readonly Incoming[], mayReplace: boolean) => {
	const names = incoming.map(({ name }) => name);
	const there = filesIn(dataDir, names);
	if (there.length > 0 && !mayReplace)
		throw new StartError(
			`${dataDir} already holds ${enumerate(there)}: with --replace, the restore moves what is there aside.`,
		);
	const draftOf = (name: string) => join(dataDir, `${name}.restored`);
	const removeDrafts = () => {
		for (const name of names) rmSync(draftOf(name), { recursive: true, force: true });
	};
	using _removing = defer(removeDrafts);
	removeDrafts();
	for (const { name, copyTo } of incoming) {
		makeFolder(dirname(draftOf(name)));
		await copyTo(draftOf(name));
	}
	const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(":", "-")}`);
	// If a database were moved without its log, SQLite would apply that log to the new database.
	const old = names
		.flatMap((name) => [name, `${name}-wal`, `${name}-shm`, `${name}-journal`])
		.filter((name) => existsSync(join(dataDir, name)));
	moveAll([
		...old.map((name) => ({ from: join(dataDir, name), to: join(aside, name) })),
		...names.map((name) => ({ from: draftOf(name), to: join(dataDir, name) })),
	]);
	const note = old.length === 0 ? "" : ` What was there before is in ${aside}.`;
	return `Restored ${enumerate(names)} to ${dataDir}.${note}`;
};

/** @returns a sentence about voices that are neither in the backup nor in DATA_DIR; "" if there are none */
const describeMissing = (dataDir: string, voices: readonly VoiceRecord[]): string => {
	const missing = voices.filter((voice) => !hasVoice(dataDir, voice));
	if (missing.length === 0) return "";
	return ` Not in the backup, and so missing: ${describeVoices(missing)}. Herald speaks without them until you add them again with npm run voices -- add.`;
};

/** @returns the folder of a backup's keys: the given one, or else the backup's own; undefined if there is neither */
const findKeys = (folder: string, given: unknown): string | undefined => {
	if (typeof given === "string") return resolve(given);
	const own = secretsFolder(folder);
	return lstatSync(own, { throwIfNoEntry: false }) ? own : undefined;
};

const isSameKey = (dataDir: string, keys: string, name: string): boolean =>
	existsSync(join(dataDir, name)) && readFileSync(join(dataDir, name)).equals(readFileSync(join(keys, name)));

const withoutKeys =
	" The backup has no keys: those that are in DATA_DIR stay, and npm run doctor says whether they fit.";

const restore = async ({ dataDir, databaseUrl, folder, options }: ToolCall): Promise<string> => {
	const keys = findKeys(folder, options.secrets);
	requireBackup(folder, keys);
	// With PostgreSQL, a backup may have only keys.
	const hasKeysAlone = keys !== undefined && filesIn(folder, databaseFiles).length === 0;
	const databases = hasKeysAlone ? [] : find(folder, databaseFiles, "database", copyDatabase);
	const secrets =
		keys === undefined
			? []
			: find(keys, secretFiles, "key", copyKey).filter(({ name }) => !isSameKey(dataDir, keys, name));
	const { voices } = readVoicesFile(folder);
	using _unlocking = defer(lockDataDir(dataDir, `Herald runs on the data of ${dataDir}: stop it first.`));
	requireUnused(dataDir);
	const incoming = [...databases, ...secrets, ...findVoices(folder, voices)];
	const done = await bringBack(dataDir, incoming, options.replace === true);
	const left = (keys === undefined ? withoutKeys : "") + describeMissing(dataDir, voices);
	return done + left + (databaseUrl ? ` ${inPostgres}` : "");
};

await runTool(usage, { secrets: { type: "string" }, replace: { type: "boolean" } }, restore);
