import { createHmac } from "node:crypto";
import { openSecretFile } from "../store/secret.ts";

/**
 * Reads the bot's own secret, which keeps members and codes unreadable in the journal.
 *
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const openBotSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, "bot.secret", "remove it and lose what connects old redemptions to their codes");

/** @returns a value's fingerprint for the journal: without the secret, nobody can tell or try out the value */
export const fingerprint = (secret: Buffer, what: "code" | "member", value: string): string =>
	createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");
