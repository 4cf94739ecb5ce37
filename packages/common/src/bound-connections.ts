import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Bounds a server's connections: of those without a request under way, the one that has been so the longest makes room
 * for a new one. So clients that connect and say nothing don't shut out others.
 *
 * @param silentMax - connections without a request under way
 * @param max - connections in all
 */
export const boundConnections = (server: Server, silentMax: number, max: number): void => {
	const silent = new Set<Socket>();
	const add = (socket: Socket) => {
		if (socket.destroyed) return;
		silent.add(socket);
		const [oldest] = silent;
		if (silent.size > silentMax) oldest?.destroy();
	};
	server.maxConnections = max;
	server.on("connection", (socket: Socket) => {
		socket.once("close", () => silent.delete(socket));
		add(socket);
	});
	server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
		silent.delete(socket);
		response.once("close", () => add(socket));
	});
};
