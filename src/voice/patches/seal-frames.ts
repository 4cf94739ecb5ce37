import { type ConnectionData, Networking, NetworkingStatusCode } from "@discordjs/voice";
import type { Patch } from "../../shared/patch.ts";
import { type Dave, encryptFrame } from "./dave.ts";
import { type Sodium, sodium, sodiumMode } from "./prefer-sodium.ts";

const headerBytes = 12;
const tagBytes = 16;
const counterBytes = 4;
/** An RTP packet's first two bytes: RTP version 2, and the payload type of Opus. */
const firstBytes = 0x80_78;
const counterMax = 0xffff_ffff;

/** The used part of the library's state of a connection's encryption. With libsodium's mode, a nonce has 24 bytes. */
type Encryption = Pick<
	ConnectionData,
	"encryptionMode" | "secretKey" | "nonceBuffer" | "nonce" | "sequence" | "timestamp" | "ssrc"
>;

type CreatePacket = (opus: Buffer, data: Encryption, dave?: Dave) => Buffer | undefined;

const createOf = (networking: Networking): CreatePacket =>
	Reflect.get(networking, "createAudioPacket").bind(networking);

/** The size of an AES-GCM packet with a frame of one byte. */
const sampleBytes = headerBytes + 1 + tagBytes + counterBytes;
const sampleOf = (): Encryption => ({
	encryptionMode: "aead_aes256_gcm_rtpsize",
	secretKey: new Uint8Array(32),
	nonceBuffer: Buffer.alloc(12),
	nonce: 6,
	sequence: 2,
	timestamp: 3,
	ssrc: 4,
});

/** @returns the arguments that the library passes to `createAudioPacket` after the frame */
const prepare = (opus: Buffer): unknown =>
	Reflect.get(Networking.prototype, "prepareAudioPacket").call(
		{
			state: { code: NetworkingStatusCode.Ready, connectionData: "data", dave: "dave" },
			createAudioPacket: (_: Buffer, ...rest: unknown[]) => rest,
		} as never,
		opus,
	);

/** Checks that the library's own packet has the header and counter that `seal` writes. */
export const sealsFrames: Patch = {
	library: "@discordjs/voice",
	part: "Networking.createAudioPacket",
	fits: () => {
		const packet = createOf(Object.create(Networking.prototype))(Buffer.alloc(1), sampleOf());
		const header = packet?.subarray(0, headerBytes).toString("hex");
		return (
			header === "807800020000000300000004" &&
			packet?.length === sampleBytes &&
			packet.at(-1) === 7 &&
			String(prepare(Buffer.alloc(1))) === "data,dave"
		);
	},
};

const seal = (
	{ crypto_aead_xchacha20poly1305_ietf_encrypt: encrypt }: Sodium,
	frame: Buffer,
	data: Encryption,
): Buffer => {
	// Like the library's, the counter starts again after its last value. That takes almost three years of speech.
	data.nonce = data.nonce >= counterMax ? 0 : data.nonce + 1;
	data.nonceBuffer.writeUInt32BE(data.nonce, 0);
	const sealedEnd = headerBytes + frame.length + tagBytes;
	const packet = Buffer.allocUnsafe(sealedEnd + counterBytes);
	packet.writeUInt16BE(firstBytes, 0);
	packet.writeUInt16BE(data.sequence, 2);
	packet.writeUInt32BE(data.timestamp, 4);
	packet.writeUInt32BE(data.ssrc, 8);
	const header = packet.subarray(0, headerBytes);
	const sealed = packet.subarray(headerBytes, sealedEnd);
	encrypt(sealed, frame, header, null, data.nonceBuffer, data.secretKey);
	packet.writeUInt32BE(data.nonce, sealedEnd);
	return packet;
};

/**
 * Encrypts a connection's packets with libsodium, if that is available. If the connection's clients agreed on
 * end-to-end encryption, first encrypts each frame in that way, or drops the frame while that isn't possible.
 *
 * @remarks @discordjs/voice 0.19.2 sends a frame in plain text while its DAVE session isn't ready. It can't use
 * sodium-native, which has no named exports when it is imported from a module. Can be removed when the library does
 * both.
 */
export const sealFrames = (networking: Networking): void => {
	const create = createOf(networking);
	const replacement: CreatePacket = (opus, data, dave) => {
		const frame = encryptFrame(opus, dave);
		if (!frame) return undefined;
		return sodium && data.encryptionMode === sodiumMode ? seal(sodium, frame, data) : create(frame, data);
	};
	Reflect.set(networking, "createAudioPacket", replacement);
};
