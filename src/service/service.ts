import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "../log.ts";
import type { Database } from "../store/open.ts";
import type { Engine } from "./engine/engine.ts";
import { GatewayError, invalidRequest, invalidUrl, writeGatewayError } from "./gateway-error.ts";
import { isKnownKey } from "./keys.ts";
import { findModel } from "./models.ts";
import { readRequest } from "./read-request.ts";
import { audioMaxTokens, audioTokensPerSecond } from "./tokens.ts";
import { Turnstile } from "./turnstile.ts";
import { writeResponse } from "./write-response.ts";

export interface ServiceParts {
	readonly database: Database;
	readonly engine: Pick<Engine, "speak">;
	readonly logger: Logger;
}

const bodyMaxBytes = 1024 * 1024;
const waitingMax = 64;
/** Texts spoken in turns: enough for every thread, few enough for their sound to fit in memory. */
const spokenAtOnce = Math.max(4, availableParallelism());
const busyRetrySeconds = 5;
/** How long a client may take to send its request, in ms. */
const requestTimeoutMs = 30_000;
const requestIdHeader = "x-oneapi-request-id";

/**
 * Makes the speech service (interface.md 4.1), not yet listening. What it answers when it refuses has the shape of the
 * gateways that serve this interface.
 */
export const createService = ({ database, engine, logger }: ServiceParts): FastifyInstance => {
	const turnstile = new Turnstile(spokenAtOnce, waitingMax);
	const app = Fastify({
		bodyLimit: bodyMaxBytes,
		requestTimeout: requestTimeoutMs,
		genReqId: () => randomUUID(),
		frameworkErrors: (error, request, reply) => answerError(error, request, reply, logger),
	});

	app.removeAllContentTypeParsers();
	// Whatever it is called: the gateways read every body as JSON.
	app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
		try {
			done(null, JSON.parse(body as string));
		} catch {
			done(invalidRequest("body: is not valid JSON"));
		}
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.header(requestIdHeader, request.id);
	});
	app.addHook("onResponse", async (request, reply) => {
		logger.info(
			{ requestId: request.id, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
			"request",
		);
	});
	app.setErrorHandler((error, request, reply) => answerError(error, request, reply, logger));
	app.setNotFoundHandler((request) => {
		throw invalidUrl(request.method, pathOf(request));
	});

	app.post(
		"/v1beta/models/*",
		{
			// Before the body is read: a stranger's megabyte is none of the service's business.
			onRequest: async (request) => {
				readModelId(request);
				authorize(request, database);
			},
		},
		async (request, reply) => {
			const modelId = readModelId(request);
			const model = findModel(modelId);
			if (!model)
				throw new GatewayError(503, `No available channel for model ${modelId.slice(0, 100)}`, {
					code: "model_not_found",
				});
			const { turns, promptTokens } = readRequest(request.body, model);
			if (turnstile.isFull)
				throw new GatewayError(429, `More than ${waitingMax} requests are waiting`, {
					retryAfter: busyRetrySeconds,
				});
			const signal = followClient(reply);
			const maxSeconds = audioMaxTokens / audioTokensPerSecond;
			const speech = await turnstile.run(() => engine.speak(turns, maxSeconds, signal), signal);
			return writeResponse(speech, model, promptTokens);
		},
	);
	return app;
};

const pathOf = (request: FastifyRequest): string => (request.raw.url ?? "/").split("?", 1)[0] ?? "/";

/** The model's name in the path; the router has decoded it. */
const readModelId = (request: FastifyRequest): string => {
	const tail = (request.params as { "*": string })["*"];
	const action = ":generateContent";
	if (!tail.endsWith(action) || tail.length === action.length)
		throw invalidUrl(request.method, pathOf(request));
	return tail.slice(0, -action.length);
};

/** The key comes in a header only (interface.md 5): one in the URL would end up in logs. */
const authorize = ({ headers }: FastifyRequest, database: Database): void => {
	const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
	const key = bearer ?? headers["x-goog-api-key"];
	if (typeof key !== "string" || key === "") throw new GatewayError(401, "No API key was sent");
	if (!isKnownKey(database, key)) throw new GatewayError(401, "Invalid API key");
};

/** @returns a signal that is aborted when the client hangs up before it has its answer */
const followClient = (reply: FastifyReply): AbortSignal => {
	const controller = new AbortController();
	reply.raw.once("close", () => {
		if (!reply.raw.writableFinished) controller.abort(new ClientGone());
	});
	if (reply.raw.destroyed) controller.abort(new ClientGone());
	return controller.signal;
};

class ClientGone extends Error {
	override readonly name = "ClientGone";
}

const toGatewayError = (error: unknown): GatewayError | undefined => {
	if (error instanceof GatewayError) return error;
	switch ((error as { code?: unknown }).code) {
		case "FST_ERR_CTP_BODY_TOO_LARGE":
			return new GatewayError(413, `body: is larger than ${bodyMaxBytes} bytes`, {
				code: "read_request_body_failed",
			});
		case "FST_ERR_BAD_URL":
			return new GatewayError(404, "Invalid URL", { type: "invalid_request_error" });
		default: {
			const status = (error as { statusCode?: unknown }).statusCode;
			return typeof status === "number" && status >= 400 && status < 500
				? invalidRequest("body: can't be read")
				: undefined;
		}
	}
};

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void => {
	if (error instanceof ClientGone) {
		// Nobody reads this; a status of its own tells the log what happened.
		reply.code(499).send();
		return;
	}
	const known = toGatewayError(error);
	if (!known) logger.error({ requestId: request.id, err: error }, "speech failed");
	const answer = known ?? new GatewayError(500, "The speech engine failed", { code: "do_request_failed" });
	if (answer.retryAfter !== undefined) reply.header("retry-after", String(answer.retryAfter));
	reply.code(answer.status).header(requestIdHeader, request.id).send(writeGatewayError(answer, request.id));
};
