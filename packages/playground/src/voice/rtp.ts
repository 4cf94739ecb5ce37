import { createDecipheriv, createSecretKey, type KeyObject } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";

/** The transport encryptions of a voice client and its server. */
export const encryptionModes = ["aead_aes256_gcm_rtpsize", "aead_xchacha20_poly1305_rtpsize"] as const;
export type EncryptionMode = (typeof encryptionModes)[number];

export interface RtpFrame {
	readonly sequence: number;
	/** In samples at 48 kHz. */
	readonly timestamp: number;
	readonly payload: Uint8Array;
}

const headerLength = 12;
const opusPayloadType = 120;
const tagLength = 16;
const counterLength = 4;

/** The sender's SSRC if a datagram is an RTP audio packet, else nothing. */
export const soundSource = (packet: Buffer): number | undefined => {
	if (packet.length < headerLength + tagLength + counterLength) return undefined;
	const isSound = packet.readUInt8(0) >> 6 === 2 && (packet.readUInt8(1) & 0x7f) === opusPayloadType;
	return isSound ? packet.readUInt32BE(8) : undefined;
};

// What "rtpsize" leaves unencrypted: the header, its contributors, and the extension's header but not its body.
const plainLength = (packet: Buffer): number =>
	headerLength + (packet.readUInt8(0) & 0x0f) * 4 + (hasExtension(packet) ? 4 : 0);

const hasExtension = (packet: Buffer): boolean => (packet.readUInt8(0) & 0x10) !== 0;

const openers: Readonly<
	Record<EncryptionMode, (key: Uint8Array) => (packet: Buffer, plain: Buffer) => Uint8Array>
> = {
	aead_aes256_gcm_rtpsize: (bytes) => {
		const key: KeyObject = createSecretKey(bytes);
		return (packet, plain) => {
			const nonce = Buffer.alloc(12);
			packet.copy(nonce, 0, packet.length - counterLength);
			const end = packet.length - counterLength - tagLength;
			const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
			decipher.setAAD(plain).setAuthTag(packet.subarray(end, end + tagLength));
			return Buffer.concat([decipher.update(packet.subarray(plain.length, end)), decipher.final()]);
		};
	},
	aead_xchacha20_poly1305_rtpsize: (key) => (packet, plain) => {
		const nonce = new Uint8Array(24);
		packet.copy(nonce, 0, packet.length - counterLength);
		const sealed = packet.subarray(plain.length, packet.length - counterLength);
		return xchacha20poly1305(key, nonce, plain).decrypt(sealed);
	},
};

/** Makes a function that decrypts one client's packets. It throws for packets that this client didn't encrypt. */
export const createRtpOpener = (mode: EncryptionMode, key: Uint8Array): ((packet: Buffer) => RtpFrame) => {
	const open = openers[mode](key);
	return (packet) => {
		const plain = packet.subarray(0, plainLength(packet));
		const opened = open(packet, plain);
		const extension = hasExtension(packet) ? plain.readUInt16BE(plain.length - 2) * 4 : 0;
		return {
			sequence: packet.readUInt16BE(2),
			timestamp: packet.readUInt32BE(4),
			payload: opened.subarray(extension),
		};
	};
};

const discoveryLength = 74;
const discoveryBodyLength = 70;

/** The answer to an IP discovery datagram; nothing for any other datagram. */
export const answerIpDiscovery = (packet: Buffer, address: string, port: number): Buffer | undefined => {
	if (
		packet.length !== discoveryLength ||
		packet.readUInt16BE(0) !== 1 ||
		packet.readUInt16BE(2) !== discoveryBodyLength
	)
		return undefined;
	const answer = Buffer.alloc(discoveryLength);
	answer.writeUInt16BE(2, 0);
	answer.writeUInt16BE(discoveryBodyLength, 2);
	packet.copy(answer, 4, 4, 8);
	answer.write(address, 8, "ascii");
	answer.writeUInt16BE(port, discoveryLength - 2);
	return answer;
};
