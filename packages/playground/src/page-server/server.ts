import type { AddressInfo } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { limits } from "../checks/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Messages } from "../world/messages.ts";

/** Makes the one HTTP server of the playground. A token in a path is longer than what Fastify takes by itself. */
export const createServer = (gateway: () => Gateway): FastifyInstance => {
	const app = fastify({
		bodyLimit: limits.requestSize,
		logger: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 300 },
	});
	app.server.on("upgrade", (request, socket, head) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		if (pathname === "/gateway" || pathname === "/gateway/") return gateway().accept(request, socket, head);
		socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
		return undefined;
	});
	return app;
};

/** Serves the files of messages, whole or in part. */
export const addAttachments = (app: FastifyInstance, messages: Messages): void => {
	app.get<{ Params: { channel: string; id: string; name: string } }>(
		"/attachments/:channel/:id/:name",
		(request, reply) => {
			const file = messages.file(request.params.id);
			if (!file) return reply.code(404).type("text/plain").send("This content is no longer available.");
			const type = file.attachment.content_type ?? "application/octet-stream";
			const shown = /^(audio|image|video)\//.test(type) && !type.includes("svg");
			reply
				.type(type)
				.header("x-content-type-options", "nosniff")
				.header("content-security-policy", "sandbox; default-src 'none'")
				.header("content-disposition", shown ? "inline" : "attachment")
				.header("accept-ranges", "bytes");
			const size = file.bytes.byteLength;
			const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
			if (!range) return reply.send(Buffer.from(file.bytes));
			const start = Number(range[1]);
			const end = Math.min(range[2] ? Number(range[2]) : size - 1, size - 1);
			if (start > end) return reply.code(416).header("content-range", `bytes */${size}`).send();
			return reply
				.code(206)
				.header("content-range", `bytes ${start}-${end}/${size}`)
				.send(Buffer.from(file.bytes.subarray(start, end + 1)));
		},
	);
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
