import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** JSON has no maps. */
const asJson = (_key: string, value: unknown): unknown =>
	value instanceof Map ? { entriesOfMap: [...value] } : value;
const fromJson = (_key: string, value: { readonly entriesOfMap?: [unknown, unknown][] } | null): unknown =>
	value?.entriesOfMap ? new Map(value.entriesOfMap) : value;

/** Encrypts values for storing them: what JSON has, and maps. */
export interface Seal {
	/** @param place - where it is stored, so that it can't be read elsewhere */
	close(value: unknown, place?: string): Uint8Array;
	/** @returns the value; undefined if it was sealed with another secret or for another place, or damaged */
	open(sealed: Uint8Array, place?: string): unknown;
}

/** @returns a seal that also opens what was closed with the secret before */
export const renewSeal = (seal: Seal, old: Seal): Seal => ({
	close: seal.close,
	open: (sealed, place) => seal.open(sealed, place) ?? old.open(sealed, place),
});

/**
 * @param secret - stored apart from the values, which can't be read without it
 * @param purpose - values sealed for another one can't be opened
 */
export const makeSeal = (secret: string | Uint8Array, purpose = "herald button memory"): Seal => {
	const key = new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
	return {
		close(value, place = "") {
			const nonce = randomBytes(nonceBytes);
			const cipherer = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(place));
			const body = [cipherer.update(JSON.stringify(value, asJson), "utf8"), cipherer.final()];
			return Buffer.concat([nonce, cipherer.getAuthTag(), ...body]);
		},
		open(sealed, place = "") {
			try {
				const decipherer = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes));
				decipherer.setAAD(Buffer.from(place));
				decipherer.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
				const body = decipherer.update(sealed.subarray(nonceBytes + tagBytes));
				return JSON.parse(Buffer.concat([body, decipherer.final()]).toString("utf8"), fromJson);
			} catch {
				return undefined;
			}
		},
	};
};
