import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../store/error.ts";

const secretBytes = 32;

const readSecret = (file: string): Buffer | undefined => {
	try {
		const secret = readFileSync(file);
		chmodSync(file, 0o600);
		return secret;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw new StoreError(
			`The file ${file} can't be read (${(error as Error).message}): check who owns it and its folder.`,
		);
	}
};

/**
 * Reads the bot's own secret from `bot.secret` in the data folder; the first start makes it, readable by its owner alone.
 *
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const loadSecret = (dataDir: string): Buffer => {
	const file = join(dataDir, "bot.secret");
	const known = readSecret(file);
	if (known?.byteLength === secretBytes) return known;
	if (known)
		throw new StoreError(
			`The file ${file} doesn't hold ${secretBytes} bytes: restore it from a backup, or remove it and lose what connects old redemptions to their codes.`,
		);
	const secret = randomBytes(secretBytes);
	const draft = `${file}.${process.pid}`;
	try {
		mkdirSync(dataDir, { recursive: true });
		// Never half written under its own name.
		writeFileSync(draft, secret, { mode: 0o600, flush: true });
		renameSync(draft, file);
	} catch (error) {
		throw new StoreError(
			`The file ${file} can't be written (${(error as Error).message}): check the folder's permissions and free space.`,
		);
	}
	return secret;
};

/** @returns what stands for a value in the journal: nobody without the secret can tell or try out which value it was */
export const fingerprint = (secret: Buffer, what: "account" | "code" | "member", value: string): string =>
	createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");
