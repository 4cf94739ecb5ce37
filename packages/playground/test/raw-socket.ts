import { WebSocket } from "ws";

/** One message from a WebSocket: JSON or bytes. */
export type RawMessage = { readonly op?: number; readonly t?: string; readonly d?: unknown } | Buffer;

/** A WebSocket without a library. Messages are sent as written, and received ones are kept. */
export class RawSocket {
	/** The text of every received message, with bytes as `latin1`. */
	readonly texts: string[] = [];
	/** Resolves with the code of the socket's closing. */
	readonly closed: Promise<number>;
	readonly #messages: RawMessage[] = [];
	readonly #waiting = new Set<() => void>();
	readonly #socket: WebSocket;

	constructor(url: string, ca?: string) {
		this.#socket = new WebSocket(url, { ...(ca !== undefined && { ca }) });
		this.closed = new Promise((resolve) => this.#socket.on("close", resolve));
		this.#socket.on("message", (raw: Buffer, isBinary) => {
			this.texts.push(raw.toString(isBinary ? "latin1" : "utf8"));
			this.#messages.push(isBinary ? raw : JSON.parse(String(raw)));
			for (const look of [...this.#waiting]) look();
		});
	}

	send(text: string): void {
		this.#socket.send(text);
	}

	/** The first message, received or still to come, for which `is` is true. */

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

	/** The data of the first message with this opcode. */
	async op<T>(op: number): Promise<T> {
		const message = await this.message((each) => !Buffer.isBuffer(each) && each.op === op);
		return (message as { d: T }).d;
	}

	/** The data of the first gateway event of this kind. */
	async event<T>(name: string): Promise<T> {
		const message = await this.message((each) => !Buffer.isBuffer(each) && each.t === name);
		return (message as { d: T }).d;
	}

	close(): void {
		this.#socket.terminate();
	}
}
