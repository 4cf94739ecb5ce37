import type { OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { GenerateAnswer, GenerateEvent } from "@herald/common/wire/generate-answer.ts";
import type { FastifyReply } from "fastify";

/** A multiple of three: base64 of such pieces needs no padding between them. */
const pieceBytes = 48 * 1024;
const slot = '"data":""';

/** Writes an answer piece by piece, as fast as it is read: only one piece of the base64 is ever in memory. */
const writePieces = function* (head: string, sound: Buffer, tail: string): Generator<Buffer> {
	yield Buffer.from(head);
	for (let at = 0; at < sound.byteLength; at += pieceBytes)
		yield Buffer.from(sound.toString("base64", at, Math.min(at + pieceBytes, sound.byteLength)), "latin1");
	yield Buffer.from(tail);
};

/**
 * Sends an answer.
 *
 * @param answer - with its sound left empty
 * @param sound - the bytes that belong there
 */
export const sendAnswer = (reply: FastifyReply, answer: GenerateAnswer, sound: Buffer): FastifyReply => {
	const json = JSON.stringify(answer);
	const cut = json.indexOf(slot);
	const middle = cut < 0 ? json.length : cut + slot.length - 1;
	const [head, tail] = [json.slice(0, middle), json.slice(middle)];
	const length = Buffer.byteLength(json) + 4 * Math.ceil(sound.byteLength / 3);
	return reply
		.header("content-type", "application/json; charset=utf-8")
		.header("content-length", length)
		.send(Readable.from(writePieces(head, sound, tail), { objectMode: false }));
};

/** An answer as `text/event-stream`, each event sent at once. */
export class EventAnswer {
	readonly #reply: FastifyReply;
	readonly #hold: (bytes: number) => () => void;
	readonly #gone: Promise<unknown>;
	#begun = false;

	/** @param hold - holds the memory of an event that the client hasn't read; returns what releases it */
	constructor(reply: FastifyReply, hold: (bytes: number) => () => void) {
		this.#reply = reply;
		this.#hold = hold;
		this.#gone = new Promise((resolve) => reply.raw.once("close", resolve));
	}

	/** Whether the headers are sent, after which no error status is possible. */
	get begun(): boolean {
		return this.#begun;
	}

	/** Sends an event at once. @returns what resolves when the client has read it, or is gone */
	async send(event: GenerateEvent | object): Promise<void> {
		const { raw } = this.#reply;
		if (!this.#begun) {
			this.#begun = true;
			this.#reply.hijack();
			this.#reply
				.header("content-type", "text/event-stream; charset=utf-8")
				.header("cache-control", "no-cache");
			raw.writeHead(200, this.#reply.getHeaders() as OutgoingHttpHeaders);
		}
		if (raw.destroyed) return;
		const bytes = Buffer.from(`data: ${JSON.stringify(event)}\r\n\r\n`);
		const release = this.#hold(bytes.byteLength);
		const read = Promise.withResolvers<void>();
		raw.write(bytes, () => read.resolve());
		await Promise.race([read.promise, this.#gone]);
		release();
	}

	end(): void {
		this.#reply.raw.end();
	}
}
