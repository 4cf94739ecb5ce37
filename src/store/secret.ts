import { randomBytes } from "node:crypto";
import {
	chmodSync,
	closeSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StoreError } from "./error.ts";

const secretBytes = 32;

const readSecret = (file: string): Buffer | undefined => {
	try {
		const secret = readFileSync(file);
		chmodSync(file, 0o600);
		return secret;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};

/** The file is either complete and on disk or doesn't exist; if two processes create one at once, one wins. */
const makeSecret = (file: string): void => {
	const folder = dirname(file);
	mkdirSync(folder, { recursive: true });
	const draft = `${file}.${process.pid}`;
	writeFileSync(draft, randomBytes(secretBytes), { mode: 0o600, flush: true });
	try {
		linkSync(draft, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	const handle = openSync(folder, "r");
	fsyncSync(handle);
	closeSync(handle);
};

/**
 * Reads a secret of 32 bytes from a file in the data folder; the first use creates it, readable by its owner only.
 *
 * @param orElse - what to do, and what is lost, if the file can't be recovered: "remove it and …"
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const openSecretFile = (dataDir: string, name: string, orElse: string): Buffer => {
	const file = join(dataDir, name);
	let secret: Buffer | undefined;
	try {
		if (readSecret(file) === undefined) makeSecret(file);
		secret = readSecret(file);
	} catch (error) {
		throw new StoreError(
			`The file ${file} can't be used (${(error as Error).message}): check its owner, its folder's permissions and free space.`,
		);
	}
	if (secret?.byteLength === secretBytes) return secret;
	throw new StoreError(
		`The file ${file} doesn't hold ${secretBytes} bytes: restore it from a backup, or ${orElse}.`,
	);
};
