import { createHmac } from "node:crypto";
import { openSecretFile } from "../store/secret.ts";

/**
 * Reads the bot's own secret, which keeps members, codes and accounts unreadable in the journal.
 *
 * @throws StoreError when it can't be read or written, or isn't what this wrote
 */
export const openBotSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, "bot.secret", "remove it and lose what connects old redemptions to their codes");

/** @returns what stands for a value in the journal: nobody without the secret can tell or try out which value it was */
export const fingerprint = (secret: Buffer, what: "account" | "code" | "member", value: string): string =>
	createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");
