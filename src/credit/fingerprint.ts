import { createHmac } from "node:crypto";

/** @returns a value's fingerprint for the journal: without the secret, the value can't be told or tried out */
export const fingerprint = (secret: Buffer, what: "account" | "code" | "member", value: string): string =>
	createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");
