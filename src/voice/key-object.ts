import { createCipheriv, createSecretKey, KeyObject } from "node:crypto";
import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";

const keyBytes = 32;

/**
 * Hands a connection its AES-GCM key as a `KeyObject`. On Node 24, a key held as bytes is imported again for every
 * packet, which is half of the CPU time of speaking. If the library's data doesn't look as in the pinned version,
 * nothing is changed and the bytes stay in use.
 *
 * @returns whether a `KeyObject` is in use
 */
export const useKeyObject = (connection: VoiceConnection): boolean => {
	if (connection.state.status !== VoiceConnectionStatus.Ready) return false;
	const data: unknown = Reflect.get(connection.state.networking.state, "connectionData");
	if (typeof data !== "object" || data === null) return false;
	if (Reflect.get(data, "encryptionMode") !== "aead_aes256_gcm_rtpsize") return false;
	const key: unknown = Reflect.get(data, "secretKey");
	if (key instanceof KeyObject) return true;
	if (!(key instanceof Uint8Array) || key.length !== keyBytes) return false;
	try {
		const object = createSecretKey(key);
		// Find out now, not in the middle of a word, if the key can't encrypt here.
		createCipheriv("aes-256-gcm", object, new Uint8Array(12));
		return Reflect.set(data, "secretKey", object);
	} catch {
		return false;
	}
};
