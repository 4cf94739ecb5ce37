import { WebSocket } from "ws";

/** A message as one of this process's playgrounds sent it by a gateway, or by a voice gateway. */
export interface SentMessage {
	readonly gateway: "bot" | "voice";
	readonly data: string | Buffer;
}

/**
 * Remembers what this process's playgrounds send by WebSockets from now on.
 *
 * @returns the messages, how to send others, past the playground, and how to end that
 */
export const watchSent = () => {
	const { prototype } = WebSocket;
	const send = Reflect.get(prototype, "send") as (...args: unknown[]) => void;
	const messages: SentMessage[] = [];
	const gateways = new Map<WebSocket, "bot" | "voice">();
	Reflect.set(prototype, "send", function (this: WebSocket, ...args: [data: string | Buffer]) {
		// Clients in this process are of the same class.
		if (Reflect.get(this, "_isServer")) {
			const [data] = args;
			// Discord's Hello of a voice gateway has another opcode.
			const known = gateways.get(this) ?? (/"op":10\b/.test(String(data)) ? "bot" : "voice");
			gateways.set(this, known);
			messages.push({ gateway: known, data });
		}
		send.apply(this, args);
	});
	return {
		messages,
		/** Sends on the newest open connection to a gateway. @returns whether there is one */
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
