import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

/** What the clients of an HTTP server may take of it. */
export interface ServerBounds {
	/** The most connections. */
	readonly connectionsMax: number;
	/** Of them, the most that wait for their client. */
	readonly waitingMax: number;
	/** How long a request may take to arrive, in ms. */
	readonly requestMs: number;
	/** How long a client may read nothing of its answer, or ask for nothing, in ms. */
	readonly unreadMs: number;
}

interface Exchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

/** Requests that may have come before the answer to an earlier one is sent, that one included. */
const pipelinedMax = 8;
/** How often Node looks for requests that take too long, in ms; by default every 30 s. */
const checkMaxMs = 5_000;

/** Whose requests a connection carries, of those that have shown a key. */
const owners = new WeakMap<Socket, number>();

const releases = new WeakMap<Socket, () => void>();

/** Takes a request's connection out of its server's bounds: whoever has upgraded it bounds it. */
export const releaseConnection = ({ socket }: IncomingMessage): void => releases.get(socket)?.();

/** Counts a request's connection among its owner's. */
export const setOwner = ({ socket }: IncomingMessage, owner: number): void => {
	owners.set(socket, owner);
};

/** Without a request, with a part of one, or with an answer that isn't read to its end. */
const waitsForClient = ([exchange]: readonly Exchange[]): boolean =>
	!exchange?.request.complete || exchange.response.writableEnded;

/**
 * Creates a server whose clients can't take more of it than `bounds`. Each connection has one answer under way: what it
 * asks for meanwhile waits. Of connections that wait for their client, and are too many, the owner who has most of them
 * loses the one that was answered the longest ago; all without a key count as one owner's. A client that sends or reads
 * nothing for too long is hung up on.
 *
 * @param create - creates the server with options, over HTTP or HTTPS
 */
export const createBoundedServer = (
	create: (options: ServerOptions) => Server,
	{ connectionsMax, waitingMax, requestMs, unreadMs }: ServerBounds,
	listener: RequestListener,
): Server => {
	const server = create({
		// Node takes the longer of both for the whole request.
		headersTimeout: requestMs,
		requestTimeout: requestMs,
		connectionsCheckingInterval: Math.min(requestMs, checkMaxMs),
		// A header that must come once is refused twice, rather than one of both chosen.
		joinDuplicateHeaders: true,
	});
	/** The connections with what they ask for, first what is being answered; the one answered the longest ago first. */
	const connections = new Map<Socket, Exchange[]>();

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

	const begin = ({ request, response }: Exchange): void => {
		// Others have their turn before the connection's next request, which may have been read already.
		response.once("close", () => setImmediate(end, request.socket));
		listener(request, response);
	};
	const end = (socket: Socket): void => {
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
		asked.push({ request, response });
		if (asked.length === 1) begin({ request, response });
	});
	server.setTimeout(unreadMs, (socket) => {
		const isAnswering = connections.get(socket)?.length !== 0;
		// An answer may take long to make, and a request to arrive, which has a time of its own.
		if (!isAnswering || socket.writableLength > 0) socket.destroy();
	});
	return server;
};
