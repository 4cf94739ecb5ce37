import { createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import type { WebSocket } from "ws";

/** Admits one member to one channel of one voice server, with the values of VOICE_SERVER_UPDATE and the voice state. */
export type Ticket = Readonly<Record<"token" | "guildId" | "channelId" | "userId" | "sessionId", string>>;

/** True for versions of the voice gateway that number messages and resend them on resuming. */
export const isNumbered = (version: number): boolean => version >= 8;

const keptMessages = 500;
const messageNumbers = 0x1_0000;

/** A member's client at a voice server. It outlives its connection, so that a client that resumes misses nothing. */
export class VoiceClient {
	readonly ticket: Ticket;
	readonly ssrc: number;
	connection: WebSocket | undefined;
	speaking = false;
	readonly #numbered: boolean;
	#sequence = 0;
	#sent: { readonly sequence: number; readonly message: string | Buffer }[] = [];
	#open: ((packet: Buffer) => RtpFrame) | undefined;

	constructor(ticket: Ticket, ssrc: number, connection: WebSocket, numbered: boolean) {
		this.ticket = ticket;
		this.ssrc = ssrc;
		this.connection = connection;
		this.#numbered = numbered;
	}

	get userId(): string {
		return this.ticket.userId;
	}

	/** True once the client has its transport key. */
	get live(): boolean {
		return this.#open !== undefined;
	}

	/** Sends a message, numbered and kept for a resume if the client's version numbers messages. */
	send(op: number, data: unknown) {
		if (!this.#numbered) return this.sendUnnumbered(op, data);
		const sequence = this.#next();
		this.#keep(sequence, JSON.stringify({ op, d: data, seq: sequence }));
	}

	/**
	 * Sends a binary message: its number in two bytes if the client's version numbers messages, its opcode in one, and
	 * its payload.
	 */
	sendBinary(op: number, payload: Uint8Array) {
		if (!this.#numbered) return this.connection?.send(Buffer.concat([Buffer.of(op), payload]));
		const sequence = this.#next();
		const head = Buffer.alloc(3);
		head.writeUInt16BE(sequence, 0);
		head.writeUInt8(op, 2);
		this.#keep(sequence, Buffer.concat([head, payload]));
	}

	/** Sends a message that isn't kept for a resume. */
	sendUnnumbered(op: number, data: unknown): void {
		this.connection?.send(JSON.stringify({ op, d: data }));
	}

	/** Drops the kept messages up to the one with this number, which the client has received. */
	acknowledge(sequence: number): void {
		const at = this.#sent.findIndex((each) => each.sequence === sequence);
		if (at >= 0) this.#sent.splice(0, at + 1);
	}

	/**
	 * Resends the kept messages after the message with this number; all of them if no kept message has the number.
	 * Opcode 9 (Resumed) must be sent before.
	 */
	resend(sequence: number): void {
		this.acknowledge(sequence);
		for (const { message } of this.#sent) this.connection?.send(message);
	}

	/** Begins the transport encryption. @returns the key */
	agree(mode: EncryptionMode): Uint8Array {
		const key = randomBytes(32);
		this.#open = createRtpOpener(mode, key);
		return key;
	}

	/** @returns a decrypted audio packet; undefined if this client didn't encrypt it, or has no key yet */
	open(packet: Buffer): RtpFrame | undefined {
		try {
			return this.#open?.(packet);
		} catch {
			return undefined;
		}
	}

	#next(): number {
		this.#sequence = (this.#sequence + 1) % messageNumbers;
		return this.#sequence;
	}

	#keep(sequence: number, message: string | Buffer): void {
		this.#sent.push({ sequence, message });
		if (this.#sent.length > keptMessages) this.#sent.shift();
		this.connection?.send(message);
	}
}

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

/** @returns the SSRC of an RTP audio packet; undefined for other datagrams */
export const soundSource = (packet: Buffer): number | undefined => {
	if (packet.length < headerLength + tagLength + counterLength) return undefined;
	const isSound = packet.readUInt8(0) >> 6 === 2 && (packet.readUInt8(1) & 0x7f) === opusPayloadType;
	return isSound ? packet.readUInt32BE(8) : undefined;
};

// The `rtpsize` modes don't encrypt the RTP header with its contributors, nor the extension's header. They do encrypt
// the extension's body.
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

/** @returns a function that decrypts a client's packets, and throws for packets that the client didn't encrypt */
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

/** @returns the answer to an IP discovery datagram; undefined for other datagrams */
export const answerIpDiscovery = (packet: Buffer, address: string, port: number): Buffer | undefined => {
	if (packet.length !== discoveryLength || packet.readUInt16BE(0) !== 1) return undefined;
	if (packet.readUInt16BE(2) !== discoveryBodyLength) return undefined;
	const answer = Buffer.alloc(discoveryLength);
	answer.writeUInt16BE(2, 0);
	answer.writeUInt16BE(discoveryBodyLength, 2);
	packet.copy(answer, 4, 4, 8);
	answer.write(address, 8, "ascii");
	answer.writeUInt16BE(port, discoveryLength - 2);
	return answer;
};
