import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { createRtpOpener, type EncryptionMode, type RtpFrame } from "./rtp.ts";

/** Admits one member to one channel of one voice server, with the values of VOICE_SERVER_UPDATE and the voice state. */
export interface Ticket {
	readonly token: string;
	readonly guildId: string;
	readonly channelId: string;
	readonly userId: string;
	readonly sessionId: string;
}

/** True for versions of the voice gateway that number messages and resend them on resuming. */
export const isNumbered = (version: number): boolean => version >= 8;

const keptMessages = 500;
const messageNumbers = 0x1_0000;

/** A member's client at a voice server. It outlives its connection, so that one that resumes misses nothing. */
export class VoiceClient {
	readonly ticket: Ticket;
	readonly ssrc: number;
	/** The newest version of DAVE that the client knows; 0 when it knows none. */
	readonly maxDaveVersion: number;
	connection: WebSocket | undefined;
	speaking = false;
	readonly #numbered: boolean;
	#sequence = 0;
	#sent: { readonly sequence: number; readonly message: string | Buffer }[] = [];
	#open: ((packet: Buffer) => RtpFrame) | undefined;

	constructor(
		ticket: Ticket,
		ssrc: number,
		maxDaveVersion: number,
		connection: WebSocket,
		numbered: boolean,
	) {
		this.ticket = ticket;
		this.ssrc = ssrc;
		this.maxDaveVersion = maxDaveVersion;
		this.connection = connection;
		this.#numbered = numbered;
	}

	get userId(): string {
		return this.ticket.userId;
	}

	/** True once the client knows its transport encryption. */
	get live(): boolean {
		return this.#open !== undefined;
	}

	/** Sends a message, numbered and kept for a resume if the client's version numbers messages. */
	send(op: number, data: unknown): void {
		if (!this.#numbered) {
			this.sendUnnumbered(op, data);
			return;
		}
		const sequence = this.#next();
		this.#keep(sequence, JSON.stringify({ op, d: data, seq: sequence }));
	}

	/**
	 * Sends a binary message: its number in two bytes if the client's version numbers messages, its opcode in one, and
	 * its payload.
	 */
	sendBinary(op: number, payload: Uint8Array): void {
		if (!this.#numbered) {
			this.connection?.send(Buffer.concat([Buffer.of(op), payload]));
			return;
		}
		const sequence = this.#next();
		const head = Buffer.alloc(3);
		head.writeUInt16BE(sequence, 0);
		head.writeUInt8(op, 2);
		this.#keep(sequence, Buffer.concat([head, payload]));
	}

	/** Sends a message that needs no resending. */
	sendUnnumbered(op: number, data: unknown): void {
		this.connection?.send(JSON.stringify({ op, d: data }));
	}

	/** Forgets the messages that the client has received. */
	acknowledge(sequence: number): void {
		const at = this.#sent.findIndex((each) => each.sequence === sequence);
		if (at >= 0) this.#sent.splice(0, at + 1);
	}

	/** Resends everything after a number; Resumed has already been sent. */
	resend(sequence: number): void {
		this.acknowledge(sequence);
		for (const { message } of this.#sent) this.connection?.send(message);
	}

	/** Agrees on the transport encryption, and returns the key. */
	agree(mode: EncryptionMode): Uint8Array {
		const key = randomBytes(32);
		this.#open = createRtpOpener(mode, key);
		return key;
	}

	/** Decrypts an audio packet; nothing if it isn't this client's. */
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
