import { createHmac } from "node:crypto";

/** @returns a value's fingerprint. Without the secret, the value can't be found by guessing */
export const fingerprint = (secret: Buffer, what: "account" | "code" | "member", value: string): string =>
	createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");
