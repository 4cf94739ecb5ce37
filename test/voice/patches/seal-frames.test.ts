import { Networking } from "@discordjs/voice";
import { silentPacket } from "@herald/common/audio/clip.ts";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { describe, expect, test } from "vitest";
import { sealFrames } from "../../../src/voice/patches.ts";

const key = new Uint8Array(32).fill(7);
const frame = Buffer.from("an Opus frame");
const dataWith = (encryptionMode: string, nonce = 0) => ({
	encryptionMode,
	secretKey: key,
	nonce,
	nonceBuffer: Buffer.alloc(encryptionMode === "aead_aes256_gcm_rtpsize" ? 12 : 24),
	sequence: 0xffff,
	timestamp: 0xffff_fc40,
	ssrc: 0x8000_0001,
});
const sodiums = (nonce?: number) => dataWith("aead_xchacha20_poly1305_rtpsize", nonce);
type Create = (opus: Buffer, data: ReturnType<typeof dataWith>, dave?: unknown) => Buffer;
/** A DAVE session of the library that isn't ready, and therefore returns frames unencrypted. */
const notReady = (protocolVersion: number) => ({ protocolVersion, encrypt: (opus: Buffer) => opus });
/** The library's networking, as an object without a connection. */
const library = () => Object.create(Networking.prototype) as Networking;
const create =
	(networking: Networking): Create =>
	(...args) =>
		Reflect.get(networking, "createAudioPacket").apply(networking, args);
const sealed = () => {
	const networking = library();
	sealFrames(networking);
	return create(networking);
};
const open = (packet: Buffer): Buffer => {
	const nonce = Buffer.alloc(24);
	packet.copy(nonce, 0, packet.length - 4);
	const cipher = xchacha20poly1305(key, nonce, packet.subarray(0, 12));
	return Buffer.from(cipher.decrypt(packet.subarray(12, -4)));
};

describe("a packet that libsodium encrypts", () => {
	test("can be opened with its key, and has the library's header and counter", () => {
		const packet = sealed()(frame, sodiums());
		expect(open(packet)).toEqual(frame);
		const theirs = create(library())(frame, dataWith("aead_aes256_gcm_rtpsize"));
		expect(packet.length).toBe(theirs.length);
		expect(packet.subarray(0, 12)).toEqual(theirs.subarray(0, 12));
		expect(packet.subarray(-4)).toEqual(theirs.subarray(-4));
	});

	test("never has the nonce of another one until the counter wraps around", () => {
		const data = sodiums(0xffff_fffd);
		const seal = sealed();
		const packets = Array.from({ length: 4 }, () => seal(frame, data));
		expect(packets.map((packet) => packet.readUInt32BE(packet.length - 4))).toEqual([
			0xffff_fffe, 0xffff_ffff, 0, 1,
		]);
		for (const packet of packets) expect(open(packet)).toEqual(frame);
	});

	test("doesn't change when the next one is made", () => {
		const data = sodiums();
		const seal = sealed();
		const first = seal(frame, data);
		seal(Buffer.from("another frame"), data);
		expect(open(first)).toEqual(frame);
	});
});

test.each(["aead_xchacha20_poly1305_rtpsize", "aead_aes256_gcm_rtpsize"])(
	"no frame is sent in plain if DAVE is agreed on, with %s",
	(mode) => {
		const make = sealed();
		expect(make(frame, dataWith(mode), notReady(1))).toBeUndefined();
		expect(make(silentPacket, dataWith(mode), notReady(1))).toBeInstanceOf(Buffer);
		expect(make(frame, dataWith(mode), notReady(0))).toBeInstanceOf(Buffer);
	},
);
