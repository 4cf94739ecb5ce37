import { WebSocket } from "ws";
import type { Playground } from "../src/index.ts";

/** A message from a WebSocket: parsed JSON or bytes. */
export type RawMessage = { readonly op?: number; readonly t?: string; readonly d?: unknown } | Buffer;

/** A WebSocket that sends messages exactly as written, and keeps all that it receives. */
export class RawSocket {
	/** The text of every received message, with bytes as `latin1`. */
	readonly texts: string[] = [];
	/** Resolves to the close code once the connection has closed. */
	readonly closed: Promise<number>;
	readonly #messages: RawMessage[] = [];
	readonly #waiting = new Set<() => void>();
	readonly #socket: WebSocket;

	/** Connects to a playground's gateway, and sends an Identify with these fields. */
	static async logIn({ gatewayUrl, token }: Playground, fields: object = {}): Promise<RawSocket> {
		const socket = new RawSocket(`${gatewayUrl}/?v=10&encoding=json`);
		await socket.op(10);
		socket.send({ op: 2, d: { token, intents: 1, properties: {}, ...fields } });
		return socket;
	}

	constructor(url: string, ca?: string) {
		this.#socket = new WebSocket(url, { ...(ca !== undefined && { ca }) });
		this.closed = new Promise((resolve) => this.#socket.on("close", resolve));
		this.#socket.on("message", (raw: Buffer, isBinary) => {
			this.texts.push(raw.toString(isBinary ? "latin1" : "utf8"));
			this.#messages.push(isBinary ? raw : JSON.parse(String(raw)));
			for (const look of [...this.#waiting]) look();
		});
	}

	/** Sends text or bytes as they are, and anything else as JSON. */
	send(message: string | Buffer | object): void {
		const isRaw = typeof message === "string" || Buffer.isBuffer(message);
		this.#socket.send(isRaw ? message : JSON.stringify(message));
	}

	/** Resolves to the first message, received or still to come, for which `is` is true. */
	message(is: (message: RawMessage) => boolean): Promise<RawMessage> {
		const { promise, resolve } = Promise.withResolvers<RawMessage>();
		const look = () => {
			const found = this.#messages.find(is);
			if (!found) return;
			this.#waiting.delete(look);
			resolve(found);
		};
		this.#waiting.add(look);
		look();
		return promise;
	}

	/** Resolves to the data of the first message with this opcode. */
	async op<T>(op: number): Promise<T> {
		const message = await this.message((each) => !Buffer.isBuffer(each) && each.op === op);
		return (message as { d: T }).d;
	}

	/** Resolves to the data of the first gateway event of this name. */
	async event<T>(name: string): Promise<T> {
		const message = await this.message((each) => !Buffer.isBuffer(each) && each.t === name);
		return (message as { d: T }).d;
	}

	close(): void {
		this.#socket.terminate();
	}
}
