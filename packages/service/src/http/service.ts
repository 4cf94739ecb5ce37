import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createGunzip } from "node:zlib";
import { createBoundedServer, setOwner } from "@herald/common/bounded-server.ts";
import type { Logger } from "@herald/common/log.ts";
import { findUnwritable, logUnwritable } from "@herald/common/storage/open-database.ts";
import { correlationHeader, requestIdHeader } from "@herald/common/wire/http.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import Fastify from "fastify";
import type { Engine } from "../engine/engine.ts";
import { addCreditRoutes, type CreditParts, writeRefusal } from "./credit-routes.ts";
import {
	GatewayError,
	invalidRequest,
	invalidUrl,
	pathOf,
	refuseExpectation,
	refuseUnreadable,
	toGatewayError,
	writeGatewayError,
	wrongMethod,
} from "./gateway-error.ts";
import { addModelRoutes } from "./model-routes.ts";
import { writeOpenApi } from "./openapi.ts";
import { ClientGone, type ClientPatience } from "./speech-handler.ts";

interface ServiceParts extends CreditParts {
	readonly engine: Pick<Engine, "speak" | "spoken">;
	readonly patience?: ClientPatience;
}

/** The largest body: twice the largest prompt's 32 KiB, to leave room for the JSON around the prompt. */
const bodyMaxBytes = 64 * 1024;
/** `waitingMax` also counts the connections that Herald's processes keep open between texts. */
const connections = { connectionsMax: 1_024, waitingMax: 256, requestMs: 30_000 };
const keepAliveTimeout = 72_000;
/** `heldMaxBytes` has room for five of the longest answers. */
const usualPatience: ClientPatience = { unreadMs: 20_000, heldMaxBytes: 160 * 1024 * 1024 };

/**
 * Creates the speech service (docs/interface.md 4), which isn't listening yet. Its refusals have the same shape as those
 * of gateways with this interface.
 */
export const createService = (parts: ServiceParts): FastifyInstance => {
	const { database, engine, logger, patience = usualPatience } = parts;
	/**
	 * @returns the client's own id for the request; undefined if there is none that can safely be logged and sent back
	 */
	const readCorrelation = ({ headers }: FastifyRequest): string | undefined => {
		const id = headers[correlationHeader];
		return typeof id === "string" && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
	};

	const answerError = makeErrorAnswer(logger);
	const app = Fastify({
		bodyLimit: bodyMaxBytes,
		// Node's own refusal of a request without a Host header has neither the gateway's shape nor a request id.
		serverFactory: (listener) =>
			createBoundedServer(
				(options) => createServer({ ...options, keepAliveTimeout, requireHostHeader: false }),
				{ ...connections, unreadMs: patience.unreadMs },
				listener,
			),
		return503OnClosing: false,
		genReqId: () => randomUUID(),
		clientErrorHandler: refuseUnreadable,
		frameworkErrors: answerError,
	});
	app.server.on("checkExpectation", refuseExpectation);

	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
		try {
			// A null field counts as absent.
			const parsed: unknown = JSON.parse(body as string, (_name, value) => value ?? undefined);
			done(null, parsed);
		} catch {
			done(invalidRequest("body: is not valid JSON"));
		}
	});
	app.decorateRequest("owner", null);
	app.decorateRequest("voices", null);
	const served = new Map<string, string[]>();
	app.addHook("onRoute", ({ url, method }) => {
		served.set(url, [...(served.get(url) ?? []), method].flat());
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.header(requestIdHeader, request.id);
		const correlation = readCorrelation(request);
		if (correlation !== undefined) reply.header(correlationHeader, correlation);
		// As in gateways, every body is read as JSON, whatever its content type.
		delete request.headers["content-type"];
		if (!request.is404) return;
		const allowed = served.get(pathOf(request));
		throw allowed ? wrongMethod(request, allowed) : invalidUrl(request);
	});
	app.addHook("preParsing", async (request, _reply, payload) => {
		if (request.owner) setOwner(request.raw, request.owner.accountId);
		return unpackBody(request, payload);
	});
	app.addHook("onResponse", async (request, reply) => {
		logger.info(
			{
				event: "request",
				requestId: request.id,
				correlation: readCorrelation(request),
				status: reply.statusCode,
				...(request.voices && { voices: request.voices }),
				ms: Math.round(reply.elapsedTime),
			},
			"request",
		);
	});
	app.setErrorHandler(answerError);

	addModelRoutes(app, { database, engine, patience });
	addCreditRoutes(app, parts);
	let document: Buffer | undefined;
	app.get("/openapi.json", async (_request, reply) => {
		document ??= Buffer.from(JSON.stringify(writeOpenApi()));
		return reply.type("application/json; charset=utf-8").send(document);
	});
	return app;
};

const makeErrorAnswer = (logger: Logger) => {
	const onUnwritable = logUnwritable("service.db", logger, Date.now);
	const explain = (error: unknown, request: FastifyRequest): GatewayError => {
		const known = toGatewayError(error, request);
		if (known) return known;
		const unwritable = findUnwritable(error);
		if (unwritable !== undefined) {
			onUnwritable(unwritable);
			return new GatewayError(500, "Nothing can be stored at the moment", { code: "update_data_error" });
		}
		logger.error({ event: "request_failed", requestId: request.id, err: error }, "request failed");
		return new GatewayError(500, "The service failed", { code: "do_request_failed" });
	};
	return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
		if (error instanceof ClientGone) {
			// The client has disconnected; the status is only for the log.
			reply.code(499).send();
			return;
		}
		const refusal = explain(error, request);
		const write = pathOf(request).startsWith("/api/") ? writeRefusal : writeGatewayError;
		reply
			.code(refusal.status)
			.headers(refusal.headers)
			.header(requestIdHeader, request.id)
			.send(write(refusal, request.id));
	};
};

/**
 * Unpacks a body with `content-encoding: gzip` while it is read. Fastify limits the unpacked size.
 *
 * @returns the unpacked body
 * @throws GatewayError, 415, for another encoding
 */
const unpackBody = ({ method, headers }: FastifyRequest, body: RequestPayload): RequestPayload => {
	const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
	if (method !== "POST" || encoding === "identity") return body;
	if (encoding !== "gzip")
		throw new GatewayError(415, "content-encoding: only gzip is supported", {
			code: "invalid_request",
			headers: { "accept-encoding": "gzip" },
		});
	// Fastify compares `receivedEncodedLength` with the content length.
	const unpacked = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
	body.on("data", ({ length }: Buffer) => {
		unpacked.receivedEncodedLength += length;
	});
	body.on("error", (error) => unpacked.destroy(error));
	// Invalid gzip may fail after Fastify has stopped reading, and the error needs a listener.
	unpacked.on("error", () => {});
	return body.pipe(unpacked);
};
