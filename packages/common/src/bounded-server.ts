import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

export interface ServerBounds {
	readonly connectionsMax: number;
	/** The most connections that wait for their client to send or to read. */
	readonly waitingMax: number;
	/** How long a request may take to arrive, in ms. */
	readonly requestMs: number;
	/** How long a client may read nothing of its answer, or send no request, in ms. */
	readonly unreadMs: number;
}

/** The most unanswered requests of a connection. */
const pipelinedMax = 8;
/** The longest interval at which Node looks for requests that take too long, in ms. Node's default is 30 s. */
const checkMaxMs = 5_000;

/** The owner of the last key that each connection has sent. */
const owners = new WeakMap<Socket, number>();

const releases = new WeakMap<Socket, () => void>();

/** Takes an upgraded connection out of its server's bounds: its new protocol has bounds of its own. */
export const releaseConnection = ({ socket }: IncomingMessage): void => releases.get(socket)?.();

/** Counts a request's connection as one of this owner's. */
export const setOwner = ({ socket }: IncomingMessage, owner: number): void => {
	owners.set(socket, owner);
};

/** True if a connection has no request, an incomplete one, or an answer that the client hasn't read to its end. */
const waitsForClient = ([response]: readonly ServerResponse[]): boolean =>
	!response?.req.complete || response.writableEnded;

/**
 * Creates a server with bounds for its clients. Each connection is answered one request at a time; its other requests
 * wait. If too many connections are open, or wait for their clients, the owner with the most waiting connections loses
 * the one that was answered longest ago; connections without a key count as one owner's. A client that sends or reads
 * nothing for too long is disconnected.
 *
 * @param create - creates the server with these options, over HTTP or HTTPS
 */
export const createBoundedServer = (
	create: (options: ServerOptions) => Server,
	{ connectionsMax, waitingMax, requestMs, unreadMs }: ServerBounds,
	listener: RequestListener,
): Server => {
	const server = create({
		// Node applies the longer of these two timeouts to the whole request.
		headersTimeout: requestMs,
		requestTimeout: requestMs,
		connectionsCheckingInterval: Math.min(requestMs, checkMaxMs),
		// Duplicate headers are joined, and so refused, instead of one of them being chosen.
		joinDuplicateHeaders: true,
	});
	/** Each connection's answers, beginning with the one under way. The connection answered longest ago is first. */
	const connections = new Map<Socket, ServerResponse[]>();

	const makeRoom = (): void => {
		const waiting = [...connections].filter(([, asked]) => waitsForClient(asked)).map(([socket]) => socket);
		const excess = Math.max(waiting.length - waitingMax, connections.size - connectionsMax);
		const byOwner = [...Map.groupBy(waiting, (socket) => owners.get(socket)).values()];
		for (let n = 0; n < excess; n += 1) {
			const most = byOwner.reduce((one, other) => (other.length > one.length ? other : one), []);
			const socket = most.shift();
			if (!socket) return;
			connections.delete(socket);
			socket.destroy();
		}
	};

	const begin = (response: ServerResponse) => {
		// Other connections get their turn before this one's next request, which may have been read already.
		response.once("close", () => setImmediate(end, response.req.socket));
		listener(response.req, response);
	};
	const end = (socket: Socket) => {
		const [, ...asked] = connections.get(socket) ?? [];
		if (!connections.delete(socket) || !socket.writable) return;
		connections.set(socket, asked);
		if (asked[0]) begin(asked[0]);
	};

	server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) => {
		const release = () => void connections.delete(socket);
		releases.set(socket, release);
		socket.once("close", release);
		connections.set(socket, []);
		if (connections.size > waitingMax) makeRoom();
	});
	server.on("request", (request: IncomingMessage, response: ServerResponse) => {
		const asked = connections.get(request.socket);
		if (asked === undefined || asked.length === pipelinedMax) {
			request.socket.destroy();
			return;
		}
		asked.push(response);
		if (asked.length === 1) begin(response);
	});
	server.setTimeout(unreadMs, (socket) => {
		const isAnswering = connections.get(socket)?.length !== 0;
		// An answer may take long to make; a request that arrives slowly has a timeout of its own.
		if (!isAnswering || socket.writableLength > 0) socket.destroy();
	});
	return server;
};
