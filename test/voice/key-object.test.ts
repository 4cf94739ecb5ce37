import { KeyObject } from "node:crypto";
import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import { describe, expect, test } from "vitest";
import { useKeyObject } from "../../src/voice/key-object.ts";

const key = () => new Uint8Array(32).fill(7);
const connectionWith = (connectionData: unknown, status = VoiceConnectionStatus.Ready) =>
	({ state: { status, networking: { state: { connectionData } } } }) as unknown as VoiceConnection;

describe("a connection's key", () => {
	test("becomes an object once, and stays the same one", () => {
		const data = { encryptionMode: "aead_aes256_gcm_rtpsize", secretKey: key() as unknown };
		expect(useKeyObject(connectionWith(data))).toBe(true);
		const { secretKey } = data;
		expect(secretKey).toBeInstanceOf(KeyObject);
		expect((secretKey as KeyObject).export()).toEqual(Buffer.from(key()));
		expect(useKeyObject(connectionWith(data))).toBe(true);
		expect(data.secretKey).toBe(secretKey);
	});

	test.each([
		["of another mode", { encryptionMode: "aead_xchacha20_poly1305_rtpsize", secretKey: key() }],
		["of another length", { encryptionMode: "aead_aes256_gcm_rtpsize", secretKey: new Uint8Array(16) }],
		["of another kind", { encryptionMode: "aead_aes256_gcm_rtpsize", secretKey: "key" }],
		["that can't be changed", Object.freeze({ encryptionMode: "aead_aes256_gcm_rtpsize", secretKey: key() })],
	])("%s is left as it is", (_, data) => {
		const before = data.secretKey;
		expect(useKeyObject(connectionWith(data))).toBe(false);
		expect(data.secretKey).toBe(before);
	});

	test.each([undefined, null, 7])("that isn't where it should be (%s) changes nothing", (data) => {
		expect(useKeyObject(connectionWith(data))).toBe(false);
	});

	test("is left alone before the connection is ready", () => {
		const data = { encryptionMode: "aead_aes256_gcm_rtpsize", secretKey: key() };
		expect(useKeyObject(connectionWith(data, VoiceConnectionStatus.Connecting))).toBe(false);
	});
});
