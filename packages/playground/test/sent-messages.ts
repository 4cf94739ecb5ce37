import { WebSocket } from "ws";

/** A message that one of this process's playgrounds sent: by its gateway (`bot`) or its voice gateway (`voice`). */
export interface SentMessage {
	readonly gateway: "bot" | "voice";
	readonly data: string | Buffer;
}

/**
 * Remembers what this process's playgrounds send by WebSockets from now on.
 *
 * @returns the messages; `send`, which sends in the playground's place; and `end`, which ends the watching
 */
export const watchSent = () => {
	const { prototype } = WebSocket;
	const send = Reflect.get(prototype, "send") as (...args: unknown[]) => void;
	const messages: SentMessage[] = [];
	const gateways = new Map<WebSocket, "bot" | "voice">();
	Reflect.set(prototype, "send", function (this: WebSocket, ...args: [data: string | Buffer]) {
		// The WebSockets of clients in this process have the same class, but aren't the playground's.
		if (Reflect.get(this, "_isServer")) {
			const [data] = args;
			// A socket's first message is Hello, which has opcode 10 at Discord's gateway and 8 at a voice gateway.
			const known = gateways.get(this) ?? (/"op":10\b/.test(String(data)) ? "bot" : "voice");
			gateways.set(this, known);
			messages.push({ gateway: known, data });
		}
		send.apply(this, args);
	});
	return {
		messages,
		/** Sends on the newest open connection of a gateway. @returns false if there is none */
		send: (gateway: "bot" | "voice", data: string | Buffer): boolean => {
			const socket = [...gateways].findLast(
				([each, its]) => its === gateway && each.readyState === WebSocket.OPEN,
			)?.[0];
			if (socket) send.call(socket, data);
			return socket !== undefined;
		},
		end: () => {
			Reflect.set(prototype, "send", send);
		},
	};
};
