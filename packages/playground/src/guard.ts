import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { releaseConnection } from "@herald/common/bounded-server.ts";
import type { Logger } from "pino";

const standardPorts: readonly unknown[] = [80, 443];

/** Whether another site's page made the request. A link from there that opens a page of this server doesn't count. */
const isOfOtherSite = ({
	"sec-fetch-site": site = "none",
	"sec-fetch-mode": mode,
	"sec-fetch-dest": destination,
}: IncomingHttpHeaders): boolean =>
	!["none", "same-origin"].includes(String(site)) && !(mode === "navigate" && destination === "document");

/**
 * Whether a request is addressed to 127.0.0.1 or localhost at the server's port, and doesn't come from another site's
 * page. Other sites could reach the server through a host name that resolves to this machine.
 */
export const isOwn = ({ headers, socket }: IncomingMessage): boolean => {
	const port = socket.localPort;
	const hosts = ["127.0.0.1", "localhost"].map((name) =>
		standardPorts.includes(port) ? name : `${name}:${port}`,
	);
	if (!hosts.includes(headers.host ?? "") || isOfOtherSite(headers)) return false;
	return headers.origin === undefined || headers.origin === `http://${headers.host}`;
};

/** Runs code that a client's message triggers. An error is logged, and `onfail` is called. */
export const contain = (logger: Logger, act: () => void, onfail: () => void = () => {}): void => {
	try {
		act();
	} catch (error) {
		logger.warn({ error }, "a client's message could not be handled");
		onfail();
	}
};

/** Takes over a connection that becomes a WebSocket; `url` is the one that the client asked for. */
type Accept = (url: URL, request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const refuse = (socket: Duplex, status: string): void => {
	// Nothing else listens for the socket's errors, and an unhandled error event ends the process.
	socket.on("error", () => socket.destroy());
	const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
	// Without `destroy`, a client that keeps its side open would keep the socket.
	socket.end(answer, () => socket.destroy());
};

/**
 * Handles a server's upgrades to WebSockets. Requests that aren't {@link isOwn} are answered with 403. A handler's
 * error is logged and cuts the connection.
 *
 * @param accept - returns the handler of a path; other paths are answered with 404
 */
export const handleUpgrades = (
	server: Pick<Server, "on">,
	logger: Logger,
	accept: (path: string) => Accept | undefined,
): void => {
	server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		if (!isOwn(request)) return refuse(socket, "403 Forbidden");
		const url = URL.parse(`http://localhost${request.url ?? "/"}`);
		const handler = url && accept(url.pathname);
		if (!handler) return refuse(socket, "404 Not Found");
		releaseConnection(request);
		try {
			handler(url, request, socket, head);
		} catch (error) {
			logger.warn({ error }, "an upgrade failed");
			socket.destroy();
		}
	});
};
