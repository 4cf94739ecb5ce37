import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";

/** Has a server listen at any free port of this machine, until the test is over. @returns the port */
export const openPort = async (server: Server & { closeAllConnections?(): void }): Promise<number> => {
	server.listen(0, "127.0.0.1");
	onTestFinished(() => {
		server.close();
		server.closeAllConnections?.();
	});
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
};

/** Answers for the running test. @returns the port */
export const listen = (
	listener: RequestListener,
	tls?: { readonly key: string; readonly cert: string },
): Promise<number> => openPort(tls ? createTlsServer(tls, listener) : createServer(listener));
