import { createHmac } from "node:crypto";
import { openSecretFile } from "../store/secret.ts";

/**
 * Reads the service's own secret. Codes are worth nothing without the secret that they were minted under.
 *
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const openSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, "service.secret", "remove it and mint all codes anew");

/** @returns what stands for a code in the database; white space around a code is not part of it */
export const hashCode = (secret: Buffer, code: string): Buffer =>
	createHmac("sha256", secret).update(code.trim()).digest();
