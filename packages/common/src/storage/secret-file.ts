import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivate, makePrivateFile } from "./private-file.ts";
import { DataError, StoreError } from "./store-error.ts";

const secretBytes = 32;

const readSecret = (file: string): Buffer | undefined => (makePrivate(file) ? readFileSync(file) : undefined);

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

/** @returns a new secret */
export const makeSecret = (): Buffer => randomBytes(secretBytes);

/** @returns a mark by which a database knows a secret again, and which tells nothing of it */
export const markSecret = (secret: Buffer): string =>
	createHmac("sha256", secret).update("mark").digest("base64url").slice(0, 22);
