import type { AddressInfo } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { limits } from "./checks/limits.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { handleUpgrades } from "./guard.ts";

/** Makes the one HTTP server of the playground. Tokens in paths are longer than Fastify's default limit. */
export const createServer = (gateway: Gateway, logger: Logger): FastifyInstance => {
	const app = fastify({
		bodyLimit: limits.requestSize,
		logger: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 300 },
	});
	handleUpgrades(app.server, logger, (path) =>
		path === "/gateway" || path === "/gateway/"
			? (_url, request, socket, head) => gateway.accept(request, socket, head)
			: undefined,
	);
	return app;
};

/** Starts listening and returns the port. @throws the system's error, such as EADDRINUSE */
export const listen = async (
	app: FastifyInstance,
	host: string,
	port: number,
	logger: Logger,
): Promise<number> => {
	await app.listen({ host, port });
	const { port: actual } = app.server.address() as AddressInfo;
	logger.debug({ port: actual }, "the playground listens");
	return actual;
};
