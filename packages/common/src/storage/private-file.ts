import { createHmac, randomBytes, randomUUID } from "node:crypto";
import {
	chmodSync,
	closeSync,
	fsyncSync,
	linkSync,
	openSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Logger } from "../log.ts";
import { makeFolder } from "../process/make-folder.js";
import { DataError, StoreError } from "../start-error.ts";

const everybodyElse = 0o077;

const makeDataDir = (folder: string): void => {
	try {
		makeFolder(folder);
	} catch (error) {
		throw new StoreError(
			`The folder ${folder} can't be made (${(error as Error).message}): set DATA_DIR to one that can.`,
		);
	}
};

/**
 * Makes a file that only its owner can read; an existing file stays as it is. The file is either complete and on disk or
 * doesn't exist. If two processes or threads make it at once, one wins.
 *
 * @throws the system's error; StoreError if the folder is missing and can't be made
 */
export const makePrivateFile = (file: string, bytes: Uint8Array): void => {
	const folder = dirname(file);
	makeDataDir(folder);
	const draft = `${file}.${randomUUID()}`;
	try {
		writeFileSync(draft, bytes, { mode: 0o600, flush: true });
		linkSync(draft, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	// Windows refuses to flush a folder, and its file systems keep a journal of their folders.
	if (process.platform === "win32") return;
	const handle = openSync(folder, "r");
	fsyncSync(handle);
	closeSync(handle);
};

/** Whether anyone but its owner has permissions on a folder. False on Windows, whose permissions are of another kind. */
export const isOpenToOthers = (folder: string): boolean =>
	process.platform !== "win32" && (statSync(folder).mode & everybodyElse) !== 0;

export const warnOfOthers = (dataDir: string, logger: Logger): void => {
	if (!isOpenToOthers(dataDir)) return;
	logger.warn(
		{ event: "data_dir_open", dataDir },
		"others on this machine can look into DATA_DIR: take their rights with chmod 700",
	);
};

/** Removes all permissions on a file but its owner's. @returns whether the file exists @throws the system's error */
export const makePrivate = (file: string): boolean => {
	try {
		const { mode } = statSync(file);
		// Windows has permissions of another kind, and refuses to change the mode of a file that is in use.
		if (process.platform !== "win32" && (mode & everybodyElse) !== 0) chmodSync(file, mode & 0o700);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
		throw error;
	}
};

/**
 * Gives a SQLite file, and the files that SQLite puts beside it, permissions for their owner only. Creates a missing
 * SQLite file. Doesn't open an existing one: closing it would release this process's SQLite locks on it.
 *
 * @throws the system's error; StoreError if the folder is missing and can't be made
 */
export const makePrivateDatabase = (file: string): void => {
	makeDataDir(dirname(file));
	if (!makePrivate(file)) makePrivateFile(file, new Uint8Array());
	for (const suffix of ["-wal", "-shm"]) makePrivate(file + suffix);
};

const secretBytes = 32;

const readSecret = (file: string): Buffer | undefined => (makePrivate(file) ? readFileSync(file) : undefined);

/**
 * Reads a secret of 32 bytes from a file in the data folder; the first use creates it, readable by its owner only.
 *
 * @param orElse - what to do, and what is lost, if the file can't be recovered: "remove it and …"
 * @throws StoreError when it can't be read or written, or doesn't hold 32 bytes
 */
export const openSecretFile = (dataDir: string, name: string, orElse: string): Buffer => {
	const file = join(dataDir, name);
	let secret: Buffer | undefined;
	try {
		if (readSecret(file) === undefined) makePrivateFile(file, makeSecret());
		secret = readSecret(file);
	} catch (error) {
		if (error instanceof StoreError) throw error;
		throw new StoreError(
			`The file ${file} can't be used (${(error as Error).message}): check its owner, its folder's permissions and free space.`,
		);
	}
	if (secret?.byteLength === secretBytes) return secret;
	throw new DataError(
		`The file ${file} doesn't hold ${secretBytes} bytes: restore it from a backup, or ${orElse}.`,
	);
};

export const makeSecret = (): Buffer => randomBytes(secretBytes);

/** @returns a fingerprint by which a database recognises the secret, and which reveals nothing of it */
export const markSecret = (secret: Buffer): string =>
	createHmac("sha256", secret).update("mark").digest("base64url").slice(0, 22);
