import { createRequire } from "node:module";
import type { Networking, VoiceWebSocket } from "@discordjs/voice";
import { VoiceOpcodes } from "discord-api-types/voice/v8";
import { type Dave, encryptFrame } from "./dave.ts";

/**
 * What takes the least time: libsodium writes into a buffer that is there, in an eighth of the time that Node takes to
 * make a cipher for each packet.
 */
const mode = "aead_xchacha20_poly1305_rtpsize";
const headerBytes = 12;
const tagBytes = 16;
const counterBytes = 4;
/** RTP's version 2, and the payload type for Opus. */
const firstBytes = 0x80_78;
const counterMax = 0xffff_ffff;

/** What is used of sodium-native, which comes without types. */
interface Sodium {
	crypto_aead_xchacha20poly1305_ietf_encrypt(
		sealed: Buffer,
		message: Buffer,
		additional: Buffer,
		secretNonce: null,
		nonce: Buffer,
		key: Uint8Array,
	): number;
}

/** What the library (0.19.2) keeps of a connection's encryption. */
interface ConnectionData {
	readonly encryptionMode: string;
	readonly secretKey: Uint8Array;
	/** Of 24 bytes; the packet's counter is in the first four. */
	readonly nonceBuffer: Buffer;
	nonce: number;
	readonly sequence: number;
	readonly timestamp: number;
	readonly ssrc: number;
}

type CreatePacket = (opus: Buffer, data: ConnectionData, dave?: Dave) => Buffer | undefined;

const require = createRequire(import.meta.url);

/** Undefined where there is none for the platform: then the library's first choice, AES-GCM, stays in use. */
const sodium = ((): Sodium | undefined => {
	try {
		return require("sodium-native");
	} catch {
		return undefined;
	}
})();

/** Has the library, which takes the first way to encrypt that it knows, take libsodium's where a server offers it. */
export const preferSodium = (ws: VoiceWebSocket): void => {
	if (!sodium) return;
	ws.prependListener("packet", (packet) => {
		if (packet.op !== VoiceOpcodes.Ready) return;
		const modes: string[] = packet.d.modes;
		if (modes.includes(mode)) modes.unshift(mode);
	});
};

const seal = (
	{ crypto_aead_xchacha20poly1305_ietf_encrypt: encrypt }: Sodium,
	frame: Buffer,
	data: ConnectionData,
): Buffer => {
	// A counter that has been everywhere starts anew, as the library's does: after two years and eight months of speech.
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
 * Has a connection's frames leave encrypted from end to end where that is agreed on, or else not at all, and libsodium
 * encrypt its packets.
 *
 * @remarks The library can't do that by itself: imported from a module, sodium-native has no named exports, and what it
 *   looks for isn't there.
 */
export const sealFrames = (networking: Networking): void => {
	const create: CreatePacket = Reflect.get(networking, "createAudioPacket").bind(networking);
	const replacement: CreatePacket = (opus, data, dave) => {
		const frame = encryptFrame(opus, dave);
		if (!frame) return undefined;
		return sodium && data.encryptionMode === mode ? seal(sodium, frame, data) : create(frame, data);
	};
	Reflect.set(networking, "createAudioPacket", replacement);
};
