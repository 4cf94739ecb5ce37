import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Writes a Map as its entries, because JSON has no Maps. */
const asJson = (_key: string, value: unknown): unknown =>
	value instanceof Map ? { entriesOfMap: [...value] } : value;
const fromJson = (_key: string, value: { readonly entriesOfMap?: [unknown, unknown][] } | null): unknown =>
	value?.entriesOfMap ? new Map(value.entriesOfMap) : value;

/** Encrypts JSON values and Maps for storage. */
export type Seal = ReturnType<typeof makeSeal>;

/** @returns a seal that closes with `seal`, and opens what `seal` or `old` has closed */
export const renewSeal = (seal: Seal, old: Seal): Seal => ({
	close: seal.close,
	open: (sealed, place) => seal.open(sealed, place) ?? old.open(sealed, place),
});

/**
 * @param secret - stored apart from the sealed values
 * @param purpose - a value can only be opened with the purpose that it was sealed for
 */
export const makeSeal = (secret: string | Uint8Array, purpose = "herald button memory") => {
	const key = new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
	return {
		/** @param place - where the value is stored. The value can only be opened with the same place */
		close(value: unknown, place = ""): Uint8Array {
			const nonce = randomBytes(nonceBytes);
			const cipherer = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(place));
			const body = [cipherer.update(JSON.stringify(value, asJson), "utf8"), cipherer.final()];
			return Buffer.concat([nonce, cipherer.getAuthTag(), ...body]);
		},
		/** @returns the value; undefined if it is damaged, or was sealed with another secret or for another place */
		open(sealed: Uint8Array, place = ""): unknown {
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
