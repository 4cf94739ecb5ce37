import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Answers for the running test. @returns the port */
export const listen = async (
	listener: RequestListener,
	tls?: { readonly key: string; readonly cert: string },
): Promise<number> => {
	const server = (tls ? createTlsServer(tls, listener) : createServer(listener)).listen(0, "127.0.0.1");
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
};
