import { createHmac, randomBytes } from "node:crypto";
import {
	chmodSync,
	closeSync,
	fsyncSync,
	linkSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StoreError } from "../store/error.ts";

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

/** Under its name a secret is whole and on disk, or not there; of two processes that make one at once, one wins. */
const makeSecret = (file: string): void => {
	const draft = `${file}.${process.pid}`;
	writeFileSync(draft, randomBytes(secretBytes), { mode: 0o600, flush: true });
	try {
		linkSync(draft, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	const folder = openSync(dirname(file), "r");
	fsyncSync(folder);
	closeSync(folder);
};

/**
 * Reads the service's own secret from `service.secret` in the data folder; the first use makes it, readable by its owner
 * alone. Codes are worth nothing without the secret that they were minted under.
 *
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const openSecret = (dataDir: string): Buffer => {
	const file = join(dataDir, "service.secret");
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
		`The file ${file} doesn't hold ${secretBytes} bytes: restore it from a backup, or remove it and mint all codes anew.`,
	);
};

/** @returns what stands for a code in the database; white space around a code is not part of it */
export const hashCode = (secret: Buffer, code: string): Buffer =>
	createHmac("sha256", secret).update(code.trim()).digest();
