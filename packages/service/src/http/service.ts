import { randomUUID } from "node:crypto";
import { boundConnections } from "@herald/common/bound-connections.ts";
import type { Logger } from "@herald/common/log.ts";
import { logUnwritable } from "@herald/common/storage/log-unwritable.ts";
import { findUnwritable } from "@herald/common/storage/open-database.ts";
import { correlationHeader, requestIdHeader } from "@herald/common/wire/http.ts";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Engine } from "../engine/engine.ts";
import { addCreditRoutes, type CreditParts } from "./credit-routes.ts";
import {
	GatewayError,
	invalidRequest,
	invalidUrl,
	pathOf,
	refuseExpectation,
	refuseUnreadable,
	toGatewayError,
	writeGatewayError,
} from "./gateway-error.ts";
import { addModelRoutes } from "./model-routes.ts";
import { writeOpenApi } from "./openapi.ts";
import { ClientGone, type ClientPatience } from "./speech-handler.ts";

export interface ServiceParts extends CreditParts {
	readonly engine: Pick<Engine, "speak" | "spoken">;
	readonly patience?: ClientPatience;
}

/** The largest prompt's 32 KiB, and as much for the JSON around it: more than the longest answer can speak. */
const bodyMaxBytes = 64 * 1024;
/** Connections in all, and of them those without a request. Herald's processes keep eight each. */
const connectionsMax = 1_024;
const silentMax = 256;
/** How long a client may take to send its request, in ms. */
const requestTimeoutMs = 30_000;
/** Five of the longest answers there are. */
const usualPatience: ClientPatience = { unreadMs: 20_000, heldMaxBytes: 160 * 1024 * 1024 };

/**
 * Creates the speech service (docs/interface.md 4), not yet listening. Its refusals have the shape used by gateways of
 * this interface.
 */
export const createService = ({
	engine,
	patience = usualPatience,
	...parts
}: ServiceParts): FastifyInstance => {
	const { database, logger } = parts;
	/** A client's own id, if it can be logged and answered as it is. */
	const readCorrelation = ({ headers }: FastifyRequest): string | undefined => {
		const id = headers[correlationHeader];
		return typeof id === "string" && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
	};

	const answerError = makeErrorAnswer(logger);
	const app = Fastify({
		bodyLimit: bodyMaxBytes,
		requestTimeout: requestTimeoutMs,
		// Their default answers have neither the gateway's shape nor a request id.
		http: { requireHostHeader: false },
		return503OnClosing: false,
		genReqId: () => randomUUID(),
		clientErrorHandler: refuseUnreadable,
		frameworkErrors: answerError,
	});
	app.server.on("checkExpectation", refuseExpectation);
	boundConnections(app.server, silentMax, connectionsMax);

	app.removeAllContentTypeParsers();
	// Whatever its content type: gateways read every body as JSON.
	app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
		try {
			done(null, JSON.parse(body as string));
		} catch {
			done(invalidRequest("body: is not valid JSON"));
		}
	});
	app.decorateRequest("owner", null);
	app.decorateRequest("voices", null);
	app.addHook("onRequest", async (request, reply) => {
		reply.header(requestIdHeader, request.id);
		const correlation = readCorrelation(request);
		if (correlation !== undefined) reply.header(correlationHeader, correlation);
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
	app.setNotFoundHandler((request) => {
		throw invalidUrl(request.method, pathOf(request));
	});

	addModelRoutes(app, { database, engine, patience });
	app.get("/openapi.json", async () => writeOpenApi());
	app.register(async (api) => addCreditRoutes(api, parts), { prefix: "/api" });
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
		logger.error({ event: "request_failed", requestId: request.id, err: error }, "speech failed");
		return new GatewayError(500, "The speech engine failed", { code: "do_request_failed" });
	};
	return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
		if (error instanceof ClientGone) {
			// The client is gone; the status is for the log.
			reply.code(499).send();
			return;
		}
		const answer = explain(error, request);
		if (answer.retryAfter !== undefined) reply.header("retry-after", String(answer.retryAfter));
		reply.code(answer.status).header(requestIdHeader, request.id).send(writeGatewayError(answer, request.id));
	};
};
