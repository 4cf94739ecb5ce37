import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { hostname } from "node:os";
import { boundConnections } from "@herald/common/bound-connections.ts";
import type { Logger } from "@herald/common/log.ts";
import { StartError } from "@herald/common/start-error.ts";
import type { Report } from "./health.ts";

/** The options of the operations server. */
export interface Operations {
	readonly host: string;
	/** Further host names that requests may use. */
	readonly names: readonly string[];
	/** 0 for any free port. */
	readonly port: number;
	readonly logger: Logger;
	readonly health: { live(): Report | Promise<Report>; ready(): Promise<Report> };
	readonly metrics: { readonly contentType: string; write(): Promise<string> };
}

/** The most connections, and the most of them without a request. */
const connectionsMax = 128;
const silentMax = 64;
/** A request has no body and few headers, in ms; connections aren't kept. */
const requestMs = 5_000;
/** How long a client may read nothing of its answer, in ms. */
const unreadMs = 10_000;
const headersMaxBytes = 8 * 1024;
const unknownHost = "Herald isn't known by this host name: add it to OPERATIONS_HOSTS.\n";

const explain = (error: unknown, host: string, port: number): unknown => {
	const { code } = error as NodeJS.ErrnoException;
	if (code === "EADDRINUSE")
		return new StartError(`OPERATIONS_PORT ${port} is in use by another program: choose another.`);
	if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
		return new StartError(
			`OPERATIONS_HOST must be one of this machine's addresses, such as 127.0.0.1, not "${host}".`,
		);
	if (code === "EACCES")
		return new StartError(`Herald may not listen on OPERATIONS_PORT ${port}: choose one above 1023.`);
	return error;
};

/**
 * Whether a request's Host is one of these names, an IP address, or missing. Prevents DNS rebinding: a web page whose name
 * now resolves to this machine sends another name, and browsers always send one.
 */
const isFor = (names: ReadonlySet<string>, host: string | undefined): boolean => {
	const name = host?.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
	return name === undefined || isIP(name.replace(/^\[(.*)\]$/, "$1")) > 0 || names.has(name);
};

const writeReport = ({ ok, body }: Report) => ({
	status: ok ? 200 : 503,
	type: "application/json; charset=utf-8",
	text: `${JSON.stringify(body)}\n`,
});

/**
 * Serves the operations address: `/healthz`, `/readyz` and `/metrics`, and nothing else.
 *
 * @returns a function that stops it
 * @throws StartError with a sentence for the operator when it can't listen
 */
export const serveOperations = async (operations: Operations): Promise<() => Promise<void>> => {
	const { host, names, port, logger, health, metrics } = operations;
	const known = new Set([...names, host, hostname(), "localhost"].map((name) => name.toLowerCase()));
	const pages: Readonly<Record<string, () => Promise<{ status: number; type: string; text: string }>>> = {
		"/healthz": async () => writeReport(await health.live()),
		"/readyz": async () => writeReport(await health.ready()),
		"/metrics": async () => ({ status: 200, type: metrics.contentType, text: await metrics.write() }),
	};
	const answer = async (
		{ method, url = "", headers: sent }: IncomingMessage,
		response: ServerResponse,
	): Promise<void> => {
		if (!isFor(known, sent.host))
			return void response.writeHead(421, { "content-type": "text/plain" }).end(unknownHost);
		const page = pages[url.split("?")[0] ?? ""];
		if (!page) return void response.writeHead(404).end();
		if (method !== "GET" && method !== "HEAD")
			return void response.writeHead(405, { allow: "GET, HEAD" }).end();
		const { status, type, text } = await page();
		const headers = {
			"content-type": type,
			"content-length": Buffer.byteLength(text),
			"cache-control": "no-store",
		};
		response.writeHead(status, headers).end(text);
	};
	const server = createServer(
		{
			keepAlive: false,
			headersTimeout: requestMs,
			requestTimeout: requestMs,
			connectionsCheckingInterval: requestMs,
			maxHeaderSize: headersMaxBytes,
		},
		(request, response) => {
			response.shouldKeepAlive = false;
			// Discards further data of the client.
			request.resume();
			answer(request, response).catch((error: unknown) => {
				logger.error({ event: "operations_failed", err: error }, "the operations address failed");
				response.destroy();
			});
		},
	);
	boundConnections(server, silentMax, connectionsMax);
	server.setTimeout(unreadMs, (socket) => socket.destroy());
	const close = async (): Promise<void> => {
		if (!server.listening) return;
		const closed = once(server, "close");
		server.close();
		server.closeAllConnections();
		await closed;
	};
	try {
		server.listen(port, host);
		await once(server, "listening");
	} catch (error) {
		await close();
		throw explain(error, host, port);
	}
	server.on("error", (error) =>
		logger.error({ event: "operations_failed", err: error }, "the operations address failed"),
	);
	const { port: actual } = server.address() as AddressInfo;
	logger.info({ event: "operations_listening", host, port: actual }, "the operations address listens");
	return close;
};
