import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSecretFile } from "../../store/secret.ts";
import { parseCode } from "../../wire/code-format.ts";

const file = "service.secret";

/** @returns whether the service's own secret exists */
export const hasCodeSecret = (dataDir: string): boolean => existsSync(join(dataDir, file));

/**
 * Reads the service's own secret. Codes can't be redeemed without the secret they were minted with.
 *
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const openCodeSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, file, "remove it and mint all codes anew");

/** @returns a code's hash for the database, however the code is written: case, hyphens and white space don't count */
export const hashCode = (secret: Buffer, code: string): Buffer =>
	createHmac("sha256", secret)
		.update(parseCode(code) ?? code.trim())
		.digest();
