import { createHmac } from "node:crypto";

declare const mark: unique symbol;

/** The fingerprint of a redeemable code: a keyed hash, which is stored instead of the code. */
export type CodeMark = string & { readonly [mark]: "code" };

/** @returns a value's fingerprint. Without the secret, the value can't be found by guessing */
export const fingerprint = (secret: Buffer, what: "account" | "code" | "member", value: string): string =>
	createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");

export const markOf = (secret: Buffer, code: string): CodeMark =>
	fingerprint(secret, "code", code) as CodeMark;
