import { createServer as createHttpServer } from "node:http";
import { createBoundedServer, type ServerBounds } from "@herald/common/bounded-server.ts";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { limits } from "./checks/limits.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { handleUpgrades } from "./guard.ts";

/**
 * The server's bounds. They are generous, because libraries open a connection for each concurrent request, and tests
 * keep requests waiting.
 */
const bounds: ServerBounds = { connectionsMax: 1_024, waitingMax: 512, requestMs: 120_000, unreadMs: 20_000 };
const keepAliveTimeout = 72_000;

export const createServer = (gateway: Gateway, logger: Logger): FastifyInstance => {
	const app = fastify({
		bodyLimit: limits.requestSize,
		logger: false,
		serverFactory: (listener) =>
			createBoundedServer((options) => createHttpServer({ ...options, keepAliveTimeout }), bounds, listener),
		forceCloseConnections: true,
		// The tokens of interactions in paths are longer than Fastify's default limit.
		routerOptions: { maxParamLength: 300 },
	});
	// Refuses unknown paths before the body is read.
	app.addHook("onRequest", async (request) => {
		if (request.is404) throw Object.assign(new Error("Not Found"), { statusCode: 404 });
	});
	handleUpgrades(app.server, logger, (path) =>
		path === "/gateway" || path === "/gateway/"
			? (_url, request, socket, head) => gateway.accept(request, socket, head)
			: undefined,
	);
	return app;
};
