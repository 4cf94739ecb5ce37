import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { GenerateAnswer, GenerateEvent } from "@herald/common/wire/generate-answer.ts";
import { requestIdHeader } from "@herald/common/wire/http.ts";
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
 * @param patienceMs - how long the client may read nothing
 */
export const sendAnswer = (
	reply: FastifyReply,
	answer: GenerateAnswer,
	sound: Buffer,
	patienceMs: number,
): FastifyReply => {
	const json = JSON.stringify(answer);
	const cut = json.indexOf(slot);
	const middle = cut < 0 ? json.length : cut + slot.length - 1;
	const [head, tail] = [json.slice(0, middle), json.slice(middle)];
	const length = Buffer.byteLength(json) + 4 * Math.ceil(sound.byteLength / 3);
	reply.raw.setTimeout(patienceMs, () => reply.raw.destroy());
	return reply
		.header("content-type", "application/json; charset=utf-8")
		.header("content-length", length)
		.send(Readable.from(writePieces(head, sound, tail), { objectMode: false }));
};

/** An answer as `text/event-stream`, each event sent at once. */
export class EventAnswer {
	readonly #reply: FastifyReply;
	readonly #patienceMs: number;
	#begun = false;

	/** @param patienceMs - how long the client may read nothing of an event before the connection is closed */
	constructor(reply: FastifyReply, patienceMs: number) {
		this.#reply = reply;
		this.#patienceMs = patienceMs;
	}

	/** Whether the headers are sent, after which no error status is possible. */
	get begun(): boolean {
		return this.#begun;
	}

	/** Resolves when the event is written or the client is gone. */
	async send(event: GenerateEvent | object): Promise<void> {
		const { raw, request } = this.#reply;
		if (!this.#begun) {
			this.#begun = true;
			this.#reply.hijack();
			raw.writeHead(200, {
				"content-type": "text/event-stream; charset=utf-8",
				"cache-control": "no-cache",
				[requestIdHeader]: request.id,
			});
		}
		if (raw.destroyed || raw.write(`data: ${JSON.stringify(event)}\r\n\r\n`)) return;
		await this.#drain(raw);
	}

	end(): void {
		this.#reply.raw.end();
	}

	async #drain(raw: ServerResponse): Promise<void> {
		const settled = new AbortController();
		const timer = setTimeout(() => raw.destroy(), this.#patienceMs);
		try {
			const { signal } = settled;
			await Promise.race([once(raw, "drain", { signal }), once(raw, "close", { signal })]);
		} finally {
			clearTimeout(timer);
			settled.abort();
		}
	}
}
